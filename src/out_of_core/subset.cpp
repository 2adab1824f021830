// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/subset.hpp"

#include <algorithm>
#include <vector>

#include "io/npy_file.hpp"
#include "model/random_subset.hpp"

namespace resunit {

Dataset draw_subset(SampleStream& stream, Index count, std::uint64_t seed) {
  count = std::min(count, stream.count());
  const std::vector<Index> chosen = random_subset(stream.count(), count, Random(seed, Stream::search_subset));
  Dataset subset{Matrix(count, stream.inputs()), Matrix(count, stream.outputs())};
  Index found = 0;
  stream.pass([&](Index first, const Samples& chunk) {
    for (; found < count && chosen[found] < first + chunk.count(); ++found) {
      subset.X.row(found) = chunk.X.row(chosen[found] - first);
      subset.Y.row(found) = chunk.Y.row(chosen[found] - first);
    }
  });
  return subset;
}

Dataset pick_samples(const std::filesystem::path& X, const std::filesystem::path& Y, Index count) {
  NpyFile x(X), y(Y);
  require_equal_rows(x.rows(), y.rows());
  count = std::min(count, x.rows());
  Dataset picked{Matrix(count, x.cols()), Matrix(count, y.cols())};
  for (Index k = 0; k < count; ++k) {
    const Index row = k * x.rows() / count;
    x.read_rows(row, picked.X.middleRows(k, 1));
    y.read_rows(row, picked.Y.middleRows(k, 1));
  }
  return picked;
}

}  // namespace resunit
