#include "regress/lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace resunit::regression {
namespace {

constexpr double kDecrease = 1e-4;
constexpr double kCurvature = 0.9;
constexpr int kMostTrials = 12;
constexpr double kLeastCurvature = 1e-16;

/// The last pairs (s, y) as columns of a ring.
class Memory {
 public:
  Memory(Index size, int pairs) : S_(size, pairs), Y_(size, pairs), rho_(pairs), alpha_(pairs) {}

  /// Pairs without curvature are left out: H stays positive definite.
  void add(const Vector& s, const Vector& y) {
    const double curvature = s.dot(y);
    if (!(curvature > kLeastCurvature * y.squaredNorm())) return;
    const Index at = next_++ % S_.cols();
    S_.col(at) = s;
    Y_.col(at) = y;
    rho_(at) = 1 / curvature;
  }

  /// p = -H g
  void direction(const Vector& g, Vector& p) {
    p = -g;
    const Index count = std::min(next_, S_.cols());
    for (Index k = 1; k <= count; ++k) {
      const Index at = (next_ - k) % S_.cols();
      alpha_(at) = rho_(at) * S_.col(at).dot(p);
      p -= alpha_(at) * Y_.col(at);
    }
    if (count > 0) {
      const Index last = (next_ - 1) % S_.cols();
      p /= rho_(last) * Y_.col(last).squaredNorm();
    }
    for (Index k = count; k >= 1; --k) {
      const Index at = (next_ - k) % S_.cols();
      p += (alpha_(at) - rho_(at) * Y_.col(at).dot(p)) * S_.col(at);
    }
  }

  bool empty() const { return next_ == 0; }
  void clear() { next_ = 0; }

 private:
  Eigen::MatrixXd S_, Y_;
  Vector rho_, alpha_;
  Index next_ = 0;
};

struct Point {
  Vector x;
  Vector g;
  double f = 0;
};

/// Moves `trial` along p from `at` to a point that satisfies both conditions, or the first after enough trials. False
/// if nothing lower was found.
bool line_search(const Objective& f, const Point& at, const Vector& p, double step, Point& trial, int& evaluations) {
  const double slope = at.g.dot(p);
  double low = 0, high = std::numeric_limits<double>::infinity();
  bool lower = false;
  for (int k = 0; k < kMostTrials; ++k) {
    trial.x = at.x + step * p;
    trial.f = f(trial.x, trial.g);
    ++evaluations;
    if (!(trial.f <= at.f + kDecrease * step * slope)) {
      if (lower) break;  // the last step was fine but for its curvature: take it instead
      high = step;
      // The minimum of the parabola through what is known, kept inside.
      const double fitted = slope * step * step / (2 * (at.f + slope * step - trial.f));
      step = std::isfinite(fitted) && low == 0 ? std::clamp(fitted, 0.1 * step, 0.5 * step) : (low + high) / 2;
    } else if (trial.g.dot(p) < kCurvature * slope) {
      lower = true;
      low = step;
      step = std::isfinite(high) ? (low + high) / 2 : 2.5 * step;
    } else {
      return true;
    }
  }
  if (!lower) return false;
  trial.x = at.x + low * p;
  trial.f = f(trial.x, trial.g);
  ++evaluations;
  return true;
}

}  // namespace

LbfgsResult minimise(const Objective& f, const LbfgsOptions& options, Vector& x) {
  Point at{.x = x, .g = Vector(x.size())}, trial = at;
  at.f = f(at.x, at.g);
  LbfgsResult result{.value = at.f, .evaluations = 1};
  Memory memory(x.size(), options.memory);
  Vector p(x.size());
  while (result.iterations < options.iterations) {
    memory.direction(at.g, p);
    const bool first = memory.empty();
    const double length = p.norm();
    if (!(length > 0)) break;
    if (!(at.g.dot(p) < 0) ||
        !line_search(f, at, p, first ? std::min(1.0, 1 / length) : 1.0, trial, result.evaluations)) {
      if (first) break;
      memory.clear();  // the model of f went wrong: start again from the gradient
      continue;
    }
    memory.add(trial.x - at.x, trial.g - at.g);
    const double gain = at.f - trial.f;
    std::swap(at, trial);
    ++result.iterations;
    if (gain <= options.tolerance * std::max(at.f, 1.0)) break;
  }
  x = at.x;
  result.value = at.f;
  return result;
}

}  // namespace resunit::regression
