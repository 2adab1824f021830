// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/moves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "noise/start/hinge_pool.hpp"

namespace resunit {
namespace {

constexpr int kMoveRounds = 10;
constexpr double kScreen = 3;  ///< a move is probed if its projected loss is below this, relative to the current loss
constexpr Index kFewestMoves = 6;  ///< probed at most in a round: this, or d / 2 if that is more
constexpr Checkpoint kProbeCheckpoints[] = {{2, 1.5}, {4, 1.05}};
constexpr double kProbeTolerance = 1e-6;  ///< as in VplmOptions
constexpr double kWorthwhileMove = 1e-3;  ///< smallest decrease of a move, relative to the loss
constexpr double kSmallestPivot = 0.2;    ///< smallest |1 + a_jj| in a flip, for standardized inputs

/// -a_j / (1 + a_jj), with the divisor bounded away from zero.
Matrix flipped(const Matrix& A) {
  Matrix flips(A.rows(), A.cols());
  for (Index j = 0; j < A.rows(); ++j) {
    const double pivot = 1 + A(j, j);
    flips.row(j) = -A.row(j) / std::copysign(std::max(std::abs(pivot), kSmallestPivot), pivot);
  }
  return flips;
}

/// The flips and swaps of A whose projected loss is below `limit`, best first.
std::vector<Matrix> promising_moves(const UnitSamples& samples, const Matrix& A, double limit) {
  const Index d = A.rows();
  Matrix directions(2 * d, A.cols());
  directions << A, flipped(A);
  HingePool pool(samples, directions);
  Choice current{.hinge = std::vector<Index>(d), .scale = Vector::Ones(d)};
  std::iota(current.hinge.begin(), current.hinge.end(), Index{0});

  std::vector<Choice> moves;
  const auto screen = [&](Choice move) {
    pool.evaluate(move);
    if (move.loss < limit) moves.push_back(std::move(move));
  };
  for (Index j = 0; j < d; ++j) {
    Choice flip = current;
    flip.hinge[j] = d + j;
    screen(std::move(flip));
    for (Index k = 0; k < j; ++k) {
      Choice swap = current;
      std::swap(swap.hinge[j], swap.hinge[k]);
      screen(std::move(swap));
    }
  }
  std::stable_sort(moves.begin(), moves.end(), [](const Choice& a, const Choice& b) { return a.loss < b.loss; });
  moves.resize(std::min<std::size_t>(moves.size(), std::max(kFewestMoves, d / 2)));
  std::vector<Matrix> changed;
  for (const Choice& move : moves) changed.push_back(pool.layer1(move));
  return changed;
}

/// The move of lowest loss among those that pass all checkpoints, if any; the first worthwhile one ends the search.
VplmResult probe(const UnitSamples& samples, const std::vector<Matrix>& moves, double loss) {
  VplmResult best{.loss = std::numeric_limits<double>::infinity()};
  for (const Matrix& move : moves) {
    VplmResult end = vplm_with_checkpoints(samples, move, kProbeCheckpoints, loss, {.tolerance = kProbeTolerance});
    if (end.loss < best.loss) best = std::move(end);
    if (best.loss < loss * (1 - kWorthwhileMove)) break;
  }
  return best;
}

}  // namespace

VplmResult try_moves(const UnitSamples& samples, VplmResult fit, const VplmOptions& descent) {
  for (int round = 0; round < kMoveRounds; ++round) {
    VplmResult best = probe(samples, promising_moves(samples, fit.A, kScreen * fit.loss), fit.loss);
    if (best.A.size() == 0) break;
    VplmResult end = vplm(samples, std::move(best.A), descent);
    if (!(end.loss < fit.loss * (1 - kWorthwhileMove))) break;
    fit = std::move(end);
  }
  return fit;
}

}  // namespace resunit
