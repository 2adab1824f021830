// SPDX-License-Identifier: BSD-3-Clause
#include "paper/sgd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "model/bias.hpp"
#include "model/counted.hpp"
#include "model/random.hpp"
#include "paper/batch_descent.hpp"
#include "parallel/progress_scope.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

Unit random_start(Index inputs, Index outputs, const FitOptions& options) {
  Random random(options.seed, Stream::sgd_start);
  Matrix A = gaussian(inputs, inputs, random);
  Matrix B = gaussian(outputs, inputs, random);
  if (options.bias != Bias::none) A.bottomRows(1).setZero();
  if (options.bias == Bias::layer1) B.rightCols(1).setZero();
  return {.A = std::move(A), .B = std::move(B)};
}

/// Epochs over the samples, in batches of random order.
class Epochs {
 public:
  Epochs(const Samples& samples, const FitOptions& options)
      : options_(options.sgd),
        batch_(static_cast<std::size_t>(std::min<Index>(options.sgd.batch, samples.count()))),
        between_checks_(std::max<std::size_t>(1, kSamplesBetweenChecks / batch_)),
        random_(options.seed, Stream::sgd_order),
        order_(static_cast<std::size_t>(samples.count())) {
    std::iota(order_.begin(), order_.end(), Index{0});
  }

  void run(int epoch, Descent& descent) {
    const double rate = options_.rate / (1 + options_.decay * epoch);
    random_.shuffle(order_);
    for (std::size_t first = 0; first < order_.size(); first += batch_) {
      if (first / batch_ % between_checks_ == 0) check_cancelled();
      descent.step(std::span(order_).subspan(first, std::min(batch_, order_.size() - first)), rate);
    }
  }

 private:
  static constexpr std::size_t kSamplesBetweenChecks = 4096;  ///< for cancellation

  const SgdOptions& options_;
  std::size_t batch_, between_checks_;  ///< samples, steps
  Random random_;
  std::vector<Index> order_;
};

/// Runs all epochs, or until the loss is stationary, and appends a point to the curve before the first epoch and after
/// each. False if the loss is not finite.
bool descend(const Samples& samples, const FitOptions& options, const Stopwatch& watch, Descent& descent,
             std::vector<CurvePoint>& curve) {
  Epochs epochs(samples, options);
  for (int epoch = 0; epoch <= options.sgd.epochs; ++epoch) {
    if (epoch > 0) epochs.run(epoch - 1, descent);
    const double loss = descent.loss();
    if (!std::isfinite(loss)) return false;
    const bool stationary = !curve.empty() && std::abs(curve.back().loss - loss) < options.sgd.stop * curve.back().loss;
    curve.push_back({.epoch = epoch, .seconds = watch.seconds(), .loss = loss});
    if (options.progress) options.progress("sgd", static_cast<double>(epoch) / options.sgd.epochs);
    if (stationary) break;
  }
  return true;
}

/// Solved or inexact, by the training loss relative to that of zero outputs.
void assess(const Samples& samples, const FitOptions& options, Fit& fit) {
  const double of_zero_map = samples.Y.squaredNorm() / (2 * static_cast<double>(samples.count()));
  fit.training_loss = fit.curve.back().loss;
  fit.reason = fmt::format("the training loss changed from {:.4g} to {:.4g} in {}", fit.curve.front().loss,
                           fit.training_loss, counted(fit.curve.back().epoch, "epoch"));
  const bool is_measurable = of_zero_map > 0 || samples.Y.isZero(0);  // squares of tiny outputs underflow
  const bool solved = is_measurable && fit.training_loss <= options.rows.tolerance * of_zero_map;
  fit.status = solved ? FitStatus::solved : FitStatus::inexact;
  if (!is_measurable)
    fit.warnings.push_back("the squares of the outputs underflow: rescale Y to magnitudes near 1");
  else if (!solved)
    fit.warnings.push_back(
        fmt::format("the training loss is {:.2g} × that of zero outputs: the weights may be far from the true ones",
                    fit.training_loss / of_zero_map));
}

}  // namespace

Fit learn_by_sgd(const Samples& all, const FitOptions& options) {
  const Stopwatch watch;
  Fit fit;
  fit.method = Method::sgd;
  const bool biased = options.bias != Bias::none;
  const Samples samples = biased ? without_constant_output(all) : all;
  Unit start = options.start ? *options.start : random_start(samples.inputs(), samples.outputs(), options);
  if (biased && options.start) start = without_constant_output(std::move(start), options.bias);
  Descent descent(start, samples, std::min<Index>(options.sgd.batch, samples.count()), options.bias);
  if (descend(samples, options, watch, descent, fit.curve)) {
    fit.unit = biased ? with_constant_output(descent.unit()) : descent.unit();
    assess(samples, options, fit);
  } else {
    fit.status = FitStatus::diverged;
    fit.reason = fmt::format("the loss is not finite after epoch {}: use a rate below {} or scale the samples down",
                             fit.curve.size(), options.sgd.rate);
  }
  fit.seconds = {{"sgd", watch.seconds()}};
  return fit;
}

}  // namespace resunit
