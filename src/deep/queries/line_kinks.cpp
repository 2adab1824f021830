// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/line_kinks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace resunit {
namespace {

/// Step of the difference quotients at the ends, relative to the interval: cbrt(precision), within these bounds.
constexpr double kShortestStep = 1e-3, kLongestStep = 0.03;
constexpr double kLineTolerance = 10;       ///< of values and slopes, in multiples of their rounding errors
constexpr double kMargin = 0.2;             ///< splits keep this distance from the ends, relative to the interval
constexpr double kSmallestInterval = 1e-7;  ///< relative to the reach; kinks closer to each other are not separated
constexpr Index kMostOpenIntervals = 60, kMostOpenPerInput = 40;  ///< of one line

struct End {
  double t;
  Vector y, slope;
  double slope_error;
};

struct Interval {
  std::size_t line;
  End left, right;

  [[nodiscard]] double width() const { return right.t - left.t; }
};

/// Where the lines through the ends meet.
struct Crossing {
  double t;
  double gap;  ///< largest distance of the two lines there
};

Crossing cross(const Interval& in) {
  const Vector D = in.right.slope - in.left.slope;
  const double w = in.width();
  const Vector gap_at_left = in.left.y - (in.right.y - w * in.right.slope);
  const double squares = D.squaredNorm(), s = squares > 0 ? gap_at_left.dot(D) / squares : w / 2;
  return {.t = in.left.t + s, .gap = (gap_at_left - s * D).cwiseAbs().maxCoeff()};
}

class KinkSearch {
 public:
  KinkSearch(Answers& answers, double precision, std::vector<Line>& lines)
      : answers_(answers),
        precision_(precision),
        step_(std::clamp(std::cbrt(precision), kShortestStep, kLongestStep)),
        lines_(lines) {}

  void run() {
    for (std::vector<Interval> open = whole_lines(); !open.empty();) {
      require_few(open);
      open = split(open);
    }
    for (Line& line : lines_) std::sort(line.kinks.begin(), line.kinks.end());
  }

 private:
  /// Three points t - h, t, t + h for each interval, in this order.
  struct Probe {
    double t, h;
    bool is_crossing;
  };

  std::vector<Interval> whole_lines() {
    Matrix X(4 * std::ssize(lines_), answers_.inputs());
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      const Line& line = lines_[k];
      const double r = line.reach, h = step_ * 2 * r;
      const double ts[] = {-r, -r + h, r - h, r};
      for (Index p = 0; p < 4; ++p) X.row(4 * static_cast<Index>(k) + p) = line.at(ts[p]);
    }
    const Matrix Y = answers_(X);
    std::vector<Interval> open;
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      const double r = lines_[k].reach, h = step_ * 2 * r;
      const auto y = [&](Index p) -> Vector { return Y.row(4 * static_cast<Index>(k) + p).transpose(); };
      Interval whole{.line = k, .left = end(-r, y(0), y(1) - y(0), h), .right = end(r, y(3), y(3) - y(2), h)};
      if (!is_linear(whole)) open.push_back(std::move(whole));
    }
    return open;
  }

  End end(double t, Vector y, const Vector& difference, double h) const {
    const double error = precision_ * std::max(y.cwiseAbs().maxCoeff(), 1.0) / h;
    return {.t = t, .y = std::move(y), .slope = difference / h, .slope_error = error};
  }

  double value_tolerance(const Interval& in) const {
    const double size = std::max({in.left.y.cwiseAbs().maxCoeff(), in.right.y.cwiseAbs().maxCoeff(), 1.0});
    return kLineTolerance * (precision_ * size + (in.left.slope_error + in.right.slope_error) * in.width());
  }

  bool is_linear(const Interval& in) const {
    const Vector change = in.right.slope - in.left.slope, rest = in.right.y - in.left.y - in.width() * in.left.slope;
    return change.cwiseAbs().maxCoeff() <= kLineTolerance * (in.left.slope_error + in.right.slope_error) &&
           rest.cwiseAbs().maxCoeff() <= value_tolerance(in);
  }

  Probe probe(const Interval& in) const {
    const Crossing crossing = cross(in);
    const double w = in.width(), l = in.left.t, r = in.right.t;
    const bool meets = crossing.t > l && crossing.t < r && crossing.gap <= value_tolerance(in);
    const double wanted = std::isfinite(crossing.t) ? crossing.t : l + w / 2;
    const double t = meets ? wanted : std::clamp(wanted, l + kMargin * w, r - kMargin * w);
    return {.t = t, .h = step_ * std::min(t - l, r - t), .is_crossing = meets};
  }

  std::vector<Interval> split(const std::vector<Interval>& open) {
    Matrix X(3 * std::ssize(open), answers_.inputs());
    std::vector<Probe> probes;
    for (const Interval& in : open) {
      const Probe p = probe(in);
      const Index row = 3 * static_cast<Index>(probes.size());
      for (Index k = 0; k < 3; ++k) X.row(row + k) = lines_[in.line].at(p.t + static_cast<double>(k - 1) * p.h);
      probes.push_back(p);
    }
    const Matrix Y = answers_(X);
    std::vector<Interval> next;
    for (std::size_t k = 0; k < open.size(); ++k)
      divide(open[k], probes[k], Y.middleRows(3 * static_cast<Index>(k), 3), next);
    return next;
  }

  /// A kink at the probe, or two intervals, of which those that are not linear are appended to `next`.
  void divide(const Interval& in, const Probe& p, const Matrix& Y, std::vector<Interval>& next) {
    const Vector before = Y.row(0), at = Y.row(1), after = Y.row(2);
    if (p.is_crossing) {
      const Vector expected = in.left.y + (p.t - in.left.t) * in.left.slope;
      if ((at - expected).cwiseAbs().maxCoeff() <= value_tolerance(in)) {
        lines_[in.line].kinks.push_back(p.t);
        return;
      }
    }
    for (Interval half : {Interval{in.line, in.left, end(p.t, at, at - before, p.h)},
                          Interval{in.line, end(p.t, at, after - at, p.h), in.right}})
      if (half.width() > kSmallestInterval * lines_[in.line].reach && !is_linear(half)) next.push_back(std::move(half));
  }

  void require_few(const std::vector<Interval>& open) const {
    std::vector<Index> counts(lines_.size());
    const Index most = kMostOpenIntervals + kMostOpenPerInput * answers_.inputs();
    for (const Interval& in : open)
      if (++counts[in.line] > most) throw TooManyPieces{counts[in.line]};
  }

  Answers& answers_;
  double precision_;
  double step_;
  std::vector<Line>& lines_;
};

}  // namespace

void find_kinks(Answers& answers, double precision, std::vector<Line>& lines) {
  for (Line& line : lines) line.kinks.clear();
  KinkSearch(answers, precision, lines).run();
}

}  // namespace resunit
