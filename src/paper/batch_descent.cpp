// SPDX-License-Identifier: BSD-3-Clause
#include "paper/batch_descent.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "linalg/simd.hpp"
#include "linalg/small_products.hpp"
#include "model/hidden_rows.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

/// Samples per chunk in the loss over all samples: about 100 kB at d = 16.
constexpr Index kChunk = 128;

/// E = factor (E - Y); returns the sum of squares of E - Y.
RESUNIT_MULTIVERSION double compare(const double* Y, Index size, double factor, double* E) {
  double square = 0;
#pragma omp simd reduction(+ : square)
  for (Index k = 0; k < size; ++k) {
    const double difference = E[k] - Y[k];
    square += difference * difference;
    E[k] = factor * difference;
  }
  return square;
}

}  // namespace

Descent::Descent(const Unit& start, const Samples& samples, Index batch, Bias bias)
    : samples_(samples),
      bias_(bias),
      At_(with_padding(start.A.transpose())),
      Bt_(with_padding(start.B.transpose())),
      B_(with_padding(start.B)) {
  const Index capacity = std::max(batch, std::min(kChunk, samples.count()));
  for (Matrix* matrix : {&X_, &S_, &H_, &G_}) matrix->setZero(capacity, At_.cols());
  for (Matrix* matrix : {&Y_, &E_}) matrix->setZero(capacity, Bt_.cols());
}

void Descent::step(std::span<const Index> batch, double rate) {
  const Index count = std::ssize(batch);
  assert(count <= X_.rows());
  for (Index k = 0; k < count; ++k) load(k, batch[static_cast<std::size_t>(k)]);
  forward(count, rate / static_cast<double>(count));
  product(E_, count, B_, G_);
  keep_where_active(S_, count, G_);
  subtract_product(X_, count, G_, At_);
  subtract_product(H_, count, E_, Bt_);
  if (bias_ == Bias::layer1) Bt_.bottomRows(1).setZero();
  B_.leftCols(Bt_.rows()) = Bt_.leftCols(B_.rows()).transpose();
}

double Descent::loss() {
  constexpr Index kChunksBetweenChecks = 32;  // for cancellation
  double square = 0;
  for (Index first = 0; first < samples_.count(); first += X_.rows()) {
    if (first % (kChunksBetweenChecks * X_.rows()) == 0) check_cancelled();
    const Index count = std::min(X_.rows(), samples_.count() - first);
    for (Index k = 0; k < count; ++k) load(k, first + k);
    square += forward(count, 1.0);
  }
  const bool finite = At_.allFinite() && B_.allFinite();  // -inf in A has no effect if all inputs are positive
  return finite ? square / (2 * static_cast<double>(samples_.count())) : std::numeric_limits<double>::quiet_NaN();
}

Unit Descent::unit() const {
  return {.A = At_.leftCols(At_.rows()).transpose(), .B = Bt_.leftCols(B_.rows()).transpose()};
}

void Descent::load(Index place, Index sample) {
  std::copy_n(samples_.X.row(sample).data(), samples_.inputs(), X_.row(place).data());
  std::copy_n(samples_.Y.row(sample).data(), samples_.outputs(), Y_.row(place).data());
}

/// Computes S = A x, H = S^+ + x and E = factor (B h - y) of the batch; returns the sum of |B h - y|^2.
double Descent::forward(Index count, double factor) {
  hidden_rows(X_, count, At_, S_, H_);
  product(H_, count, Bt_, E_);
  return compare(Y_.data(), count * E_.cols(), factor, E_.data());
}

}  // namespace resunit
