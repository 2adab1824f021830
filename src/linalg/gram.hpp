// SPDX-License-Identifier: BSD-3-Clause
// Gram matrices of selected or weighted samples, by our own kernel if the CPU has AVX-512 (gram_kernel.hpp: 1.3 to 4
// times as fast), otherwise by BLAS on gathered blocks. Only the lower triangle is computed.
//     add_gram:       G += sign * sum_{i in rows} z_i z_i'
//     weighted_gram:  G  = sum_i w_i z_i z_i',  w >= 0
#pragma once

#include <span>
#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// Holds the gathered block, so that loops do not allocate.
class GramWorkspace {
 public:
  void add_gram(const Matrix& Z, std::span<const int> rows, double sign, Matrix& G);
  void weighted_gram(const Matrix& Z, const double* weights, Matrix& G);

 private:
  std::vector<double> block_;
};

}  // namespace resunit
