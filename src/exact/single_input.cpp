// One input: y = b [(a x)^+ + x] is a line through the origin with one slope on each side.
//     a >= 0:  slopes  b  (x < 0),  b (1 + a)  (x > 0);      a < 0:  slopes  b (1 + a)  (x < 0),  b  (x > 0)
// Both at once cover every pair of parallel slopes with s- = q s+, q <= 1; b = s+, a = q - 1 is one of them and
// canonical() makes it the representative.
#include <algorithm>
#include <cmath>
#include <set>

#include "exact/certify.hpp"
#include "exact/exact.hpp"
#include "linalg/length.hpp"

namespace resunit {
namespace {

struct Side {
  Vector slope;               ///< m
  std::set<double> distinct;  ///< inputs seen
  double misfit = 0;          ///< what the slope leaves of the outputs on this side, by their size
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
  side.misfit = size > 0 ? rest / size : 0;
  return side;
}

}  // namespace

ExactFit learn_single_input(const Samples& samples) {
  const Side negative = side_of(samples, -1), positive = side_of(samples, 1);
  const double pp = positive.slope.squaredNorm();
  const bool both = !negative.distinct.empty() && !positive.distinct.empty() && pp > 0;

  ExactFit fit{.unit = {.A = Matrix::Zero(1, 1)}};
  if (both) fit.unit.A(0, 0) = negative.slope.dot(positive.slope) / pp - 1;
  finish_layer2(samples, fit);
  fit.unit = canonical(std::move(fit.unit));
  fit.worst_backward_error = fit.misfit;
  fit.found = fit.misfit <= kLargestBackwardError ? 1 : 0;
  const bool fits_both = std::max(negative.misfit, positive.misfit) <= kLargestBackwardError;
  const bool proved = both && fit.found == 1 && negative.distinct.size() >= 2 && positive.distinct.size() >= 2 &&
                      fits_both && !has_lost_form(fit.unit.A(0, 0));
  fit.certificate = {.holds = proved, .layer2_rows = {proved}, .layer1_rows = {proved}, .scale_rows = {true}};
  if (negative.distinct.empty() || positive.distinct.empty())
    fit.notes.push_back("all inputs have one sign: the other slope is not determined");
  return fit;
}

}  // namespace resunit
