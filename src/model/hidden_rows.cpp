#include "model/hidden_rows.hpp"

#include "linalg/simd.hpp"
#include "linalg/small_products.hpp"

namespace resunit {
namespace {

RESUNIT_MULTIVERSION void rectify_and_add(const double* S, const double* X, Index size, double* H) {
  for (Index k = 0; k < size; ++k) H[k] = (S[k] > 0 ? S[k] : 0.0) + X[k];
}

}  // namespace

void hidden_rows(const Matrix& X, Index count, const Matrix& At, Matrix& S, Matrix& H) {
  product(X, count, At, S);
  rectify_and_add(S.data(), X.data(), count * S.cols(), H.data());
}

}  // namespace resunit
