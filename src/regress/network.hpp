// What members are made of: the rows they see, in single precision, and their weights.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit::regression {

/// Row-major like Matrix. Single precision doubles the speed of the products that take nearly all the time; sums over
/// rows and the steps of the descent are double.
using MatrixF = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The whole table, standardised, its rows and columns in canonical order.
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

/// Rows are in random order, so any consecutive ones are a fair sample: a member's rows are one or two spans.
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

/// The network's outputs for the rows of a span: m columns.
MatrixF outputs(const Network& network, const Rows& rows, const Span& span);

}  // namespace resunit::regression
