#include "regress/lbfgs.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace resunit::regression {
namespace {

constexpr Index kPairs = 20;
constexpr double kDecrease = 1e-4;
constexpr double kCurvature = 0.9;
constexpr double kLeastCurvature = 1e-16;  // of a pair, s'y / y'y: H stays positive definite
constexpr double kLeastGain = 1e-7;
constexpr int kMostTrials = 12;

// By BLAS, which has the vectors of the CPU at hand: on tables of few rows these take a quarter of the time.
double dot(const double* x, const Vector& y) {
  return cblas_ddot(static_cast<int>(y.size()), x, 1, y.data(), 1);
}
void add_multiple(double factor, const double* x, Vector& y) {
  cblas_daxpy(static_cast<int>(y.size()), factor, x, 1, y.data(), 1);
}

}  // namespace

Lbfgs::Memory::Memory(Index size) : S_(size, kPairs), Y_(size, kPairs), rho_(kPairs), alpha_(kPairs) {}

void Lbfgs::Memory::add(const Vector& s, const Vector& y) {
  const double curvature = s.dot(y);
  if (!(curvature > kLeastCurvature * y.squaredNorm())) return;
  const Index at = next_++ % kPairs;
  S_.col(at) = s;
  Y_.col(at) = y;
  rho_(at) = 1 / curvature;
}

void Lbfgs::Memory::direction(const Vector& g, Vector& p) {
  p = -g;
  const Index count = std::min(next_, kPairs);
  for (Index k = 1; k <= count; ++k) {
    const Index at = (next_ - k) % kPairs;
    alpha_(at) = rho_(at) * dot(S_.col(at).data(), p);
    add_multiple(-alpha_(at), Y_.col(at).data(), p);
  }
  if (count > 0) {
    const Index last = (next_ - 1) % kPairs;
    p /= rho_(last) * Y_.col(last).squaredNorm();
  }
  for (Index k = count; k >= 1; --k) {
    const Index at = (next_ - k) % kPairs;
    add_multiple(alpha_(at) - rho_(at) * dot(Y_.col(at).data(), p), S_.col(at).data(), p);
  }
}

Lbfgs::Lbfgs(Objective f, Vector start)
    : f_(std::move(f)), at_{.x = std::move(start)}, p_(at_.x.size()), memory_(at_.x.size()) {
  at_.f = f_(at_.x, at_.g);
  trial_ = at_;
  ++evaluations_;
}

bool Lbfgs::descend(int steps) {
  for (int k = 0; k < steps; ++k) {
    const double before = at_.f;
    if (!step() || before - at_.f <= kLeastGain * std::max(at_.f, 1.0)) return false;
  }
  return true;
}

/// One step, if need be along the gradient because the model of f went wrong; false if nothing lower was found.
bool Lbfgs::step() {
  for (;;) {
    memory_.direction(at_.g, p_);
    const bool first = memory_.empty();
    const double length = p_.norm();
    if (!(length > 0)) return false;
    if (at_.g.dot(p_) < 0 && search_line(first ? std::min(1.0, 1 / length) : 1.0)) break;
    if (first) return false;
    memory_.clear();
  }
  memory_.add(trial_.x - at_.x, trial_.g - at_.g);
  std::swap(at_, trial_);
  return true;
}

void Lbfgs::evaluate(double step) {
  trial_.x = at_.x + step * p_;
  trial_.f = f_(trial_.x, trial_.g);
  ++evaluations_;
}

/// Moves `trial_` to a point that satisfies both conditions, or the first after enough trials. False if there is none.
bool Lbfgs::search_line(double step) {
  const double slope = at_.g.dot(p_);
  double low = 0, high = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMostTrials; ++k) {
    evaluate(step);
    if (!(trial_.f <= at_.f + kDecrease * step * slope)) {
      high = step;
      if (low > 0) break;  // the last step was fine but for its curvature: take that one
      // The minimum of the parabola through what is known, kept inside.
      const double fitted = slope * step * step / (2 * (at_.f + slope * step - trial_.f));
      step = std::isfinite(fitted) ? std::clamp(fitted, 0.1 * step, 0.5 * step) : 0.1 * step;
    } else if (trial_.g.dot(p_) < kCurvature * slope) {
      low = step;
      step = std::isfinite(high) ? (low + high) / 2 : 2.5 * step;
    } else {
      return true;
    }
  }
  if (low == 0) return false;
  evaluate(low);
  return true;
}

}  // namespace resunit::regression
