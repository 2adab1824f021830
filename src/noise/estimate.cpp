// SPDX-License-Identifier: BSD-3-Clause
#include "noise/estimate.hpp"

#include <cmath>
#include <utility>

#include "model/unit_parts.hpp"
#include "noise/descent/polish.hpp"
#include "noise/inference/lack_of_fit.hpp"

namespace resunit {
namespace {

constexpr double kExactlyLinear = 1e-12;  ///< residual of linear regression, relative to rms(y): the unit is linear
constexpr int kClippedSearches = 2, kLinearRounds = 30;
constexpr double kBends = 3;  ///< clipping limit around linear regression, in robust standard deviations

/// Linear regression, as a unit with A = 0.
VplmResult regress(const Samples& samples, const Basis& inputs) {
  VplmResult linear{.A = Matrix::Zero(samples.inputs(), samples.inputs())};
  linear.B = samples.Y.transpose() * inputs.Z * inputs.from_basis;
  linear.loss =
      (samples.Y - samples.X * linear.B.transpose()).squaredNorm() / (2 * static_cast<double>(samples.count()));
  return linear;
}

/// Layer 2 is the linear regression on the hidden layer, for any weights of the outputs.
Unit with_layer2(const Samples& samples, const Matrix& A) {
  Projection at;
  project(Family::unit, samples, A, at);
  return {.A = A, .B = at.B};
}

/// The outputs with outliers clipped before a unit is known: Huber's regression on x, which is convex.
Matrix without_wild_outliers(const Samples& samples, const Basis& inputs) {
  Matrix Y = samples.Y;
  for (int round = 0; round < kLinearRounds; ++round)
    Y = clipped_outputs(samples, Matrix(inputs.Z * (inputs.Z.transpose() * Y)), kBends);
  return Y;
}

class Estimation {
 public:
  Estimation(const Standardized& standardized, const Basis& inputs, const FitOptions& options, Stages& stages)
      : samples_(standardized.samples),
        output_scale_(standardized.output_scale),
        inputs_(inputs),
        options_(options),
        stages_(stages) {}

  Estimate run(const std::optional<Matrix>& start) {
    find_unit(options_.noise.robust ? without_wild_outliers(samples_, inputs_) : Matrix(samples_.Y), start);
    if (hardly_noisy())
      result_.best = stages_.run("polish", [&] { return as_it_is(samples_, polish(samples_, least_squares())); });
    else if (options_.noise.robust)
      estimate_robustly();
    else if (options_.noise.reweight)
      estimate_with_weights();
    else
      result_.best = as_it_is(samples_, least_squares());
    return std::move(result_);
  }

 private:
  Unit least_squares() const { return {.A = result_.search.fit.A, .B = result_.search.fit.B}; }

  bool hardly_noisy() const {
    return noise_variance(samples_, samples_.Y - forward(least_squares(), samples_.X)) < kHardlyNoisy * kHardlyNoisy;
  }

  /// The least-squares unit for these targets; linear regression if it fits as well.
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
      find_unit(clipped_outputs(samples_, forward(least_squares(), samples_.X), kHuber), {});
    result_.best = stages_.run("reweight", [&] { return huber(samples_, least_squares()); });
  }

  const Samples samples_;
  const Vector& output_scale_;
  const Basis& inputs_;
  const FitOptions& options_;
  Stages& stages_;
  Estimate result_;
};

}  // namespace

Estimate estimate_unit(const Standardized& standardized, const Basis& inputs, const FitOptions& options,
                       const std::optional<Matrix>& start, Stages& stages) {
  return Estimation(standardized, inputs, options, stages).run(start);
}

}  // namespace resunit
