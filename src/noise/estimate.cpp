// SPDX-License-Identifier: BSD-3-Clause
#include "noise/estimate.hpp"

#include <cmath>
#include <utility>

#include "model/unit_parts.hpp"
#include "noise/descent/refine.hpp"
#include "noise/inference/lack_of_fit.hpp"

namespace resunit {
namespace {

constexpr double kExactlyLinear = 1e-12;  ///< residual of linear regression, relative to rms(y): the unit is linear
constexpr int kClippedSearches = 2, kLinearRounds = 30;
constexpr double kLinearClipping = 3;  ///< clipping limit around linear regression, in robust standard deviations

/// Linear regression, as a unit with A = 0. `hidden`: basis of the hidden layer of that unit.
VplmResult regress(const UnitSamples& samples, const Basis& hidden) {
  VplmResult linear{.A = Matrix::Zero(samples.neurons(), samples.inputs())};
  linear.B = samples.Y.transpose() * hidden.Z * hidden.from_basis;
  linear.loss = (samples.Y - samples.X.leftCols(samples.hidden()) * linear.B.transpose()).squaredNorm() /
                (2 * static_cast<double>(samples.count()));
  return linear;
}

/// Layer 2 by linear regression on the hidden layer, which does not depend on the weights of the outputs.
Unit with_layer2(const UnitSamples& samples, const Matrix& A) {
  Projection at;
  project(Family::unit, samples, A, at);
  return samples.unit(A, std::move(at.B));
}

/// The outputs with outliers clipped around Huber's linear regression on x, which is convex: no unit is known yet.
Matrix with_clipped_outliers(const UnitSamples& samples, const Basis& inputs) {
  Matrix Y = samples.Y;
  for (int round = 0; round < kLinearRounds; ++round)
    Y = clipped_outputs(samples, Matrix(inputs.Z * (inputs.Z.transpose() * Y)), kLinearClipping);
  return Y;
}

class Estimation {
 public:
  Estimation(const Standardized& standardized, const Basis& inputs, const FitOptions& options, Stages& stages)
      : samples_(standardized.samples, options.bias),
        output_scale_(standardized.output_scale),
        inputs_(inputs),
        linear_(samples_.hidden() == samples_.inputs()
                    ? inputs
                    : orthonormal_basis(samples_.X.leftCols(samples_.hidden()), kDependent)),
        options_(options),
        stages_(stages) {}

  Estimate run(const std::optional<Matrix>& start) {
    find_unit(options_.noise.robust ? with_clipped_outliers(samples_, inputs_) : Matrix(samples_.Y), start);
    if (noise_is_negligible())
      result_.best = stages_.run("refine", [&] { return unweighted(samples_, refine(samples_, least_squares())); });
    else if (options_.noise.robust)
      estimate_robustly();
    else if (options_.noise.reweight)
      estimate_with_weights();
    else
      result_.best = unweighted(samples_, least_squares());
    return std::move(result_);
  }

 private:
  Unit least_squares() const { return samples_.unit(result_.search.fit.A, result_.search.fit.B); }

  bool noise_is_negligible() const {
    return noise_variance(samples_, samples_.Y - forward(least_squares(), samples_.X)) <
           kNegligibleNoise * kNegligibleNoise;
  }

  /// The least-squares unit for these targets; linear regression if it fits as well.
  void find_unit(const Matrix& targets, const std::optional<Matrix>& start) {
    const UnitSamples samples = samples_.with_outputs(targets);
    VplmResult linear = regress(samples, linear_);
    result_.linear_p_value = 1;
    if (linear.loss > kExactlyLinear * kExactlyLinear * targets.squaredNorm() / static_cast<double>(samples.count())) {
      result_.search = search_unit(samples, inputs_, options_, start, stages_);
      result_.linear_p_value = linear_p_value(samples, linear.loss, result_.search.fit.loss);
    }
    if (result_.linear_p_value > kSignificance)
      result_.search = {.fit = linear, .relaxed_loss = linear.loss, .expected_loss = linear.loss};
  }

  void reweight() {
    const Unit unit = with_layer2(samples_, result_.search.fit.A);
    result_.best = stages_.run("reweight", [&] { return reweight_outputs(samples_, unit, output_scale_); });
  }

  void estimate_with_weights() {
    reweight();
    if (!result_.best.weighted) return;
    find_unit(result_.best.target, Matrix(result_.best.unit.A.topRows(samples_.neurons())));
    reweight();
  }

  void estimate_robustly() {
    for (int round = 0; round < kClippedSearches; ++round)
      find_unit(clipped_outputs(samples_, forward(least_squares(), samples_.X), kHuber), {});
    result_.best = stages_.run("reweight", [&] { return huber(samples_, least_squares()); });
  }

  const UnitSamples samples_;
  const Vector& output_scale_;
  const Basis& inputs_;
  const Basis linear_;  ///< of the hidden layer if A = 0
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
