// SPDX-License-Identifier: BSD-3-Clause
// The data of ensemble members: rows in single precision, and weights.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit::regression {

/// Row-major like Matrix. Single precision doubles the speed of the products, which take nearly all the time; sums over
/// rows and the steps of the descent are in double precision.
using MatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The whole table, standardized, with rows and columns in canonical order.
struct Rows {
  MatrixF X;  ///< n x q, the last column is 1
  MatrixF Y;  ///< n x m

  Index count() const { return X.rows(); }
  Index inputs() const { return X.cols(); }
  Index outputs() const { return Y.cols(); }
};

/// Rows begin <= i < end.
struct Span {
  Index begin = 0;
  Index end = 0;

  Index size() const { return end - begin; }
};

/// Rows are in random order, so consecutive rows are a random sample: the rows of a member are one or two spans.
using Spans = std::vector<Span>;

inline Index size(const Spans& spans) {
  Index sum = 0;
  for (const Span& span : spans) sum += span.size();
  return sum;
}

/// The first `count` rows of `spans`.
inline Spans first_rows(const Spans& spans, Index count) {
  Spans first;
  for (const Span& span : spans) {
    const Index taken = std::min(count, span.size());
    if (taken > 0) first.push_back({span.begin, span.begin + taken});
    count -= taken;
  }
  return first;
}

/// yhat = W x + V (A x)^+
struct Network {
  Matrix A;  ///< k x q
  Matrix W;  ///< m x q
  Matrix V;  ///< m x k

  Index width() const { return A.rows(); }
};

/// The outputs of the network for the rows of a span: m columns.
MatrixF outputs(const Network& network, const Rows& rows, const Span& span);

}  // namespace resunit::regression
