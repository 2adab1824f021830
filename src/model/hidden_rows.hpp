// Layer 1 of a batch of samples, in the padded form of linalg/small_products.hpp.
//     S = X A',   H = S^+ + X,   and back:   G = 1[S > 0] o G
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// For the first `count` rows; the four have the columns of A', padded.
void hidden_rows(const Matrix& X, Index count, const Matrix& At, Matrix& S, Matrix& H);
void keep_where_active(const Matrix& S, Index count, Matrix& G);

}  // namespace resunit
