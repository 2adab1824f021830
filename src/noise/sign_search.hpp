// One neuron's line from noisy outputs, whatever its signs: the b whose bent image |Wb| the outputs show best.
//     maximise  |G'|Wb||^2 / |(I - QQ')|Wb||^2                                     a partial cosine, squared  (N-lines)
// W (n x d) spans the inputs, Q (n x q) what is known already (inputs and found neurons), G (n x k) the rest of the
// outputs; all orthonormal, G'Q = 0. Fixed point: s = sign(Wb), M = [Q G]'(s o W), b = top eigenvector of
// (M_G'M_G, I - M_Q'M_Q), until s repeats. Between two steps few signs change, and M is updated by those samples only.
#pragma once

#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// Where one search ended.
struct LineOptimum {
  Vector b;         ///< of unit length, in the coordinates of W
  double miss = 1;  ///< 1 - partial cosine squared: zero for a neuron without noise
};

class SignSearch {
 public:
  /// Q begins with the columns of W.
  SignSearch(const Matrix& W, const Matrix& Q, const Matrix& G);

  LineOptimum run(Vector b, int max_steps) const;
  /// All starts (the rows), shared out among threads.
  std::vector<LineOptimum> run_all(const Matrix& starts, int max_steps, int threads) const;

 private:
  const Matrix& W_;
  Index known_;   ///< q
  Matrix frame_;  ///< n x (q + k): [Q, G]
};

}  // namespace resunit
