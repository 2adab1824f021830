#include "paper/sgd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "linalg/openblas.hpp"
#include "model/random.hpp"
#include "paper/output_loss.hpp"
#include "parallel/underway.hpp"
#include "resunit/error.hpp"
#include "timing/stopwatch.hpp"

namespace resunit {
namespace {

/// Samples of the training loss that are evaluated in one product.
constexpr Index kChunk = 1024;

Unit random_start(Index inputs, Index outputs, std::uint64_t seed) {
  Random random(seed, Stream::sgd_start);
  Matrix A = gaussian(inputs, inputs, random);
  Matrix B = gaussian(outputs, inputs, random);
  return {.A = std::move(A), .B = std::move(B)};
}

Unit start(const Samples& samples, const FitOptions& options) {
  if (!options.start) return random_start(samples.inputs(), samples.outputs(), options.seed);
  const Unit& given = *options.start;
  validate(given);
  if (given.inputs() != samples.inputs() || given.outputs() != samples.outputs())
    throw OptionError(fmt::format("FitOptions::start has {} inputs and {} outputs, the samples have {} and {}",
                                  given.inputs(), given.outputs(), samples.inputs(), samples.outputs()));
  return given;
}

/// The weights on their way down.
class Descent {
 public:
  Descent(const Samples& samples, const FitOptions& options)
      : samples_(samples),
        options_(options.sgd),
        batch_(std::min<Index>(options.sgd.batch, samples.count())),
        unit_(start(samples, options)),
        loss_(samples.inputs(), samples.outputs(), std::max(batch_, std::min(kChunk, samples.count()))),
        random_(options.seed, Stream::sgd_order),
        order_(static_cast<std::size_t>(samples.count())),
        X_(batch_, samples.inputs()),
        Y_(batch_, samples.outputs()) {
    std::iota(order_.begin(), order_.end(), Index{0});
  }

  void run_epoch(int epoch) {
    const double rate = options_.rate / (1 + options_.decay * epoch);
    random_.shuffle(order_);
    for (Index first = 0; first < samples_.count(); first += batch_) {
      Underway::check();
      step(first, std::min(batch_, samples_.count() - first), rate);
    }
  }

  /// Not finite as soon as a weight is not: those of layer 1 are looked at, because (NaN)^+ may be 0.
  double loss() {
    return unit_.A.allFinite() ? loss_.value(unit_, samples_) : std::numeric_limits<double>::quiet_NaN();
  }

  Unit take_unit() { return std::move(unit_); }

 private:
  void step(Index first, Index count, double rate) {
    for (Index k = 0; k < count; ++k) {
      const Index i = order_[static_cast<std::size_t>(first + k)];
      X_.row(k) = samples_.X.row(i);
      Y_.row(k) = samples_.Y.row(i);
    }
    const Unit& gradient = loss_.gradient(unit_, X_.topRows(count), Y_.topRows(count));
    unit_.A -= rate * gradient.A;
    unit_.B -= rate * gradient.B;
  }

  const Samples& samples_;
  const SgdOptions& options_;
  Index batch_;
  Unit unit_;
  OutputLoss loss_;
  Random random_;
  std::vector<Index> order_;
  Matrix X_;  ///< of the current batch
  Matrix Y_;
};

/// All epochs, or until the loss stands still, with a point of the curve before the first and after each; false once
/// the loss is not finite.
bool descend(const FitOptions& options, const Stopwatch& watch, Descent& descent, std::vector<CurvePoint>& curve) {
  for (int epoch = 0; epoch <= options.sgd.epochs; ++epoch) {
    if (epoch > 0) descent.run_epoch(epoch - 1);
    const double loss = descent.loss();
    if (!std::isfinite(loss)) return false;
    const bool stands_still =
        !curve.empty() && std::abs(curve.back().loss - loss) < options.sgd.stop * curve.back().loss;
    curve.push_back({.epoch = epoch, .seconds = watch.seconds(), .loss = loss});
    if (options.progress) options.progress("sgd", static_cast<double>(epoch) / options.sgd.epochs);
    if (stands_still) break;
  }
  return true;
}

/// Solved or inexact, by what is left of the loss.
void judge(const Samples& samples, const FitOptions& options, Fit& fit) {
  const double of_zero_map = samples.Y.squaredNorm() / (2 * static_cast<double>(samples.count()));
  fit.training_loss = fit.curve.back().loss;
  fit.reason = fmt::format("the training loss went from {:.4g} to {:.4g} in {} epochs", fit.curve.front().loss,
                           fit.training_loss, fit.curve.back().epoch);
  const bool solved = fit.training_loss <= options.rows.tolerance * of_zero_map;
  fit.status = solved ? FitStatus::solved : FitStatus::inexact;
  if (!solved)
    fit.warnings.push_back(
        fmt::format("sgd leaves a loss of {:.2g} of that of the zero map; "
                    "its weights need not be near the true ones",
                    fit.training_loss / of_zero_map));
}

}  // namespace

Fit learn_by_sgd(const Samples& samples, const FitOptions& options) {
  const OneBlasThread one_blas_thread;
  const Stopwatch watch;
  Fit fit;
  fit.method = Method::sgd;
  Descent descent(samples, options);
  if (descend(options, watch, descent, fit.curve)) {
    fit.unit = descent.take_unit();
    judge(samples, options, fit);
  } else {
    fit.status = FitStatus::diverged;
    fit.reason = fmt::format("the loss is not finite after {} epochs: try a rate below {} or scale the samples down",
                             fit.curve.size(), options.sgd.rate);
  }
  fit.seconds = {{"sgd", watch.seconds()}};
  return fit;
}

}  // namespace resunit
