#include "noise/estimate.hpp"

#include <cmath>
#include <utility>

#include "noise/lack_of_fit.hpp"
#include "noise/polish.hpp"

namespace resunit {
namespace {

constexpr double kExactlyLinear = 1e-12;  ///< residual / rms(y) of plain regression that leaves nothing to bend
constexpr int kClippedSearches = 2, kLinearRounds = 30;
constexpr double kBends = 3;  ///< deviations around plain regression that outputs of a unit seldom leave

/// Plain regression, as a unit with A = 0.
VplmResult regress(const Samples& samples, const Basis& inputs) {
  VplmResult linear{.A = Matrix::Zero(samples.inputs(), samples.inputs())};
  linear.B = samples.Y.transpose() * inputs.Z * inputs.back;
  linear.loss =
      (samples.Y - samples.X * linear.B.transpose()).squaredNorm() / (2 * static_cast<double>(samples.count()));
  return linear;
}

/// Layer 2 is plain regression on the hidden layer, whatever the weights of the outputs.
Unit with_layer2(const Samples& samples, const Matrix& A) {
  Projection at;
  project(Family::unit, samples, A, at);
  return {.A = A, .B = at.B};
}

/// Outliers cut to size before anything is known of the unit: Huber's regression on x, which is convex.
Matrix without_wild_outliers(const Samples& samples, const Basis& inputs) {
  Matrix Y = samples.Y;
  for (int round = 0; round < kLinearRounds; ++round)
    Y = clipped_outputs(samples, inputs.Z * (inputs.Z.transpose() * Y), kBends);
  return Y;
}

class Estimation {
 public:
  Estimation(const Standardised& natural, const Basis& inputs, const NoisyOptions& options, Stages& stages)
      : samples_(natural.samples),
        output_scale_(natural.output_scale),
        inputs_(inputs),
        options_(options),
        stages_(stages) {}

  Estimate run(const std::optional<Matrix>& start) {
    find_unit(options_.robust ? without_wild_outliers(samples_, inputs_) : Matrix(samples_.Y), start);
    if (hardly_noisy())
      result_.best = stages_.run("polish", [&] { return as_it_is(samples_, polish(samples_, least_squares())); });
    else if (options_.robust)
      estimate_robustly();
    else if (options_.reweight)
      estimate_with_weights();
    else
      result_.best = as_it_is(samples_, least_squares());
    return std::move(result_);
  }

 private:
  Unit least_squares() const { return {.A = result_.search.fit.A, .B = result_.search.fit.B}; }

  bool hardly_noisy() const {
    return noise_variance(samples_, samples_.Y - predict(least_squares(), samples_.X)) < kHardlyNoisy * kHardlyNoisy;
  }

  /// The least-squares unit for these targets; plain regression where it fits as well.
  void find_unit(const Matrix& targets, const std::optional<Matrix>& start) {
    const Samples samples{samples_.X, targets};
    VplmResult linear = regress(samples, inputs_);
    result_.linear_p_value = 1;
    if (linear.loss > kExactlyLinear * kExactlyLinear * targets.squaredNorm() / static_cast<double>(samples.count())) {
      result_.search = search_unit(samples, inputs_, options_, start, stages_);
      result_.linear_p_value = linear_p_value(samples, linear.loss, result_.search.fit.loss);
    }
    if (result_.linear_p_value > kSurprise)
      result_.search = {.fit = linear, .relaxed_loss = linear.loss, .expected_loss = linear.loss};
  }

  void weigh() {
    const Unit unit = with_layer2(samples_, result_.search.fit.A);
    result_.best = stages_.run("reweight", [&] { return weigh_outputs(samples_, unit, output_scale_); });
  }

  void estimate_with_weights() {
    weigh();
    if (!result_.best.weighted) return;
    find_unit(result_.best.target, result_.best.unit.A);
    weigh();
  }

  void estimate_robustly() {
    for (int round = 0; round < kClippedSearches; ++round)
      find_unit(clipped_outputs(samples_, predict(least_squares(), samples_.X), kHuber), {});
    result_.best = stages_.run("reweight", [&] { return huber(samples_, least_squares()); });
  }

  const Samples samples_;
  const Vector& output_scale_;
  const Basis& inputs_;
  const NoisyOptions& options_;
  Stages& stages_;
  Estimate result_;
};

}  // namespace

Estimate estimate_unit(const Standardised& natural, const Basis& inputs, const NoisyOptions& options,
                       const std::optional<Matrix>& start, Stages& stages) {
  return Estimation(natural, inputs, options, stages).run(start);
}

}  // namespace resunit
