// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/lack_of_fit.hpp"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "linalg/indexing.hpp"
#include "linalg/median.hpp"
#include "linalg/norms.hpp"
#include "model/random_subset.hpp"
#include "model/unit_parts.hpp"
#include "noise/estimate.hpp"
#include "noise/inference/residual_structure.hpp"
#include "noise/start/relax.hpp"
#include "resunit/metrics.hpp"

namespace resunit {
namespace {

/// Residuals below this, relative to rms(y), may be those of numbers truncated to a few decimals, which depend on sign x.
constexpr double kTruncation = 1e-3;
constexpr double kLongRows = 100;  ///< median |a_j| for standardized inputs above which x is negligible next to (A x)^+
constexpr Index kFolds = 5;
constexpr double kRefitTolerance = 1e-4;  ///< of the refit without the samples held out, as in VplmOptions

struct FTest {
  double F = 0;
  double p_value = 1;
};

/// F test of a model against a larger one with `extra` more parameters and `residual` residual degrees of freedom. Of
/// clipped residuals only the share `kept` responds to a change of the model, which increases F by the factor 1 / kept.
FTest compare(double loss, double larger_loss, double extra, double residual, double kept = 1) {
  if (!(extra >= 1) || !(residual >= 1) || !(loss > larger_loss)) return {};
  if (!(larger_loss > 0)) return {.F = std::numeric_limits<double>::infinity(), .p_value = 0};
  const double F = kept * ((loss - larger_loss) / extra) / (larger_loss / residual);
  const boost::math::fisher_f distribution(extra, residual);
  return {.F = F, .p_value = boost::math::cdf(boost::math::complement(distribution, F))};
}

/// R^2 on a random fifth of the samples, of the unit refitted to the others.
double held_out_r2(const UnitSamples& samples, const Matrix& A, std::uint64_t seed) {
  Random random(seed, Stream::noisy_holdout);
  const std::vector<Index> order = random_order(samples.count(), random);
  const auto split = order.begin() + samples.count() / kFolds;
  const std::vector<Index> tested(order.begin(), split), used(split, order.end());
  const Matrix X = samples.X(used, kAll), Y = samples.Y(used, kAll);
  VplmResult fit = vplm({X, Y, samples.bias}, A, {.tolerance = kRefitTolerance});
  const Matrix X_tested = samples.X(tested, kAll), Y_tested = samples.Y(tested, kAll);
  return output_errors(forward(samples.unit(std::move(fit.A), std::move(fit.B)), X_tested), Y_tested).r2;
}

}  // namespace

double linear_p_value(const UnitSamples& samples, double linear_loss, double unit_loss) {
  const auto extra = static_cast<double>(samples.layer1_weights());
  const auto residual = static_cast<double>(samples.count() * samples.outputs() - samples.all_weights());
  return compare(linear_loss, unit_loss, extra, residual).p_value;
}

LackOfFit assess_fit(const UnitSamples& samples, const Reweighted& fit, double linear_p_value, double relaxed_loss,
                     std::uint64_t seed) {
  LackOfFit facts;
  const Matrix A = fit.unit.A.topRows(samples.neurons());
  facts.linear_p_value = linear_p_value;
  facts.linear = linear_p_value > kSignificance;
  const UnitSamples target = samples.with_outputs(fit.target);
  Projection at;
  project(Family::unit, target, A, at);
  const bool is_rounding = at.loss <= kNegligibleNoise * kNegligibleNoise;  // rounding errors are not random
  if (!facts.linear) {
    const bool searched = fit.target == samples.Y && relaxed_loss < at.loss;
    const double larger = searched ? relaxed_loss : relax(target, A).loss;
    const auto [extra, residual] = degrees_of_freedom(samples);
    const FTest test = is_rounding ? FTest{} : compare(at.loss, larger, extra, residual, fit.kept);
    facts.F = test.F;
    facts.p_value = test.p_value;
  }
  const double used = static_cast<double>(samples.all_weights()) / static_cast<double>(samples.outputs());
  if (length_of(at.E) > kTruncation * length_of(target.Y))
    facts.residual_p_value = residual_p_value(samples.X, at.R, at.E, used, Random(seed, Stream::residual_signs));
  facts.misfit = std::min(facts.p_value, facts.residual_p_value) < kSignificance;
  facts.held_out_r2 = held_out_r2(samples.with_outputs(fit.target), A, seed);
  facts.no_signal = facts.held_out_r2 <= 0;  // false for NaN: all outputs held out are equal
  facts.median_row_of_A = median(A.rowwise().norm());
  facts.skip_not_identified = facts.median_row_of_A > kLongRows;
  return facts;
}

}  // namespace resunit
