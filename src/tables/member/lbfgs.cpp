// SPDX-License-Identifier: BSD-3-Clause
#include "tables/member/lbfgs.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace resunit::regression {
namespace {

constexpr Index kPairs = 20;
constexpr double kDecrease = 1e-4;       ///< Armijo condition, relative to the decrease of the linear model
constexpr double kCurvature = 0.9;       ///< weak Wolfe condition, relative to the slope at the start
constexpr double kMinCurvature = 1e-16;  ///< s'y of a pair, relative to y'y: H stays positive definite
constexpr double kMinGain = 1e-7;        ///< decrease of a step, relative to max(f, 1)
constexpr int kMaxTrials = 12;

// Step lengths of the line search, relative to the last one.
constexpr double kShortestFit = 0.1, kLongestFit = 0.5;  ///< bounds of the minimum of a parabola
constexpr double kExtrapolation = 2.5;

// BLAS, because it is vectorized for the CPU: with few rows these products take a quarter of the time.
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
  if (!(curvature > kMinCurvature * y.squaredNorm())) return;
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
    if (!step() || before - at_.f <= kMinGain * std::max(at_.f, 1.0)) return false;
  }
  return true;
}

/// One step, along the negative gradient if the quasi-Newton direction fails; false if no lower value was found.
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

/// Moves `trial_` to a point that satisfies both conditions, or only the first one after kMaxTrials; false if neither
/// was found.
bool Lbfgs::search_line(double step) {
  const double slope = at_.g.dot(p_);
  double low = 0, high = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kMaxTrials; ++k) {
    evaluate(step);
    if (!(trial_.f <= at_.f + kDecrease * step * slope)) {
      high = step;
      if (low > 0) break;  // the previous step satisfied the first condition: accept it
      // The minimum of the parabola through both values and the slope, within bounds.
      const double fitted = slope * step * step / (2 * (at_.f + slope * step - trial_.f));
      step = std::isfinite(fitted) ? std::clamp(fitted, kShortestFit * step, kLongestFit * step) : kShortestFit * step;
    } else if (trial_.g.dot(p_) < kCurvature * slope) {
      low = step;
      step = std::isfinite(high) ? (low + high) / 2 : kExtrapolation * step;
    } else {
      return true;
    }
  }
  if (low == 0) return false;
  evaluate(low);
  return true;
}

}  // namespace resunit::regression
