// The forward map of a unit, the left inverse of its layer 2, and the canonical form of its scale rows.
// Paper: equ:preReLU-TLRN-gt, def:scale-trans.
#include "resunit/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "linalg/basis.hpp"
#include "resunit/error.hpp"
#include "resunit/samples.hpp"

namespace resunit {
namespace {

/// Samples that go through a unit in one product: enough for BLAS to run at full speed, few enough that what
/// is needed beside the result stays at some hundred kilobytes for d = 64.
constexpr Index kChunk = 512;

/// A scale row with 1 + alpha below this is -e_j but for rounding, and has no other form.
constexpr double kRounding = 1e-8;

template <class Work>
void for_each_chunk(Index samples, Work&& work) {
  for (Index first = 0; first < samples; first += kChunk) work(first, std::min(kChunk, samples - first));
}

void require_shape(const Unit& unit) {
  const Index d = unit.B.cols();
  if (unit.inputs() < 1 || unit.B.rows() < d || unit.A.rows() != d || unit.A.cols() != d)
    throw DataError(fmt::format("A is {} x {}, B is {} x {}: a unit has A of d x d, B of m x d, m >= d >= 1",
                                unit.A.rows(), unit.A.cols(), unit.B.rows(), unit.B.cols()));
}

void require_inputs(const Unit& unit, const MatrixView& X) {
  require_shape(unit);
  if (X.cols() != unit.inputs())
    throw DataError(fmt::format("X has {} columns, the unit has {} inputs", X.cols(), unit.inputs()));
}

}  // namespace

void validate(const Unit& unit) {
  require_shape(unit);
  require_finite(unit.A, "A");
  require_finite(unit.B, "B");
}

Matrix extended_inputs(const Unit& unit, const MatrixView& X) {
  require_inputs(unit, X);
  if (!unit.bias) return X;
  Matrix extended(X.rows(), unit.rows());
  extended << X, Vector::Ones(X.rows());
  return extended;
}

Matrix hidden(const Unit& unit, const MatrixView& X) {
  Matrix H = extended_inputs(unit, X);
  for_each_chunk(X.rows(), [&](Index first, Index count) {
    auto chunk = H.middleRows(first, count);
    chunk += (chunk * unit.A.transpose()).cwiseMax(0.0).eval();
  });
  return H;
}

Matrix predict(const Unit& unit, const MatrixView& X) {
  require_inputs(unit, X);
  Matrix Y(X.rows(), unit.outputs());
  for_each_chunk(X.rows(), [&](Index first, Index count) {
    Y.middleRows(first, count).noalias() = hidden(unit, X.middleRows(first, count)) * unit.B.transpose();
  });
  return Y;
}

std::optional<Matrix> left_inverse(const Unit& unit) {
  validate(unit);
  const double precision = std::numeric_limits<double>::epsilon() * static_cast<double>(unit.outputs());
  const Basis basis = orthonormal_basis(unit.B, precision);
  if (basis.rank() < unit.rows()) return std::nullopt;
  return basis.back.transpose() * basis.Z.transpose();
}

Unit canonical(Unit unit) {
  require_shape(unit);
  for (Index j = 0; j < unit.rows(); ++j) {
    const double alpha = unit.A(j, j);
    if (!is_scale_row(unit.A, j) || 1 + alpha <= kRounding || alpha >= 0) continue;
    unit.A(j, j) = -alpha / (1 + alpha);
    unit.B.col(j) *= 1 + alpha;
  }
  return unit;
}

bool is_scale_row(const MatrixView& A, Index j) {
  for (Index k = 0; k < A.cols(); ++k)
    if (k != j && A(j, k) != 0) return false;
  return true;
}

}  // namespace resunit
