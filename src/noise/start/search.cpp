// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "noise/start/decode.hpp"
#include "noise/start/lines.hpp"
#include "noise/start/moves.hpp"
#include "noise/start/perturb.hpp"
#include "noise/start/relu_rows.hpp"

namespace resunit {
namespace {

constexpr double kNoNoise = 1e-16;  ///< a loss below this, relative to |Y|^2 / 2n, is rounding error

/// (f / signal)(d / n), about the squared relative error of the weights, above which minima are close together.
constexpr double kCloseMinima = 2e-4;
constexpr std::uint64_t kNextSeed = 1000;
constexpr Index kPerturbationsTotal = 50;  ///< random perturbations: 50 / d

// The target of the decoded loss: f_r + 3 (T - f_r) + 2e-10 |Y|^2 / 2n.
constexpr double kDecodeAllowance = 3;      ///< relative to T - f_r
constexpr double kDecodeTolerance = 2e-10;  ///< relative to |Y|^2 / 2n

constexpr Checkpoint kRowStartCheckpoints[] = {{8, 3}, {30, 1.5}};
constexpr VplmOptions kFromRows = {.tolerance = 1e-4, .damping = 1};    ///< for the start by rows
constexpr VplmOptions kDescent = {.tolerance = 1e-6, .damping = 1e-2};  ///< for the comparison of minima

/// 1/2n |Y|^2
double loss_of_zero(const Samples& samples) {
  return samples.Y.squaredNorm() / (2 * static_cast<double>(samples.count()));
}

/// Layer 1 by rows, computed on first use.
class RowStart {
 public:
  RowStart(const UnitSamples& samples, int threads) : samples_(samples), threads_(threads) {}
  const Matrix& get() {
    if (A_.size() == 0) A_ = layer1_by_rows(samples_, threads_);
    return A_;
  }

 private:
  UnitSamples samples_;
  int threads_;
  Matrix A_;
};

class Search {
 public:
  Search(const UnitSamples& samples, const Basis& inputs, const FitOptions& options, Stages& stages)
      : samples_(samples),
        inputs_(inputs),
        options_(options),
        stages_(stages),
        rows_(samples, options.threads),
        signal_(loss_of_zero(samples)) {
    best_.relaxed_loss = best_.fit.loss = std::numeric_limits<double>::infinity();
  }

  SearchResult run(const std::optional<Matrix>& start) {
    if (start) from_start(*start);
    for (int attempt = 0; attempt <= options_.noise.restarts && !finished(); ++attempt)
      from_random_start(Random(options_.seed + kNextSeed * static_cast<std::uint64_t>(attempt), Stream::noisy_search));
    best_.fit = stages_.run("descent", [&] { return vplm(samples_, std::move(best_.fit.A)); });
    return best_;
  }

 private:
  bool finished() const { return best_.fit.loss <= std::max(best_.expected_loss, kNoNoise * signal_); }
  bool has_noise(const VplmResult& fit) const { return fit.loss > kNoNoise * signal_; }
  bool minima_are_close(const VplmResult& fit) const {
    return fit.loss * static_cast<double>(samples_.inputs()) >
           kCloseMinima * signal_ * static_cast<double>(samples_.count());
  }
  int perturbations() const { return static_cast<int>(kPerturbationsTotal / samples_.inputs()); }

  void keep(VplmResult fit) {
    if (fit.loss < best_.fit.loss) best_.fit = std::move(fit);
  }
  void update_bound(double relaxed_loss) {
    best_.relaxed_loss = std::min(best_.relaxed_loss, relaxed_loss);
    best_.expected_loss = expected_loss(samples_, best_.relaxed_loss);
  }

  void from_start(const Matrix& A) {
    keep(stages_.run("descent", [&] { return vplm(samples_, A, kDescent); }));
    update_bound(stages_.run("relax", [&] { return relax(samples_, best_.fit.A).loss; }));
  }

  void from_random_start(Random random) {
    const Relaxed model = find_relaxed_model(samples_, inputs_, random, options_.threads, stages_);
    update_bound(model.loss);

    const double allowance = expected_loss(samples_, model.loss) - model.loss;
    const double target = model.loss + kDecodeAllowance * allowance + kDecodeTolerance * signal_;
    const Decoded decoded = stages_.run("decode", [&] {
      return decode(
          samples_, model, target, [&]() -> const Matrix& { return rows_.get(); }, random);
    });
    VplmResult fit = stages_.run("descent", [&] { return vplm(samples_, decoded.A, kDescent); });
    const bool doubtful = fit.loss > best_.expected_loss || !decoded.reached || minima_are_close(fit);
    if (has_noise(fit) && doubtful)
      fit = stages_.run("moves", [&] { return try_moves(samples_, std::move(fit), kDescent); });
    const bool close_minima = minima_are_close(fit);
    keep(std::move(fit));
    if (close_minima) escape_close_minima(random);
  }

  /// If minima are close together: the start by rows, which does not depend on the random seed, and random
  /// perturbations of the best minimum.
  void escape_close_minima(Random& random) {
    if (!std::exchange(row_start_tried_, true)) keep(stages_.run("second start", [&] { return from_rows(); }));
    if (perturbations() > 0)
      best_.fit = stages_.run("perturbations", [&] {
        return perturb(samples_, std::move(best_.fit), perturbations(), kDescent, random, options_.threads);
      });
  }

  VplmResult from_rows() {
    VplmResult fit = vplm_with_checkpoints(samples_, rows_.get(), kRowStartCheckpoints, best_.fit.loss, kFromRows);
    if (std::isinf(fit.loss)) return fit;
    return try_moves(samples_, vplm(samples_, std::move(fit.A), kDescent), kDescent);
  }

  UnitSamples samples_;
  const Basis& inputs_;
  const FitOptions& options_;
  Stages& stages_;
  RowStart rows_;
  double signal_;  ///< 1/2n |Y|^2
  bool row_start_tried_ = false;
  SearchResult best_;
};

}  // namespace

Relaxed find_relaxed_model(const UnitSamples& samples, const Basis& inputs, Random& random, int threads,
                           Stages& stages) {
  const Matrix U = stages.run("lines", [&] { return find_lines(samples, inputs, random, threads); });
  Relaxed model = stages.run("relax", [&] { return relax(samples, U); });
  if (model.loss > kNoNoise * loss_of_zero(samples))
    model =
        stages.run("replace", [&] { return replace_weak_lines(samples, inputs, std::move(model), random, threads); });
  return model;
}

SearchResult search_unit(const UnitSamples& samples, const Basis& inputs, const FitOptions& options,
                         const std::optional<Matrix>& start, Stages& stages) {
  return Search(samples, inputs, options, stages).run(start);
}

}  // namespace resunit
