// The forward map of a unit, the left inverse of its layer 2, and the canonical form of its scale rows.
// Paper: equ:preReLU-TLRN-gt, def:scale-trans.
#include "resunit/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "linalg/basis.hpp"
#include "linalg/openblas.hpp"
#include "linalg/small_products.hpp"
#include "model/hidden_rows.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"
#include "resunit/samples.hpp"

namespace resunit {
namespace {

/// Samples that go through a unit together: what is needed beside the result stays in the cache, 64 kB an array for d =
/// 64. A thread takes many such chunks at a time.
constexpr Index kChunk = 128, kChunksAtOnce = 32;

/// A scale row with 1 + alpha below this is -e_j but for rounding, and has no other form.
constexpr double kRounding = 1e-8;

/// A unit and a chunk of samples on its way through it, padded.
class Passage {
 public:
  Passage(const Unit& unit, Index room)
      : unit_(unit),
        At_(with_padding(unit.A.transpose())),
        Bt_(with_padding(unit.B.transpose())),
        X_(Matrix::Zero(room, At_.cols())),
        S_(room, At_.cols()),
        H_(room, At_.cols()),
        Y_(room, Bt_.cols()) {
    if (unit.bias) X_.col(unit.inputs()).setOnes();
  }

  auto hidden(const MatrixView& X) {
    X_.topLeftCorner(X.rows(), X.cols()) = X;
    hidden_rows(X_, X.rows(), At_, S_, H_);
    return H_.topLeftCorner(X.rows(), unit_.rows());
  }
  auto outputs(const MatrixView& X) {
    hidden(X);
    product(H_, X.rows(), Bt_, Y_);
    return Y_.topLeftCorner(X.rows(), unit_.outputs());
  }

 private:
  const Unit& unit_;
  Matrix At_, Bt_;
  Matrix X_, S_, H_, Y_;
};

/// What `map` makes of a passage and some rows of X, for all rows. Each thread has passages of its own.
template <class Map>
Matrix mapped(const Unit& unit, const MatrixView& X, Index columns, int threads, Map&& map) {
  constexpr Index kAtOnce = kChunk * kChunksAtOnce;
  const OneBlasThread guard;  // BLAS takes over beyond 320 inputs (small_products.cpp)
  Matrix result(X.rows(), columns);
  parallel_for((X.rows() + kAtOnce - 1) / kAtOnce, threads, [&](Index part) {
    Underway::check();
    Passage passage(unit, std::min(kChunk, X.rows()));
    const Index end = std::min(X.rows(), (part + 1) * kAtOnce);
    for (Index first = part * kAtOnce; first < end; first += kChunk) {
      const Index count = std::min(kChunk, end - first);
      result.middleRows(first, count) = map(passage, X.middleRows(first, count));
    }
  });
  return result;
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
  require_inputs(unit, X);
  return mapped(unit, X, unit.rows(), 1, [](Passage& passage, const MatrixView& rows) { return passage.hidden(rows); });
}

Matrix predict(const Unit& unit, const MatrixView& X, int threads) {
  require_inputs(unit, X);
  return mapped(unit, X, unit.outputs(), threads,
                [](Passage& passage, const MatrixView& rows) { return passage.outputs(rows); });
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
