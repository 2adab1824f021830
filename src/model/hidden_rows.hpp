// SPDX-License-Identifier: BSD-3-Clause
// Layer 1 of a batch of samples, in the padded form of linalg/small_products.hpp.
//     hidden_rows:        S = X A',   H = S^+ + X
//     keep_where_active:  G = 1[S > 0] o G             backpropagation through the ReLU
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// For the first `count` rows; X, At, S and H have the padded columns of A'.
void hidden_rows(const Matrix& X, Index count, const Matrix& At, Matrix& S, Matrix& H);
void keep_where_active(const Matrix& S, Index count, Matrix& G);

}  // namespace resunit
