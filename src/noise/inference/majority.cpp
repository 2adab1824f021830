// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/majority.hpp"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "linalg/indexing.hpp"
#include "linalg/median.hpp"
#include "model/unit_parts.hpp"
#include "noise/descent/vplm.hpp"
#include "noise/inference/reweight.hpp"

namespace resunit {
namespace {

constexpr double kDivided = 0.5;          ///< largest s of a majority that is reported
constexpr double kHeavyTails = 0.9;       ///< median of q_i over that of chi2(m), below which the steps are run
constexpr double kInlier = 0.999;         ///< quantile of chi2(m) that bounds the q_i of the majority
constexpr Index kEquationsPerWeight = 2;  ///< of the majority
/// Shuffled rows shrink the outputs of the least-squares unit: the first half is selected by y - factor * fitted outputs.
constexpr double kFactors[] = {1, 1.5, 2, 3};
constexpr int kTrimmingSteps = 10, kMostSteps = 30;
constexpr double kStepTolerance = 1e-4;  ///< of each least-squares fit, as in VplmOptions

/// The samples with the smallest q_i, in ascending order of i.
std::vector<Index> smallest(const Vector& q, Index count) {
  std::vector<Index> order(static_cast<std::size_t>(q.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::nth_element(order.begin(), order.begin() + count, order.end(), [&](Index i, Index k) { return q(i) < q(k); });
  order.resize(static_cast<std::size_t>(count));
  std::sort(order.begin(), order.end());
  return order;
}

/// The mean of chi2(m) below its median, relative to m.
double consistency(double m) {
  const boost::math::chi_squared chi2(m), larger(m + 2);
  return 2 * boost::math::cdf(larger, boost::math::median(chi2));
}

Vector fit_majority(const UnitSamples& samples, const std::vector<Index>& rows, const Matrix& whitening, Matrix& A) {
  const Matrix X = samples.X(rows, kAll), Y = samples.Y(rows, kAll);
  VplmResult fit = vplm({X, Y, samples.bias}, A, {.tolerance = kStepTolerance});
  A = fit.A;
  const Matrix E = samples.Y - forward(samples.unit(std::move(fit.A), std::move(fit.B)), samples.X);
  return (E * whitening).rowwise().squaredNorm();
}

/// The q_i after concentration steps from layer 1 `A` and the samples with the smallest residuals E. The number of samples
/// decreases in steps from n to n/2: each fit then excludes the worst of the last one.
Vector concentrate(const UnitSamples& samples, Matrix A, const Matrix& E, const Matrix& whitening) {
  Vector q = (E * whitening).rowwise().squaredNorm();
  const Index n = q.size(), half = n / 2;
  std::vector<Index> before;
  for (int step = 1; step <= kMostSteps; ++step) {
    std::vector<Index> rows = smallest(q, n - (n - half) * std::min(step, kTrimmingSteps) / kTrimmingSteps);
    if (rows == before) break;
    q = fit_majority(samples, rows, whitening, A);
    before = std::move(rows);
  }
  return q;
}

}  // namespace

Majority find_majority(const UnitSamples& samples, const Matrix& start, const Matrix& E) {
  const Index n = samples.count(), half = n / 2;
  const auto m = static_cast<double>(samples.outputs());
  const boost::math::chi_squared chi2(m);
  Majority majority;
  if (half * samples.outputs() < kEquationsPerWeight * samples.all_weights()) return majority;
  const Matrix whitening = power(E.transpose() * E / (residual_degrees(samples) / m), -0.5);
  Vector q = (E * whitening).rowwise().squaredNorm();
  if (!q.allFinite() || median(q) > kHeavyTails * boost::math::median(chi2)) return majority;

  double variance = std::numeric_limits<double>::infinity();
  const double degrees = static_cast<double>(half) * m - static_cast<double>(samples.all_weights());
  for (const double factor : kFactors) {
    const Vector found = concentrate(samples, start, samples.Y - factor * (samples.Y - E), whitening);
    const double of_half = found(smallest(found, half)).sum() / (consistency(m) * degrees);
    if (!(of_half < variance)) continue;
    variance = of_half;
    q = found;
  }
  majority.noise = std::sqrt(variance);
  const double limit = variance * boost::math::quantile(chi2, kInlier);
  for (Index i = 0; i < n; ++i)
    if (q(i) > limit) majority.others.push_back(i);
  return majority;
}

bool is_divided(const Majority& majority) {
  return majority.noise < kDivided;
}

}  // namespace resunit
