// SPDX-License-Identifier: BSD-3-Clause
// The forward map of a unit, the left inverse of its layer 2, and the canonical form of its scale rows.
// Paper: equ:preReLU-TLRN-gt, def:scale-trans.
#include "resunit/unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "linalg/basis.hpp"
#include "linalg/openblas.hpp"
#include "linalg/small_products.hpp"
#include "model/counted.hpp"
#include "model/hidden_rows.hpp"
#include "model/unit_parts.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {
namespace {

/// Samples per chunk, whose arrays fit the cache (64 kB per array at d = 64), and chunks per work item of a thread.
constexpr Index kChunk = 128, kChunksAtOnce = 32;

/// The forward map of a unit for chunks of samples, in padded form.
class ForwardMap {
 public:
  ForwardMap(const Unit& unit, Index capacity)
      : unit_(unit),
        At_(with_padding(unit.A.transpose())),
        Bt_(with_padding(unit.B.transpose())),
        X_(Matrix::Zero(capacity, At_.cols())),
        S_(capacity, At_.cols()),
        H_(capacity, At_.cols()),
        Y_(capacity, Bt_.cols()) {
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

/// map(forward_map, rows) for all rows of X, in chunks. Threads do not share a ForwardMap.
template <class Map>
Matrix mapped(const Unit& unit, const MatrixView& X, Index columns, int threads, Map&& map) {
  constexpr Index kAtOnce = kChunk * kChunksAtOnce;
  Matrix result(X.rows(), columns);
  parallel_for((X.rows() + kAtOnce - 1) / kAtOnce, threads, [&](Index part) {
    check_cancelled();
    ForwardMap forward_map(unit, std::min(kChunk, X.rows()));
    const Index end = std::min(X.rows(), (part + 1) * kAtOnce);
    for (Index first = part * kAtOnce; first < end; first += kChunk) {
      const Index count = std::min(kChunk, end - first);
      result.middleRows(first, count) = map(forward_map, X.middleRows(first, count));
    }
  });
  return result;
}

void require_shape(const Unit& unit) {
  const Index d = unit.B.cols();
  const bool square = unit.A.rows() == d && unit.A.cols() == d;
  if (square && unit.bias && unit.inputs() >= 1 && unit.B.rows() == d - 1) {
    if (!unit.A.row(d - 1).isZero(0))
      throw DataError(
          fmt::format("a unit with {}, a bias and {} requires a zero last row of A: the constant input has no neuron",
                      counted(unit.inputs(), "input"), counted(unit.outputs(), "output")));
    return;
  }
  if (unit.inputs() < 1 || unit.B.rows() < d || !square)
    throw DataError(
        fmt::format("A is {} x {}, B is {} x {}: expected A of size d x d and B of size m x d with m >= d >= 1",
                    unit.A.rows(), unit.A.cols(), unit.B.rows(), unit.B.cols()));
}

void require_inputs(const Unit& unit, const MatrixView& X) {
  require_shape(unit);
  if (X.cols() != unit.inputs())
    throw DataError(
        fmt::format("X has {}, the unit has {}", counted(X.cols(), "column"), counted(unit.inputs(), "input")));
}

}  // namespace

void validate(const Unit& unit) {
  require_shape(unit);
  require_finite(unit.A, "A");
  require_finite(unit.B, "B");
}

Matrix extended_inputs(const Unit& unit, const MatrixView& X) {
  if (!unit.bias) return X;
  Matrix extended(X.rows(), unit.rows());
  extended << X, Vector::Ones(X.rows());
  return extended;
}

Matrix hidden_layer(const Unit& unit, const MatrixView& X) {
  return mapped(unit, X, unit.rows(), 1, [](ForwardMap& map, const MatrixView& rows) { return map.hidden(rows); });
}

Matrix forward(const Unit& unit, const MatrixView& X, int threads) {
  return mapped(unit, X, unit.outputs(), threads,
                [](ForwardMap& map, const MatrixView& rows) { return map.outputs(rows); });
}

Matrix hidden(const Unit& unit, const MatrixView& X) {
  require_inputs(unit, X);
  const OneBlasThread guard;  // more than 320 inputs use BLAS (small_products.cpp)
  return hidden_layer(unit, X);
}

Matrix predict(const Unit& unit, const MatrixView& X, int threads) {
  require_inputs(unit, X);
  const OneBlasThread guard;
  return forward(unit, X, threads);
}

Matrix predict(const Fit& fit, const MatrixView& X, int threads) {
  if (fit.unit.B.size() == 0)
    throw DataError(fmt::format("cannot predict, because the fit has no weights: {}", fit.brief()));
  return predict(fit.unit, X, threads);
}

Bias bias_of(const Unit& unit) {
  if (!unit.bias) return Bias::none;
  return unit.B.rightCols(1).isZero(0) ? Bias::layer1 : Bias::both;
}

std::optional<Matrix> left_inverse(const Unit& unit) {
  validate(unit);
  const double precision = std::numeric_limits<double>::epsilon() * static_cast<double>(unit.outputs());
  const Basis basis = orthonormal_basis(unit.B.leftCols(unit.inputs()), precision);
  if (basis.rank() < unit.inputs()) return std::nullopt;
  return basis.from_basis.transpose() * basis.Z.transpose();
}

Unit canonical(Unit unit) {
  require_shape(unit);
  for (Index j = 0; j < unit.rows(); ++j) {
    const double alpha = unit.A(j, j);
    if (!is_scale_row(unit.A, j) || 1 + alpha <= kLostCanonicalForm || alpha >= 0) continue;
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

std::vector<bool> scale_rows_of(const MatrixView& A) {
  std::vector<bool> rows(A.rows());
  for (Index j = 0; j < A.rows(); ++j) rows[j] = is_scale_row(A, j);
  return rows;
}

}  // namespace resunit
