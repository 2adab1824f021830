// SPDX-License-Identifier: BSD-3-Clause
#include "tables/data/network.hpp"

#include <algorithm>

namespace resunit::regression {

MatrixF outputs(const Network& network, const Rows& rows, const Span& span) {
  constexpr Index kChunk = 1024;
  const MatrixF A = network.A.cast<float>(), W = network.W.cast<float>(), V = network.V.cast<float>();
  MatrixF result(span.size(), W.rows()), R(std::min(kChunk, span.size()), A.rows());
  for (Index first = 0; first < span.size(); first += kChunk) {
    const Index count = std::min(kChunk, span.size() - first);
    const auto X = rows.X.middleRows(span.begin + first, count);
    auto chunk = result.middleRows(first, count);
    R.topRows(count).noalias() = X * A.transpose();
    R = R.cwiseMax(0.0F);
    chunk.noalias() = X * W.transpose();
    chunk.noalias() += R.topRows(count) * V.transpose();
  }
  return result;
}

}  // namespace resunit::regression
