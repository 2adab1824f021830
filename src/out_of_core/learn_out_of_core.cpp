// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/learn_out_of_core.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "exact/certificate.hpp"
#include "exact/tolerances.hpp"
#include "exact/weights.hpp"
#include "identify/identify.hpp"
#include "linalg/norms.hpp"
#include "model/bias.hpp"
#include "model/fit_names.hpp"
#include "model/unit_parts.hpp"
#include "noise/descent/nearest_minimum.hpp"
#include "noise/inference/reweight.hpp"
#include "noise/noisy.hpp"
#include "out_of_core/exact_check.hpp"
#include "out_of_core/gauss_newton.hpp"
#include "out_of_core/layerwise.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

Matrix append_rows(const Matrix& upper, const Matrix& lower) {
  Matrix stacked(upper.rows() + lower.rows(), upper.cols());
  stacked << upper, lower;
  return stacked;
}

/// Sigma^-1, with a weight of 1 for the constant output of a bias; equal weights if Sigma is zero.
Matrix weights_of(const Matrix& sigma, Index outputs) {
  const Matrix inverse = power(sigma, -1);
  Matrix weights = Matrix::Identity(outputs, outputs);
  if (inverse.allFinite()) weights.topLeftCorner(sigma.rows(), sigma.rows()) = inverse;
  return weights;
}

bool certifies_a_row(const Certificate& certificate) {
  const std::vector<bool>& rows = certificate.layer2_rows;
  return std::find(rows.begin(), rows.end(), true) != rows.end();
}

class OutOfCoreFit {
 public:
  OutOfCoreFit(SampleStream& stream, Dataset subset, const FitOptions& options)
      : stream_(stream), subset_(std::move(subset)), options_(options) {}

  Fit run() {
    switch (options_.method) {
      case Method::exact: return confirm(learn_exact_unit(subset_, options_));
      case Method::noisy: return fit_all_samples(learn_noisy(subset_, options_, options_.start));
      case Method::qp: return layerwise();
      default: return select_method();
    }
  }

 private:
  template <class Work>
  auto timed(const char* name, Fit& fit, Work&& work) {
    const Stopwatch watch;
    auto result = work();
    fit.seconds.emplace_back(name, watch.seconds());
    return result;
  }

  /// The method that the subset in memory suggests; noisy if an exact unit, or every certified row of it, does not fit
  /// all samples.
  Fit select_method() {
    Fit found = learn_automatically(subset_, options_);
    if (found.method == Method::noisy && found.uncertainty.robust) return keep_estimate_of_subset(std::move(found));
    if (found.method == Method::noisy) return fit_all_samples(std::move(found));
    if (found.method == Method::qp) {
      Fit fit = layerwise();
      fit.choice = found.choice;
      if (fit.status == FitStatus::solved) {
        fit.status = found.status;
        fit.reason = found.reason;
      }
      return fit;
    }
    const bool was_certified = certifies_a_row(found.certificate);
    Fit exact = confirm(std::move(found));
    const bool is_revoked = was_certified && !certifies_a_row(exact.certificate);
    if (exact.status != FitStatus::not_exact && !is_revoked) return exact;
    Fit noisy = fit_all_samples(learn_noisy(subset_, options_, std::nullopt));
    noisy.choice = auto_selected(Method::noisy, kNoExactUnit);
    return noisy;
  }

  /// A pass confirms an exact unit, or adds contradicting samples to the subset, and the search is repeated. Returns the
  /// last unit that fits all samples to kExactResidual, if there is one.
  Fit confirm(Fit fit) {
    const std::string choice = fit.choice;
    std::optional<Fit> contradicted;  // fits all samples to kExactResidual, except for a few
    for (int round = 1; fit.usable(); ++round) {
      const ExactCheck check = check_on_all_samples(fit);
      fit.choice = choice;
      const bool is_contradicted = check.contradicting.X.rows() > 0;
      if (fit.usable() && !is_contradicted) return fit;
      if (fit.usable()) contradicted = fit;
      if (!is_contradicted || round == kSearchRounds) break;
      subset_ = {append_rows(subset_.X, check.contradicting.X), append_rows(subset_.Y, check.contradicting.Y)};
      auto seconds = std::move(fit.seconds);
      fit = learn_exact_unit(subset_, options_);
      fit.seconds.insert(fit.seconds.begin(), seconds.begin(), seconds.end());
    }
    if (!contradicted || fit.usable()) return fit;
    contradicted->seconds = std::move(fit.seconds);
    return *std::move(contradicted);
  }

  /// Applies the rules of the certificate that concern all samples; sets status, reason and loss.
  ExactCheck check_on_all_samples(Fit& fit) {
    const RowWeights rows = row_weights(subset_, fit.unit);
    ExactCheck check = timed("check", fit, [&] { return check_unit(stream_, fit.unit, rows, options_.threads); });
    const Vector scale = column_rms(subset_.X);
    const std::vector<std::string> notes =
        revoke_on_all_samples({.backward_errors = check.backward_errors,
                               .relative_residual = check.relative_residual,
                               .contradicting = check.contradicting.X.rows(),
                               .scaled_A = scale.cwiseInverse().asDiagonal() * fit.unit.A * scale.asDiagonal()},
                              fit.certificate);
    fit.warnings.insert(fit.warnings.begin(), notes.begin(), notes.end());
    if (check.relative_residual > kExactResidual)
      fit.status = FitStatus::not_exact;
    else if (!fit.certificate.holds)
      fit.status = FitStatus::undetermined;
    fit.reason = fmt::format("on a subset of {} samples: {}; on all {}: relative residual {:.1e}", subset_.X.rows(),
                             fit.reason, stream_.count(), check.relative_residual);
    fit.training_loss = check.loss;
    return check;
  }

  /// From the estimate on the subset to that on all samples.
  Fit fit_all_samples(Fit fit) {
    if (!fit.usable()) return fit;
    const Uncertainty of_subset = fit.uncertainty;
    const Index m = stream_.file_outputs();
    Matrix sigma = of_subset.reweighted ? of_subset.noise_covariance : Matrix::Identity(m, m);
    OutOfCoreDescent found{.unit = fit.unit};
    for (int round = 0; round < (of_subset.reweighted ? kReweightings : 1); ++round) {
      found = timed("passes", fit,
                    [&] { return descend(found.unit, weights_of(sigma, stream_.outputs()), of_subset.noise_growth); });
      found.residuals = found.residuals.topLeftCorner(m, m).eval();
      if (of_subset.reweighted) sigma = found.residuals / degrees_per_output();
    }
    fit.unit = found.unit;
    describe_noise(found, of_subset, sigma, fit);
    if (of_subset.noise_growth.weighted) fit.training_loss = training_loss(stream_, fit.unit, options_.threads);
    if (!found.converged) {
      fit.status = FitStatus::inexact;
      fit.warnings.push_back(fmt::format("the descent did not converge within {} passes", stream_.passes()));
    }
    fit.reason = fmt::format("on a subset of {} samples: {}", subset_.X.rows(), fit.reason);
    return fit;
  }

  /// The robust estimate: the passes minimize the squared loss, which the outliers of the subset dominate.
  Fit keep_estimate_of_subset(Fit fit) {
    fit.status = FitStatus::inexact;
    fit.reason = fmt::format("on a subset of {} samples: {}", subset_.X.rows(), fit.reason);
    fit.warnings.push_back(fmt::format(
        "only a subset of {} samples was used: the robust loss, which outliers require, is not available in "
        "passes over files",
        subset_.X.rows()));
    fit.training_loss = training_loss(stream_, fit.unit, options_.threads);
    return fit;
  }

  OutOfCoreDescent descend(const Unit& start, const Matrix& weights, const NoiseGrowth& growth) {
    return resunit::descend(stream_, subset_, start, weights,
                            {.threads = options_.threads, .bias = options_.bias, .growth = growth});
  }

  double degrees_per_output() const {
    const bool biased = options_.bias != Bias::none;
    const UnitSamples model(biased ? without_constant_output(subset_) : Samples(subset_), options_.bias);
    return resunit::degrees_per_output(stream_.count(), model.all_weights(), model.outputs());
  }

  /// The noise from the residuals of all samples. Covariances of weights are those of the subset, scaled by the ratio
  /// of sigma^2 / n.
  void describe_noise(const OutOfCoreDescent& found, const Uncertainty& of_subset, const Matrix& sigma,
                      Fit& fit) const {
    const auto m = static_cast<double>(stream_.file_outputs());
    Uncertainty& noise = fit.uncertainty;
    noise.degrees_of_freedom = m * degrees_per_output();
    noise.noise_std = std::sqrt(found.residuals.trace() / noise.degrees_of_freedom);
    noise.noise_covariance =
        of_subset.reweighted ? sigma
                             : Matrix(noise.noise_std * noise.noise_std * Matrix::Identity(sigma.rows(), sigma.rows()));
    const double share = static_cast<double>(subset_.X.rows()) / static_cast<double>(stream_.count());
    const double ratio = of_subset.noise_std > 0 ? noise.noise_std / of_subset.noise_std : 1.0;
    const double factor = share * ratio * ratio;
    noise.A_stderr *= std::sqrt(factor);
    noise.B_stderr *= std::sqrt(factor);
    noise.covariance.A *= factor;
    for (Matrix& beta : noise.covariance.beta) beta *= factor;
    for (Matrix& both : noise.covariance.A_and_beta) both *= factor;
    fit.training_loss = found.residuals.trace() / (2 * static_cast<double>(stream_.count()));
  }

  Fit layerwise() {
    FitOptions by_rows = options_;
    by_rows.method = Method::qp;
    by_rows.progress = nullptr;  // passes report progress
    LayersOutOfCore layers(stream_, subset_, options_.threads);
    Fit fit = learn_layerwise(layers, stream_.inputs(), by_rows);
    if (!fit.usable()) return fit;
    if (options_.polish) {
      const Index m = stream_.outputs();
      const Unit near = nearest_minimum(subset_, fit.unit, options_.bias);
      fit.unit = timed("polish", fit, [&] { return descend(near, Matrix::Identity(m, m), {}).unit; });
      fit.certificate.scale_rows = scale_rows_of(fit.unit.A);
    }
    fit.training_loss = training_loss(stream_, fit.unit, options_.threads);
    return fit;
  }

  SampleStream& stream_;
  Dataset subset_;
  const FitOptions& options_;
};

}  // namespace

std::string unsupported_out_of_core(const FitOptions& options) {
  const Method method = options.method;
  if (method != Method::automatic && method != Method::exact && method != Method::noisy && method != Method::qp)
    return fmt::format("method {}", to_string(method));
  if (options.noise.robust) return "NoisyOptions::robust";
  if (options.noise.sandwich) return "NoisyOptions::sandwich";
  if (options.nonnegative) return "FitOptions::nonnegative";
  return {};
}

Fit learn_out_of_core(SampleStream& stream, Dataset subset, const FitOptions& options) {
  return OutOfCoreFit(stream, std::move(subset), options).run();
}

}  // namespace resunit
