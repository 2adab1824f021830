// SPDX-License-Identifier: BSD-3-Clause
#include "tables/ensemble/stack.hpp"

namespace resunit::regression {
namespace {

/// Adds the columns of `from` to the columns `columns` of `to`; the bias is the last column of both.
void add_columns(const Matrix& from, const std::vector<Index>& columns,
                 Eigen::Ref<Matrix, 0, Eigen::OuterStride<>> to) {
  for (std::size_t c = 0; c < columns.size(); ++c) to.col(columns[c]) += from.col(static_cast<Index>(c));
  to.col(to.cols() - 1) += from.col(from.cols() - 1);
}

}  // namespace

void stack(const std::vector<Network>& networks, const std::vector<Index>& columns, Index inputs,
           Regressor& regressor) {
  const Index m = networks.front().W.rows();
  Index width = 0;
  for (const Network& network : networks) width += network.width();
  const double share = 1 / static_cast<double>(networks.size());
  regressor.A = Matrix::Zero(width, inputs + 1);
  regressor.W = Matrix::Zero(m, inputs + 1);
  regressor.V = Matrix::Zero(m, width);
  Index at = 0;
  for (const Network& network : networks) {
    const Index k = network.width();
    add_columns(network.A, columns, regressor.A.middleRows(at, k));
    add_columns(share * network.W, columns, regressor.W);
    regressor.V.middleCols(at, k) = share * network.V;
    at += k;
  }
}

}  // namespace resunit::regression
