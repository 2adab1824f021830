// SPDX-License-Identifier: BSD-3-Clause
// The line of one neuron from noisy outputs, for weights of any sign: the b whose image |Wb| is most correlated with
// the outputs, by the squared partial cosine.
//     maximize  |G'|Wb||^2 / |(I - QQ')|Wb||^2                                                                (N-lines)
// W (n x d) spans the inputs, Q (n x q) the inputs and the neurons found, G (n x k) the residual of the outputs; all
// have orthonormal columns, and G'Q = 0. Fixed-point iteration until s repeats:
//     s = sign(Wb),   M = [Q G]'(s o W),   b = dominant eigenvector of (M_G'M_G, I - M_Q'M_Q)
// Few signs change between two steps, and M is updated by those samples only.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// The result of one search.
struct LineOptimum {
  Vector b;         ///< of unit norm, in the coordinates of W
  double miss = 1;  ///< 1 - partial cosine squared: zero for a neuron without noise
};

class SignSearch {
 public:
  /// Q begins with the columns of W.
  SignSearch(const Matrix& W, const Matrix& Q, const Matrix& G);

  LineOptimum run(Vector b, int max_steps) const;
  /// Runs all starts (rows); threads divide them.
  std::vector<LineOptimum> run_all(const Matrix& starts, int max_steps, int threads) const;

 private:
  const Matrix& W_;
  Index known_;   ///< q
  Matrix frame_;  ///< n x (q + k): [Q, G]
};

}  // namespace resunit
