// SPDX-License-Identifier: BSD-3-Clause
// Diagnosis of samples: ranks, feasible sets, a fit, and the number of samples on either side of each hinge.
#include "resunit/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "exact/tolerances.hpp"
#include "fit/feasible_sets.hpp"
#include "fit/learn.hpp"
#include "fit/verdict.hpp"
#include "linalg/basis.hpp"
#include "linalg/indexing.hpp"
#include "linalg/openblas.hpp"
#include "model/bias.hpp"
#include "model/directions.hpp"
#include "model/fit_options.hpp"
#include "model/random_subset.hpp"
#include "model/unit_parts.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

/// The number of samples for the paper's programs: sufficient for them, and few enough for Clp.
Index program_samples(Index d) {
  constexpr Index kLeast = 512, kPerInput = 16;
  return std::max(kLeast, kPerInput * d);
}

/// A random subset of at most `count` samples.
Dataset subset_of(const Samples& samples, Index count, std::uint64_t seed) {
  return select_samples(samples, random_subset(samples.count(), count, Random(seed, Stream::diagnosis)));
}

/// One sample per direction, as `Diagnosis::directions` counts them; of a single input, one sample per value.
std::vector<Index> distinct_samples(const MatrixView& X) {
  if (X.cols() > 1) return distinct_directions(X, X.rows());
  Matrix values = Matrix::Ones(X.rows(), 2);  // (x, 1) has another direction for every x
  values.col(0) = X;
  return distinct_directions(values, X.rows());
}

/// Counts the samples on either side of each hinge. X: one sample per direction.
void count_sides(const Unit& unit, const MatrixView& X, std::vector<RowDiagnosis>& rows) {
  const Matrix S = extended_inputs(unit, X) * unit.A.transpose();
  for (Index j = 0; j < unit.rows(); ++j) {
    const double hinge = kOnKink * S.col(j).norm() / std::sqrt(static_cast<double>(S.rows()));
    rows[j].active = (S.col(j).array() > hinge).count();
    rows[j].inactive = (S.col(j).array() < -hinge).count();
  }
}

/// True if row j is certified or, under noise, if the standard error of a_j is below half of its norm.
bool is_identifiable(const Fit& fit, Index j) {
  if (fit.unit.bias && j == fit.unit.inputs() && fit.unit.A.row(j).isZero(0)) return true;  // zero by the model
  if (fit.method == Method::exact) return fit.certificate.layer1_rows[j] && fit.certificate.layer2_rows[j];
  const Matrix& error = fit.uncertainty.A_stderr;
  return fit.status == FitStatus::solved && error.size() > 0 && error.row(j).norm() < fit.unit.A.row(j).norm() / 2;
}

/// `samples` are the original ones, with the constant input and output if there is a bias.
Diagnosis diagnose_inputs(const Samples& original, const Samples& samples, FitOptions options) {
  Diagnosis facts{.samples = samples.count(), .inputs = samples.inputs(), .outputs = original.outputs()};
  facts.fit = learn_validated(original, options);
  options.bias = Bias::none;

  const Basis X = orthonormal_basis(samples.X, kInputRank), Y = orthonormal_basis(samples.Y, kOutputRank);
  facts.directions = std::ssize(distinct_directions(samples.X, samples.count()));
  facts.rank_of_X = X.rank(), facts.condition_of_X = X.condition;
  facts.rank_of_Y = Y.rank(), facts.condition_of_Y = Y.condition;

  facts.program_samples = std::min(samples.count(), program_samples(samples.inputs()));
  for (const auto& [set, width] : feasible_widths(subset_of(samples, facts.program_samples, options.seed), options))
    facts.rows.push_back({.set = set, .width = width});
  if (facts.fit.usable()) {
    count_sides(facts.fit.unit, Matrix(original.X(distinct_samples(samples.X), kAll)), facts.rows);
    for (Index j = 0; j < samples.inputs(); ++j) facts.rows[j].identifiable = is_identifiable(facts.fit, j);
  }
  facts.enough =
      std::all_of(facts.rows.begin(), facts.rows.end(), [](const RowDiagnosis& row) { return row.identifiable; });
  facts.verdict = verdict_of(facts);
  return facts;
}

}  // namespace

Diagnosis diagnose(const Samples& samples, const FitOptions& options) {
  if (options.method != Method::automatic)
    throw OptionError(
        fmt::format("FitOptions::method = {}, expected auto: diagnose selects the method", to_string(options.method)));
  validate(options);
  validate(samples, options.columns);
  const OneBlasThread guard;
  ProgressScope scope(options.progress);
  FitOptions checked = options;
  checked.progress = scope.reports();
  return options.bias == Bias::none ? diagnose_inputs(samples, samples, checked)
                                    : diagnose_inputs(samples, with_constant(samples), checked);
}

}  // namespace resunit
