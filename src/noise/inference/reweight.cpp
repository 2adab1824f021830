// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/reweight.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/median.hpp"
#include "model/unit_parts.hpp"

namespace resunit {
namespace {

constexpr double kSphericityDeviations = 4;  ///< standard deviations of U above which outputs are weighted
constexpr double kSmallestVariance = 1e-8;   ///< of a direction of the noise, relative to the largest
constexpr int kHuberRounds = 100, kHuberSteps = 3;
constexpr double kHuberTolerance = 0.01;     ///< change of the predictions that ends the rounds, in standard errors
constexpr double kHuberFitTolerance = 1e-7;  ///< of the fit in a round, as in VplmOptions
constexpr double kSmallestShareKept = 0.1;   ///< of the residuals of an output: a lower bound for the divisor

double degrees_per_output(const UnitSamples& samples) {
  return resunit::degrees_per_output(samples.count(), samples.all_weights(), samples.outputs());
}

Matrix residuals(const UnitSamples& samples, const Unit& unit) {
  return samples.Y - forward(unit, samples.X);
}

Matrix covariance(const UnitSamples& samples, const Matrix& E) {
  return E.transpose() * E / degrees_per_output(samples);
}

bool is_not_spherical(const UnitSamples& samples, const Matrix& sigma) {
  const auto m = static_cast<double>(sigma.rows());
  const double nu = static_cast<double>(samples.count() - 2 * samples.inputs());
  const double level = sigma.trace() / m;
  if (!(level > 0) || m < 2 || nu < m) return false;
  const double U = (sigma / level - Matrix::Identity(sigma.rows(), sigma.rows())).squaredNorm() / m;
  return (nu * U - m - 1) / 2 > kSphericityDeviations;
}

/// Clips the residuals of each output; returns the share of residuals that were not clipped, for each output.
Vector clip_outputs(const UnitSamples& samples, double deviations, Matrix& E) {
  Vector untouched(E.cols());
  const double correction = std::sqrt(static_cast<double>(samples.count()) / degrees_per_output(samples));
  for (Index l = 0; l < E.cols(); ++l) {
    const double limit = deviations * kMadToStd * correction * median(E.col(l).cwiseAbs());
    untouched(l) = (E.col(l).array().abs() <= limit).cast<double>().mean();
    E.col(l) = E.col(l).cwiseMax(-limit).cwiseMin(limit);
  }
  return untouched;
}

}  // namespace

Matrix power(const Matrix& sigma, double exponent) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen{Eigen::MatrixXd(sigma)};
  const Vector values = eigen.eigenvalues().cwiseMax(kSmallestVariance * eigen.eigenvalues().maxCoeff());
  return eigen.eigenvectors() * values.array().pow(exponent).matrix().asDiagonal() * eigen.eigenvectors().transpose();
}

double degrees_per_output(Index samples, Index weights, Index outputs) {
  return std::max(static_cast<double>(samples) - static_cast<double>(weights) / static_cast<double>(outputs), 1.0);
}

double residual_degrees(const UnitSamples& samples) {
  return static_cast<double>(samples.outputs()) * degrees_per_output(samples);
}

double noise_variance(const UnitSamples& samples, const Matrix& E) {
  return E.squaredNorm() / residual_degrees(samples);
}

Reweighted unweighted(const UnitSamples& samples, Unit unit) {
  const Matrix E = residuals(samples, unit);
  const Index m = samples.outputs();
  return {.unit = std::move(unit),
          .noise_covariance = noise_variance(samples, E) * Matrix::Identity(m, m),
          .target = samples.Y,
          .influence = E};
}

/// The fit for noise that is homoscedastic in the original scales: least squares there.
Reweighted reweight_by_scale(const UnitSamples& samples, Unit unit, const Vector& output_scale) {
  const auto scales = output_scale.asDiagonal();
  Matrix target = samples.Y * scales;
  VplmResult fit = vplm(samples.with_outputs(target), unit.A.topRows(samples.neurons()));
  const auto undo = output_scale.cwiseInverse().asDiagonal();
  unit = samples.unit(std::move(fit.A), undo * fit.B);
  const Matrix E = residuals(samples, unit);
  const Index m = samples.outputs();
  return {.unit = std::move(unit),
          .noise_covariance = noise_variance(samples, E * scales) * undo * Matrix::Identity(m, m) * undo,
          .target = std::move(target),
          .influence = E,
          .weighted = true,
          .homoscedastic = true};
}

Reweighted reweight_outputs(const UnitSamples& samples, Unit unit, const Vector& sizes) {
  const Vector output_scale = sizes / sizes.maxCoeff();  // squares do not overflow
  Matrix sigma = covariance(samples, residuals(samples, unit));
  const auto scales = output_scale.asDiagonal();
  if (!is_not_spherical(samples, scales * sigma * scales))
    return (output_scale.array() == output_scale(0)).all() ? unweighted(samples, std::move(unit))
                                                           : reweight_by_scale(samples, std::move(unit), output_scale);
  Matrix target;
  for (int round = 0; round < kReweightings; ++round) {
    target = samples.Y * power(sigma, -0.5);
    VplmResult fit = vplm(samples.with_outputs(target), unit.A.topRows(samples.neurons()));
    unit = samples.unit(std::move(fit.A), power(sigma, 0.5) * fit.B);
    sigma = covariance(samples, residuals(samples, unit));
  }
  return {.unit = unit,
          .noise_covariance = sigma,
          .target = std::move(target),
          .influence = residuals(samples, unit),
          .weighted = true};
}

Matrix clipped_outputs(const UnitSamples& samples, const MatrixView& fitted, double limit) {
  Matrix E = samples.Y - fitted;
  clip_outputs(samples, limit, E);
  return fitted + E;
}

Reweighted huber(const UnitSamples& samples, Unit unit) {
  Matrix E, pseudo, fitted = forward(unit, samples.X);
  Vector untouched;
  const auto entries = static_cast<double>(samples.Y.size());
  const double standard_error = std::sqrt((entries - residual_degrees(samples)) / entries);  // relative to |E|
  for (int round = 0; round < kHuberRounds; ++round) {
    E = samples.Y - fitted;
    untouched = clip_outputs(samples, kHuber, E);
    pseudo = fitted + E;
    VplmResult fit = vplm(samples.with_outputs(pseudo), unit.A.topRows(samples.neurons()),
                          {.max_steps = kHuberSteps, .tolerance = kHuberFitTolerance});
    unit = samples.unit(std::move(fit.A), std::move(fit.B));
    const Matrix next = forward(unit, samples.X);
    const double change = (next - fitted).norm();
    fitted = next;
    if (change <= kHuberTolerance * standard_error * E.norm()) break;
  }
  E = E * untouched.cwiseMax(kSmallestShareKept).cwiseInverse().asDiagonal();
  return {.unit = std::move(unit),
          .noise_covariance = covariance(samples, E),
          .target = std::move(pseudo),
          .influence = E,
          .kept = untouched.mean()};
}

}  // namespace resunit
