// SPDX-License-Identifier: BSD-3-Clause
// The penalized loss of a network and its gradient, over some rows of a table.
//     f = 1/2n |X W' + (X A')^+ V' - Y|^2 + lambda/2 (|A without bias|^2 + |V|^2) + 1e-4/2 |W without bias|^2  (G-loss)
// Rows are processed in chunks that fit the cache: for each chunk two products, X A' and D'X, where D is the derivative
// with respect to X A', and one loop over the matrix between them. Chunks form slices; the sums of slices are added in
// order, so that they have the same bits for any number of threads.
#pragma once

#include "tables/data/network.hpp"

namespace resunit::regression {

/// Penalty of the linear part: small, so that W is unique if columns are linearly dependent.
inline constexpr double kLinearPenalty = 1e-4;

/// (A, W, V) as one vector, and the inverse.
Vector packed(const Network& network);
Network unpacked(const Vector& weights, Index k, Index q, Index m);

class Loss {
 public:
  Loss(const Rows& rows, Spans spans, Index width, int threads);

  /// f at the packed weights, with its gradient.
  double operator()(const Vector& weights, double lambda, Vector& gradient);

 private:
  struct Slice {
    Spans chunks;
    MatrixF Z;  ///< chunk x k: X A', then the derivative with respect to it
    MatrixF E;  ///< chunk x m: the residuals
    MatrixF R;  ///< chunk x k: (X A')^+, if there are several outputs
    MatrixF dA, dW, dV;
    Vector gradient;
    double square = 0;  ///< of the residuals
  };

  void add_slice(Slice& slice) const;
  void add_chunk(Slice& slice, const Span& chunk) const;
  double add_penalty(const Vector& weights, double lambda, Vector& gradient) const;

  const Rows& rows_;
  Index count_, k_, q_, m_;
  int threads_;
  std::vector<Slice> slices_;
  MatrixF A_, W_, V_;
};

}  // namespace resunit::regression
