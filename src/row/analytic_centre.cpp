// Damped Newton on the logarithmic barrier
//     f(g) = -sum_i log s_i + p/2 |g|^2,   s = Z g - t > 0                                       (R0-centre)
//     grad f = -Z'(1/s) + p g,   Hess f = Z' diag(1/s^2) Z + p I
// f is self-concordant: steps of length 1 / (1 + decrement) never leave the set, and full steps converge quadratically.
#include "row/analytic_centre.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "parallel/underway.hpp"

namespace resunit {
namespace {

/// The minimiser of the barrier along a direction by Newton in one variable: far from the centre it takes much longer
/// steps than 1 / (1 + decrement), 8 instead of 30 Newton steps on layer 1 at d = 16, n = 512.
double best_length(const Vector& s, const Vector& ds, double slope_of_proximal, double curvature_of_proximal) {
  double limit = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < s.size(); ++i)
    if (ds(i) < 0) limit = std::min(limit, -s(i) / ds(i));
  double low = 0, high = limit, length = std::min(1.0, 0.9 * limit);
  for (int pass = 0; pass < 20; ++pass) {
    const Eigen::ArrayXd ratio = ds.array() / (s + length * ds).array();
    const double slope = slope_of_proximal + length * curvature_of_proximal - ratio.sum();
    const double curvature = curvature_of_proximal + ratio.square().sum();
    if (std::abs(slope) <= 1e-3 * std::sqrt(curvature)) break;
    (slope < 0 ? low : high) = length;
    const double next = length - slope / curvature;
    length = next > low && next < high ? next : std::isfinite(high) ? (low + high) / 2 : 2 * length;
  }
  return length;
}

}  // namespace

AnalyticCentre analytic_centre(const Matrix& Z, const Vector& t, Vector g, double proximal, int max_iterations,
                               GramWorkspace& workspace) {
  constexpr double kConverged = 1e-9;
  AnalyticCentre centre{.point = std::move(g)};
  Matrix hessian;
  for (;; ++centre.iterations) {
    const Vector s = Z * centre.point - t;
    Underway::check();
    const Vector inverse = s.cwiseInverse();
    const Vector weights = inverse.cwiseAbs2();
    const Vector gradient = proximal * centre.point - Z.transpose() * inverse;
    workspace.weighted_gram(Z, weights.data(), hessian);
    hessian.diagonal().array() += proximal;
    const Vector step = -Eigen::LLT<Eigen::Ref<Matrix>>(hessian).solve(gradient);
    centre.decrement = std::sqrt(std::max(0.0, -gradient.dot(step)));
    if (!(centre.decrement > kConverged) || centre.iterations == max_iterations) return centre;

    const double length = centre.decrement < 0.1 ? 1.0
                                                 : best_length(s, Z * step, proximal * centre.point.dot(step),
                                                               proximal * step.squaredNorm());
    centre.point += length * step;
  }
}

}  // namespace resunit
