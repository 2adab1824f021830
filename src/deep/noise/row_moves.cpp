// SPDX-License-Identifier: BSD-3-Clause
#include "deep/noise/row_moves.hpp"

#include <utility>

namespace resunit {
namespace {

constexpr int kPasses = 4;           ///< largest number of passes over all rows
constexpr double kMoveGain = 1e-5;   ///< relative decrease of the loss that counts as a gain
constexpr double kPromising = 1.02;  ///< ratio to the best loss up to which a short descent is continued
constexpr double kRandomLength = 1;  ///< of a random row, relative to the replaced one

constexpr NetworkDescentOptions kAfterMove{.max_steps = 8, .tolerance = 1e-3};
constexpr NetworkDescentOptions kPromisingMove{.max_steps = 60, .tolerance = 1e-7};

class RowMoves {
 public:
  RowMoves(const ColumnSamples& samples, LayersMinimum minimum, Random& random, int threads, WorkLimit& work)
      : samples_(samples), best_(std::move(minimum)), random_(random), threads_(threads), work_(work) {}

  LayersMinimum run() {
    for (int pass = 0; pass < kPasses; ++pass) {
      const double before = best_.relative_loss;
      for (std::size_t l = 0; l < best_.weights.size(); ++l)
        for (Index j = 0; j < best_.weights[l].rows() && !work_.exhausted(); ++j) move_row(l, j);
      if (best_.relative_loss > (1 - kMoveGain) * before) break;
    }
    return std::move(best_);
  }

 private:
  void move_row(std::size_t l, Index j) {
    const Index d = best_.weights[l].rows();
    attempt([&](HiddenWeights& weights) { weights[l].row(j) *= -1; });
    attempt([&](HiddenWeights& weights) {
      const double length = weights[l].row(j).norm();
      weights[l].row(j) = kRandomLength * length * gaussian(1, d, random_).normalized();
    });
    if (d == 1) return;
    attempt([&](HiddenWeights& weights) {
      const Index other = (j + 1 + random_.below(d - 1)) % d;
      weights[l].row(j).swap(weights[l].row(other));
    });
  }

  template <class Change>
  void attempt(Change change) {
    HiddenWeights weights = best_.weights;
    change(weights);
    LayersMinimum next = descend(std::move(weights), kAfterMove);
    if (!(next.relative_loss < kPromising * best_.relative_loss)) return;
    next = descend(std::move(next.weights), kPromisingMove);
    if (next.relative_loss < (1 - kMoveGain) * best_.relative_loss) best_ = std::move(next);
  }

  LayersMinimum descend(HiddenWeights weights, const NetworkDescentOptions& options) {
    return work_.descend(NetworkFamily::exact, samples_, std::move(weights), with_threads(options, threads_));
  }

  const ColumnSamples& samples_;
  LayersMinimum best_;
  Random& random_;
  int threads_;
  WorkLimit& work_;
};

}  // namespace

LayersMinimum improve_by_row_moves(const ColumnSamples& samples, LayersMinimum minimum, Random& random, int threads,
                                   WorkLimit& work) {
  return RowMoves(samples, std::move(minimum), random, threads, work).run();
}

}  // namespace resunit
