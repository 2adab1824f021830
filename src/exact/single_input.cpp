// SPDX-License-Identifier: BSD-3-Clause
// One input: y = b [(a x)^+ + x] is piecewise linear with one slope on each side of the origin.
//     a >= 0:  slopes  b  (x < 0),  b (1 + a)  (x > 0);      a < 0:  slopes  b (1 + a)  (x < 0),  b  (x > 0)
// Every pair of parallel slopes with s- = q s+, q <= 1, is of this form, with b = s+, a = q - 1; canonical() then gives
// the canonical form.
#include <cmath>
#include <iterator>
#include <set>

#include "exact/certificate.hpp"
#include "exact/exact.hpp"
#include "linalg/norms.hpp"

namespace resunit {
namespace {

struct Side {
  Vector slope;                  ///< m
  std::set<double> distinct;     ///< distinct inputs on this side
  double relative_residual = 0;  ///< over the samples on this side
};

Side side_of(const Samples& samples, double sign) {
  Side side{.slope = Vector::Zero(samples.outputs())};
  double xx = 0;
  for (Index i = 0; i < samples.count(); ++i)
    if (const double x = samples.X(i, 0); sign * x > 0) {
      side.slope += x * samples.Y.row(i).transpose();
      side.distinct.insert(x);
      xx += x * x;
    }
  if (xx > 0) side.slope /= xx;
  double rest = 0, size = 0;
  for (Index i = 0; i < samples.count(); ++i)
    if (const double x = samples.X(i, 0); sign * x > 0) {
      rest = std::hypot(rest, length_of(samples.Y.row(i).transpose() - x * side.slope));
      size = std::hypot(size, length_of(samples.Y.row(i)));
    }
  side.relative_residual = size > 0 ? rest / size : 0;
  return side;
}

SingleInput::Side evidence_of(const Side& side) {
  return {.distinct = std::ssize(side.distinct), .relative_residual = side.relative_residual};
}

}  // namespace

ExactFit learn_single_input(const Samples& samples) {
  const Side negative = side_of(samples, -1), positive = side_of(samples, 1);
  const double pp = positive.slope.squaredNorm();
  const bool both = !negative.distinct.empty() && !positive.distinct.empty() && pp > 0;

  ExactFit fit{.unit = {.A = Matrix::Zero(1, 1)}};
  if (both) fit.unit.A(0, 0) = negative.slope.dot(positive.slope) / pp - 1;
  finish_layer2(samples, Bias::none, fit);
  fit.unit = canonical(std::move(fit.unit));
  fit.worst_backward_error = fit.relative_residual;
  fit.found = fit.relative_residual <= kLargestBackwardError ? 1 : 0;
  fit.certificate = {.holds = true, .layer2_rows = {true}, .layer1_rows = {true}, .scale_rows = {true}};
  fit.notes = revoke(rule_single_input({.negative = evidence_of(negative),
                                        .positive = evidence_of(positive),
                                        .slope_is_zero = !(pp > 0),
                                        .alpha = fit.unit.A(0, 0),
                                        .relative_residual = fit.relative_residual}),
                     fit.certificate);
  return fit;
}

}  // namespace resunit
