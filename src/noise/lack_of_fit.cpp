#include "noise/lack_of_fit.hpp"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <limits>
#include <numeric>
#include <vector>

#include "linalg/median.hpp"
#include "model/random.hpp"
#include "noise/estimate.hpp"
#include "noise/relax.hpp"
#include "resunit/metrics.hpp"

namespace resunit {
namespace {

constexpr double kLongRows = 100;  ///< median |a_j| above which x is negligible beside (A x)^+
constexpr Index kFolds = 5;

struct FTest {
  double F = 0;
  double p_value = 1;
};

/// Of a model against a larger one that has `extra` parameters more and leaves `residual` degrees of freedom. Clipped
/// residuals answer a change of the model only in the share that was `kept`, which makes F larger by its inverse.
FTest compare(double loss, double larger_loss, double extra, double residual, double kept = 1) {
  if (!(extra >= 1) || !(residual >= 1) || !(loss > larger_loss)) return {};
  if (!(larger_loss > 0)) return {.F = std::numeric_limits<double>::infinity(), .p_value = 0};
  const double F = kept * ((loss - larger_loss) / extra) / (larger_loss / residual);
  const boost::math::fisher_f distribution(extra, residual);
  return {.F = F, .p_value = boost::math::cdf(boost::math::complement(distribution, F))};
}

/// R^2 on a random fifth of the samples of the unit refitted to the rest.
double held_out_r2(const Samples& samples, const Matrix& A, std::uint64_t seed) {
  std::vector<Index> order(samples.count());
  std::iota(order.begin(), order.end(), Index{0});
  Random(seed, Stream::noisy_holdout).shuffle(order);
  const auto split = order.begin() + samples.count() / kFolds;
  const std::vector<Index> tested(order.begin(), split), used(split, order.end());
  const Matrix X = samples.X(used, Eigen::all), Y = samples.Y(used, Eigen::all);
  const VplmResult fit = vplm({X, Y}, A, {.tolerance = 1e-4});
  const Matrix predicted = predict({.A = fit.A, .B = fit.B}, samples.X(tested, Eigen::all));
  return output_errors(predicted, samples.Y(tested, Eigen::all)).r2;
}

}  // namespace

double linear_p_value(const Samples& samples, double linear_loss, double unit_loss) {
  const auto n = static_cast<double>(samples.count()), d = static_cast<double>(samples.inputs()),
             m = static_cast<double>(samples.outputs());
  return compare(linear_loss, unit_loss, d * d, n * m - m * d - d * d).p_value;
}

LackOfFit judge_fit(const Samples& samples, const Reweighted& fit, double linear_p_value, double relaxed_loss,
                    std::uint64_t seed) {
  LackOfFit facts;
  facts.linear_p_value = linear_p_value;
  facts.linear = linear_p_value > kSurprise;
  if (!facts.linear) {
    const Samples target{samples.X, fit.target};
    Projection at;
    project(Family::unit, target, fit.unit.A, at);
    const bool searched = fit.target == samples.Y && relaxed_loss < at.loss;
    const double larger = searched ? relaxed_loss : relax(target, fit.unit.A).loss;
    const auto [extra, residual] = degrees_of_freedom(samples);
    const bool is_rounding = at.loss <= kHardlyNoisy * kHardlyNoisy;  // which has a pattern of its own
    const FTest test = is_rounding ? FTest{} : compare(at.loss, larger, extra, residual, fit.kept);
    facts.F = test.F;
    facts.p_value = test.p_value;
  }
  facts.misfit = facts.p_value < kSurprise;
  facts.held_out_r2 = held_out_r2(samples, fit.unit.A, seed);
  facts.no_signal = facts.held_out_r2 <= 0;  // NaN, where the samples held out are all equal, tells nothing
  facts.median_row_of_A = median(fit.unit.A.rowwise().norm());
  facts.skip_not_identified = facts.median_row_of_A > kLongRows;
  return facts;
}

}  // namespace resunit
