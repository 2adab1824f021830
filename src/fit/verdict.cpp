// SPDX-License-Identifier: BSD-3-Clause
#include "fit/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "exact/tolerances.hpp"
#include "model/counted.hpp"
#include "noise/noisy.hpp"

namespace resunit {
namespace {

/// The number of samples from which method exact finds every identifiable row (docs/journal/exact_study.md).
Index enough_for_exact(Index d) {
  constexpr Index kFewInputs = 16;
  constexpr double kPerInput = 2.5, kPerInputOfMany = 3.0;  // samples per input, up to kFewInputs inputs and above
  return static_cast<Index>(std::ceil((d <= kFewInputs ? kPerInput : kPerInputOfMany) * static_cast<double>(d))) +
         kSpare;
}

std::string too_few(const Diagnosis& facts) {
  const Index exact = enough_for_exact(facts.inputs), noisy = kFewestSamplesUnderNoise * facts.inputs;
  const Index more_noisy = std::max(noisy - facts.directions, facts.outputs + 1 - facts.samples);
  if (facts.directions < exact)
    return fmt::format(
        "too few samples: add about {} in new directions of x if they are noiseless, at least {} if they are noisy",
        exact - facts.directions, std::max(more_noisy, exact - facts.directions));
  if (more_noisy <= 0) return facts.fit.reason;
  return fmt::format(
      "no unit was found that fits the samples to rounding error, and an estimate under noise requires more samples: "
      "add at least {} in new directions of x",
      more_noisy);
}

/// What the rows that are not identifiable require: usually samples on one side of their kink.
std::string missing_sides(const Diagnosis& facts) {
  std::vector<std::string> requests;
  Index others = 0;
  for (std::size_t j = 0; j < facts.rows.size(); ++j) {
    const RowDiagnosis& row = facts.rows[j];
    if (row.identifiable) continue;
    const Index active_wanted = facts.rank_of_X + kSpare, inactive_wanted = facts.rank_of_Y + kSpare;
    if (facts.fit.unit.A.row(static_cast<Index>(j)).isZero(0))
      ++others;  // inactive for all x
    else if (row.active < active_wanted)
      requests.push_back(fmt::format("at least {} with a_{} x > 0", active_wanted - row.active, j + 1));
    else if (row.inactive < inactive_wanted)
      requests.push_back(fmt::format("at least {} with a_{} x < 0", inactive_wanted - row.inactive, j + 1));
    else
      ++others;
  }
  if (requests.empty())
    return fmt::format(
        "{} of {} rows are not identifiable although there are enough samples: {}", others, facts.rows.size(),
        facts.fit.warnings.empty()
            ? "other units fit equally well, for example because inputs lie on a grid or columns are linearly dependent"
            : fmt::format("{}", fmt::join(facts.fit.warnings, "; ")));
  constexpr std::size_t kNamed = 4;
  const std::size_t rest = requests.size() - std::min(requests.size(), kNamed);
  requests.resize(requests.size() - rest);
  return fmt::format("more samples are required: {}{}", fmt::join(requests, ", "),
                     rest > 0 ? ", and more for " + counted(static_cast<Index>(rest), "other row") : "");
}

std::string under_noise(const Diagnosis& facts) {
  const Uncertainty& uncertainty = facts.fit.uncertainty;
  if (facts.inputs > 1 && facts.directions < kFewestSamplesUnderNoise * facts.inputs) return too_few(facts);
  const bool has_large_errors = uncertainty.A_stderr.size() > 0 && facts.fit.cause.empty() &&
                                most_rows_are_unknown(uncertainty.A_stderr, facts.fit.unit.A);
  if (facts.fit.status == FitStatus::suspect && !uncertainty.lack_of_fit.misfit && !has_large_errors)
    return "the estimate is suspect: " + facts.fit.reason;
  if (uncertainty.lack_of_fit.misfit)
    return "the samples do not come from a unit, so that more samples do not help: " +
           (facts.fit.cause.empty() ? facts.fit.reason : facts.fit.cause);
  if (uncertainty.A_stderr.size() == 0 && facts.inputs * facts.inputs > NoisyOptions{}.largest_covariance)
    return fmt::format(
        "standard errors are not computed for {} inputs by default; fit --largest-covariance {} computes them and "
        "shows "
        "which weights are identifiable",
        facts.inputs, facts.inputs * facts.inputs);
  if (uncertainty.A_stderr.size() == 0)
    return fmt::format("not every weight is identifiable under noise of standard deviation {:.3g}{}{}",
                       uncertainty.noise_std, facts.fit.warnings.empty() ? "" : ": ",
                       fmt::join(facts.fit.warnings, "; "));
  const double error = uncertainty.A_stderr.norm() / facts.fit.unit.A.norm();
  if (facts.enough)
    return fmt::format(
        "enough samples for an estimate under noise: the relative standard error of A is {:.2g}%; four times as many "
        "samples would halve it",
        100 * error);
  double worst = 1;
  for (Index j = 0; j < uncertainty.A_stderr.rows(); ++j)
    worst = std::max(worst, 2 * uncertainty.A_stderr.row(j).norm() / facts.fit.unit.A.row(j).norm());
  return fmt::format("some rows are not identifiable under this noise: about {:.2g} times as many samples are required",
                     worst * worst);
}

}  // namespace

std::string verdict_of(const Diagnosis& facts) {
  const Index d = facts.inputs;
  if (facts.rank_of_Y < d && facts.directions >= 2 * d)
    return fmt::format(
        "Y has rank {} but there are {} inputs: B has no left inverse, and more samples of this kind would not help",
        facts.rank_of_Y, d);
  switch (facts.fit.status) {
    case FitStatus::solved:
    case FitStatus::suspect:
    case FitStatus::inexact:
      if (facts.fit.method == Method::noisy) return under_noise(facts);
      if (facts.fit.method == Method::exact) return "enough samples: every weight is identified exactly";
      return "the columns of X are linearly dependent, so that only a rough estimate is possible under noise: remove "
             "redundant columns";
    case FitStatus::undetermined: return missing_sides(facts);
    case FitStatus::unrelated:
      return facts.fit.reason + " If so, the noise is too strong to identify the unit: add samples";
    case FitStatus::not_run:
    case FitStatus::not_exact:
    case FitStatus::infeasible:
    case FitStatus::rank_deficient:
    case FitStatus::too_few_samples:
    case FitStatus::too_few_one_signed:
    case FitStatus::diverged: return too_few(facts);
  }
  return {};
}

}  // namespace resunit
