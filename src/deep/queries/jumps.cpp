// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/jumps.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kOffset = 0.4;           ///< distance of a base point from the kink, relative to that of the next kink
constexpr double kLongestOffset = 0.05;   ///< the same, relative to the reach of the line
constexpr double kSmallestOffset = 1e-6;  ///< the same
constexpr double kFirstStep = 0.3;        ///< of a difference quotient, relative to the offset
constexpr double kStepDivisor = 6;        ///< divisor of a step whose second difference is not zero
constexpr int kStepTrials = 7;            ///< of steps
constexpr double kSecondDifference = 12;  ///< largest in a linear piece, in multiples of the precision
constexpr double kRankOne = 30;           ///< largest second part of a jump, in multiples of its error
constexpr double kSmallestRankOne = 1e-7;   ///< and at least this, relative to the jump
constexpr double kLargestJumpError = 0.05;  ///< of v
constexpr Index kKinksPerBatch = 64;
constexpr int kPowerSteps = 4;  ///< of the power iteration for the largest singular pair

/// The Jacobian at a point, in work: columns are measured until a step is inside the linear piece.
struct Difference {
  Vector x;
  double h;
  Eigen::MatrixXd J;    ///< m x d
  Vector column_error;  ///< d
  double size = 0;      ///< largest |f(x)|
  std::vector<Index> open{};
};

struct Pair {
  Vector x;
  Difference before, after;
};

Difference difference_at(Vector x, double offset, const Answers& answers) {
  const Index d = answers.inputs();
  Difference result{.x = std::move(x),
                    .h = kFirstStep * offset,
                    .J = Eigen::MatrixXd::Zero(answers.outputs(), d),
                    .column_error = Vector::Zero(d)};
  for (Index k = 0; k < d; ++k) result.open.push_back(k);
  return result;
}

/// One round of queries for all open columns: x, and x + h e_k, x - h e_k.
void measure_columns(Answers& answers, double precision, const std::vector<Difference*>& all) {
  Index rows = 0;
  for (const Difference* at : all) rows += at->open.empty() ? 0 : 1 + 2 * std::ssize(at->open);
  Matrix X(rows, answers.inputs());
  rows = 0;
  for (const Difference* at : all) {
    if (at->open.empty()) continue;
    X.row(rows++) = at->x;
    for (const Index k : at->open)
      for (const double sign : {1.0, -1.0}) {
        X.row(rows) = at->x;
        X(rows++, k) += sign * at->h;
      }
  }
  const Matrix Y = answers(X);
  rows = 0;
  for (Difference* at : all) {
    if (at->open.empty()) continue;
    const auto center = Y.row(rows++);
    at->size = std::max(center.cwiseAbs().maxCoeff(), 1.0);
    std::vector<Index> still_open;
    for (const Index k : at->open) {
      const auto up = Y.row(rows), down = Y.row(rows + 1);
      rows += 2;
      const double size = std::max({at->size, up.cwiseAbs().maxCoeff(), down.cwiseAbs().maxCoeff()});
      if ((up + down - 2 * center).cwiseAbs().maxCoeff() > kSecondDifference * precision * size)
        still_open.push_back(k);
      else
        at->J.col(k) = (up - down).transpose() / (2 * at->h);
      at->column_error(k) = precision * size / at->h;
    }
    at->open = std::move(still_open);
    at->h /= kStepDivisor;
  }
}

/// J_+ - J_- = g v' + rest.
struct RankOne {
  Vector g, v;
  double rest;
};

RankOne rank_one_part(const Eigen::MatrixXd& D) {
  Index row = 0;
  D.rowwise().squaredNorm().maxCoeff(&row);
  Vector v = D.row(row).transpose().normalized(), g;
  for (int step = 0; step < kPowerSteps; ++step) {
    g = D * v;
    v = (D.transpose() * g).normalized();
  }
  g = D * v;
  return {.g = g, .v = v, .rest = (D - g * v.transpose()).norm()};
}

/// Appends the kink unless its jump has rank two or is hidden by rounding errors.
void append_kink(const Pair& pair, const Vector& b, std::vector<Kink>& kinks) {
  if (!pair.before.open.empty() || !pair.after.open.empty()) return;
  const Eigen::MatrixXd D = pair.after.J - pair.before.J;
  RankOne jump = rank_one_part(D);
  const double length = jump.g.norm(), outputs = std::sqrt(static_cast<double>(D.rows()));
  if (!(length > 0)) return;
  const double error = outputs * std::hypot(pair.before.column_error.norm(), pair.after.column_error.norm()) / length;
  if (error > kLargestJumpError || jump.rest > std::max(kRankOne * error, kSmallestRankOne) * length) return;
  if (jump.v.dot(b) < 0) {
    jump.v *= -1;
    jump.g *= -1;
  }
  const Vector minus = pair.before.J.colPivHouseholderQr().solve(jump.g);
  const double factor = 1 + jump.v.dot(minus);
  if (!minus.allFinite() || factor == 0) return;
  kinks.push_back(
      {.x = pair.x, .below = pair.before.x, .v = jump.v, .minus = minus, .plus = minus / factor, .error = error});
}

struct Place {
  const Line* line;
  double t, gap_before, gap_after;  ///< distances to the next kinks or ends
};

std::vector<Place> places_of(const std::vector<Line>& lines) {
  std::vector<Place> places;
  for (const Line& line : lines)
    for (std::size_t k = 0; k < line.kinks.size(); ++k) {
      const double t = line.kinks[k], previous = k > 0 ? line.kinks[k - 1] : -line.reach,
                   next = k + 1 < line.kinks.size() ? line.kinks[k + 1] : line.reach;
      if (std::min(t - previous, next - t) > kSmallestOffset * line.reach)
        places.push_back({&line, t, t - previous, next - t});
    }
  return places;
}

Pair pair_at(const Place& place, const Answers& answers) {
  const Line& line = *place.line;
  const auto offset = [&](double gap) { return std::min(kOffset * gap, kLongestOffset * line.reach); };
  const double before = offset(place.gap_before), after = offset(place.gap_after);
  return {.x = line.at(place.t),
          .before = difference_at(line.at(place.t - before), before, answers),
          .after = difference_at(line.at(place.t + after), after, answers)};
}

}  // namespace

std::vector<Kink> measure_jumps(Answers& answers, double precision, const std::vector<Line>& lines) {
  const std::vector<Place> places = places_of(lines);
  std::vector<Kink> kinks;
  for (std::size_t first = 0; first < places.size(); first += kKinksPerBatch) {
    const std::size_t last = std::min(places.size(), first + kKinksPerBatch);
    std::vector<Pair> pairs;
    for (std::size_t k = first; k < last; ++k) pairs.push_back(pair_at(places[k], answers));
    std::vector<Difference*> all;
    for (Pair& pair : pairs) all.insert(all.end(), {&pair.before, &pair.after});
    for (int trial = 0; trial < kStepTrials; ++trial) measure_columns(answers, precision, all);
    for (std::size_t k = first; k < last; ++k) {
      check_cancelled();
      append_kink(pairs[k - first], places[k].line->b, kinks);
    }
  }
  return kinks;
}

}  // namespace resunit
