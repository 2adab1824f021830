// SPDX-License-Identifier: BSD-3-Clause
// Predictions of a regressor, and the residual unit that computes the same function.
#include "tables/regressor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "linalg/entry_check.hpp"
#include "linalg/openblas.hpp"
#include "model/columns.hpp"
#include "model/counted.hpp"
#include "resunit/error.hpp"
#include "resunit/regress.hpp"
#include "tables/data/scaling.hpp"

namespace resunit {
namespace {

constexpr Index kChunk = 1024;

void require_inputs(const Regressor& regressor, const MatrixView& X) {
  if (X.cols() != regressor.input_count())
    throw DataError(fmt::format("X has {}, the model has {}", counted(X.cols(), "column"),
                                counted(regressor.input_count(), "input")));
  if (const std::optional<Entry> entry = first_entry_beyond(X, std::numeric_limits<double>::infinity()))
    throw DataError(fmt::format("X is NaN in row {}, column {}", entry->row + 1, entry->column + 1));
}

/// [standardized x, 1] for `count` rows from `first` on.
Matrix standard_inputs(const Regressor& regressor, const MatrixView& X, Index first, Index count) {
  const Index d = X.cols();
  Matrix Z(count, d + 1);
  for (Index i = 0; i < count; ++i) {
    for (Index j = 0; j < d; ++j) Z(i, j) = regression::standardized(regressor.inputs, j, X(first + i, j));
    Z(i, d) = 1;
  }
  return Z;
}

void require_scaling(const char* name, const Scaling& scaling, Index size) {
  for (const Vector* part : {&scaling.low, &scaling.high, &scaling.mean, &scaling.scale}) {
    if (part->size() != size)
      throw DataError(fmt::format("the scaling of the {} has {} entries, expected {}", name, part->size(), size));
    if (!part->allFinite()) throw DataError(fmt::format("the scaling of the {} is not finite", name));
  }
  if ((scaling.scale.array() <= 0).any()) throw DataError(fmt::format("a scale of the {} is not positive", name));
  if ((scaling.low.array() > scaling.high.array()).any())
    throw DataError(fmt::format("a range of the {} is empty", name));
}

}  // namespace

void validate(const Regressor& regressor) {
  const Index d = regressor.input_count(), m = regressor.output_count(), k = regressor.width();
  if (d < 1 || m < 1)
    throw DataError(fmt::format("the regressor has {} and {}, expected at least 1 of each", counted(d, "input"),
                                counted(m, "output")));
  require_scaling("inputs", regressor.inputs, d);
  require_scaling("outputs", regressor.outputs, m);
  const auto require_shape = [](const char* name, const Matrix& M, Index rows, Index cols) {
    if (M.rows() != rows || M.cols() != cols)
      throw DataError(fmt::format("{} is {} x {}, expected {} x {}", name, M.rows(), M.cols(), rows, cols));
    if (!M.allFinite()) throw DataError(fmt::format("{} is not finite", name));
  };
  require_shape("A", regressor.A, k, d + 1);
  require_shape("W", regressor.W, m, d + 1);
  require_shape("V", regressor.V, m, k);
  const Columns& columns = regressor.columns;
  require_columns(columns, d, m);
  require_range(regressor.input_range, d);
  if (columns.inputs.empty() != columns.targets.empty())
    throw DataError("inputs and targets must both have names, or neither");
}

Matrix predict(const Regressor& regressor, const MatrixView& X) {
  require_inputs(regressor, X);
  const OneBlasThread guard;
  Matrix result(X.rows(), regressor.output_count());
  for (Index first = 0; first < X.rows(); first += kChunk) {
    const Index count = std::min(kChunk, X.rows() - first);
    const Matrix Z = standard_inputs(regressor, X, first, count);
    const Matrix R = (Z * regressor.A.transpose()).cwiseMax(0.0);
    const Matrix standard = Z * regressor.W.transpose() + R * regressor.V.transpose();
    result.middleRows(first, count) = regressor.width() > 0 ? regression::restored(regressor.outputs, standard)
                                                            : regression::unclipped(regressor.outputs, standard);
  }
  return result;
}

Unit as_unit(const Regressor& regressor) {
  const Index q = regressor.input_count() + 1, k = regressor.width(), m = regressor.output_count();
  const Index D = q + k;
  Unit unit{.A = Matrix::Zero(D, D), .B = Matrix::Zero(std::max(D, m), D)};
  unit.A.bottomLeftCorner(k, q) = regressor.A;
  unit.B.topLeftCorner(m, q) = regressor.W;
  unit.B.topRightCorner(m, k) = regressor.V;
  return unit;
}

Matrix padded_inputs(const Regressor& regressor, const MatrixView& X) {
  require_inputs(regressor, X);
  Matrix padded = Matrix::Zero(X.rows(), X.cols() + 1 + regressor.width());
  padded.leftCols(X.cols() + 1) = standard_inputs(regressor, X, 0, X.rows());
  return padded;
}

}  // namespace resunit
