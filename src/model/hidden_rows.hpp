// Layer 1 of a batch of samples, in the padded form of linalg/small_products.hpp.
//     S = X A',   H = S^+ + X
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// For the first `count` rows; the four have the columns of A', padded.
void hidden_rows(const Matrix& X, Index count, const Matrix& At, Matrix& S, Matrix& H);

}  // namespace resunit
