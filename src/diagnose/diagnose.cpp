// Facts about samples: ranks, feasible sets, a fit, and how many samples stand on either side of each hinge.
#include "resunit/diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "diagnose/feasible_sets.hpp"
#include "diagnose/verdict.hpp"
#include "exact/tolerances.hpp"
#include "linalg/basis.hpp"
#include "linalg/openblas.hpp"
#include "model/bias.hpp"
#include "model/directions.hpp"
#include "model/random.hpp"
#include "resunit/options.hpp"

namespace resunit {
namespace {

/// Enough for the paper's programs, few enough for Clp.
Index program_samples(Index d) {
  return std::max<Index>(512, 16 * d);
}

/// A random part of the samples, at most `count`.
Dataset part_of(const Samples& samples, Index count, std::uint64_t seed) {
  std::vector<Index> rows(samples.count());
  std::iota(rows.begin(), rows.end(), Index{0});
  if (count < samples.count()) {
    Random(seed, Stream::diagnosis).shuffle(rows);
    rows.resize(count);
    std::sort(rows.begin(), rows.end());
  }
  return {.X = samples.X(rows, Eigen::all), .Y = samples.Y(rows, Eigen::all)};
}

void count_sides(const Unit& unit, const MatrixView& X, std::vector<RowDiagnosis>& rows) {
  const Matrix S = extended_inputs(unit, X) * unit.A.transpose();
  for (Index j = 0; j < unit.rows(); ++j) {
    const double hinge = kHinge * S.col(j).norm() / std::sqrt(static_cast<double>(S.rows()));
    rows[j].active = (S.col(j).array() > hinge).count();
    rows[j].inactive = (S.col(j).array() < -hinge).count();
  }
}

bool is_determined(const Fit& fit, Index j) {
  if (fit.method == Method::exact) return fit.certificate.layer1_rows[j] && fit.certificate.layer2_rows[j];
  const Matrix& error = fit.uncertainty.A_stderr;
  return fit.status == FitStatus::solved && error.size() > 0 && error.row(j).norm() < fit.unit.A.row(j).norm() / 2;
}

/// `samples` have the constant of a bias among their inputs, those given have not.
Diagnosis diagnose_inputs(const Samples& given, const Samples& samples, FitOptions options) {
  Diagnosis facts{.samples = samples.count(), .inputs = samples.inputs(), .outputs = samples.outputs()};
  options.method = Method::automatic;
  if (samples.count() >= samples.inputs()) facts.fit = fit(given, options);
  options.bias = false;

  const OneBlasThread guard;
  const Basis X = orthonormal_basis(samples.X, kInputRank), Y = orthonormal_basis(samples.Y, kOutputRank);
  facts.directions = std::ssize(distinct_directions(samples.X, samples.count()));
  facts.rank_of_X = X.rank(), facts.condition_of_X = X.condition;
  facts.rank_of_Y = Y.rank(), facts.condition_of_Y = Y.condition;

  facts.program_samples = std::min(samples.count(), program_samples(samples.inputs()));
  for (const auto& [set, width] : feasible_widths(part_of(samples, facts.program_samples, options.seed), options))
    facts.rows.push_back({.set = set, .width = width});
  if (usable(facts.fit.status)) {
    count_sides(facts.fit.unit, given.X, facts.rows);
    for (Index j = 0; j < samples.inputs(); ++j) facts.rows[j].determined = is_determined(facts.fit, j);
  }
  facts.enough =
      std::all_of(facts.rows.begin(), facts.rows.end(), [](const RowDiagnosis& row) { return row.determined; });
  facts.verdict = verdict_of(facts);
  return facts;
}

}  // namespace

std::string_view to_string(FeasibleSet set) {
  switch (set) {
    case FeasibleSet::unknown: return "unknown";
    case FeasibleSet::empty: return "empty";
    case FeasibleSet::unbounded: return "unbounded";
    case FeasibleSet::wide: return "wide";
    case FeasibleSet::point: return "point";
  }
  return "unknown";
}

Diagnosis diagnose(const Samples& samples, const FitOptions& options) {
  validate(options);
  validate(samples);
  return options.bias ? diagnose_inputs(samples, with_constant(samples), options)
                      : diagnose_inputs(samples, samples, options);
}

}  // namespace resunit
