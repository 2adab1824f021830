// SPDX-License-Identifier: BSD-3-Clause
#include "model/hidden_rows.hpp"

#include <cassert>

#include "linalg/simd.hpp"
#include "linalg/small_products.hpp"

namespace resunit {
namespace {

RESUNIT_MULTIVERSION void rectify_and_add(const double* S, const double* X, Index size, double* H) {
  for (Index k = 0; k < size; ++k) H[k] = (S[k] < 0 ? 0.0 : S[k]) + X[k];  // NaN stays NaN
}

RESUNIT_MULTIVERSION void keep_where_positive(const double* S, Index size, double* G) {
  for (Index k = 0; k < size; ++k) G[k] = S[k] > 0 ? G[k] : 0.0;
}

}  // namespace

void hidden_rows(const Matrix& X, Index count, const Matrix& At, Matrix& S, Matrix& H) {
  assert(X.cols() == S.cols() && X.cols() == H.cols() && count <= X.rows() && count <= H.rows());
  product(X, count, At, S);
  rectify_and_add(S.data(), X.data(), count * S.cols(), H.data());
}

void keep_where_active(const Matrix& S, Index count, Matrix& G) {
  assert(S.cols() == G.cols() && count <= S.rows() && count <= G.rows());
  keep_where_positive(S.data(), count * S.cols(), G.data());
}

}  // namespace resunit
