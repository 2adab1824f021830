// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/streamed_fit.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/exact.hpp"
#include "identify/identify.hpp"
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

constexpr int kMaxRounds = 4;  ///< of exact search, each with the samples that contradict the previous unit
constexpr Index kContradictingPerInput = 8;  ///< samples that are added in a round, per input

Matrix below(const Matrix& upper, const Matrix& lower) {
  Matrix both(upper.rows() + lower.rows(), upper.cols());
  both << upper, lower;
  return both;
}

/// Sigma^-1; equal weights if Sigma is singular, for example because all residuals are at rounding error.
Matrix weights_by(const Matrix& sigma) {
  const Matrix equal = Matrix::Identity(sigma.rows(), sigma.rows());
  const Eigen::LLT<Eigen::MatrixXd> factor(sigma);
  if (factor.info() != Eigen::Success) return equal;
  const Matrix weights = factor.solve(equal);
  return weights.allFinite() ? weights : equal;
}

class StreamedFit {
 public:
  StreamedFit(SampleStream& stream, Dataset part, const FitOptions& options)
      : stream_(stream), part_(std::move(part)), options_(options) {}

  Fit run() {
    switch (options_.method) {
      case Method::exact: return confirm(learn_exact_unit(part_, options_));
      case Method::noisy: return refine(learn_noisy(part_, options_, options_.start));
      case Method::qp: return layerwise();
      default: return choose();
    }
  }

 private:
  template <class Work>
  auto stage(const char* name, Fit& fit, Work&& work) {
    const Stopwatch watch;
    auto result = work();
    fit.seconds.emplace_back(name, watch.seconds());
    return result;
  }

  /// The method that the subset in memory suggests; noisy if the other samples contradict an exact unit.
  Fit choose() {
    Fit found = learn_automatically(part_, options_);
    if (found.method == Method::noisy) return refine(std::move(found));
    if (found.method == Method::qp) {
      Fit fit = layerwise();
      fit.choice = found.choice;
      if (fit.status == FitStatus::solved) {
        fit.status = found.status;
        fit.reason = found.reason;
      }
      return fit;
    }
    Fit exact = confirm(std::move(found));
    if (exact.status != FitStatus::not_exact) return exact;
    Fit noisy = refine(learn_noisy(part_, options_, std::nullopt));
    noisy.choice = "method noisy was taken, because no unit was found that fits the samples exactly";
    return noisy;
  }

  /// A pass confirms an exact unit, or adds contradicting samples to the subset, and the search is repeated.
  Fit confirm(Fit fit) {
    const std::string choice = fit.choice;
    for (int round = 1; fit.usable(); ++round) {
      const ExactCheck check = stage("check", fit, [&] {
        return check_unit(stream_, fit.unit, kContradictingPerInput * stream_.inputs(), options_.threads);
      });
      fit.reason = fmt::format("{} rows found on {} samples; the fit leaves {:.1e} of |Y| on all {}", fit.unit.rows(),
                               part_.X.rows(), check.relative_residual, stream_.count());
      fit.choice = choice;
      fit.training_loss = check.loss;
      if (check.relative_residual <= kExactResidual) return fit;
      fit.status = FitStatus::not_exact;
      if (round == kMaxRounds || check.contradicting.X.rows() == 0) break;
      part_ = {below(part_.X, check.contradicting.X), below(part_.Y, check.contradicting.Y)};
      auto seconds = std::move(fit.seconds);
      fit = learn_exact_unit(part_, options_);
      fit.seconds.insert(fit.seconds.begin(), seconds.begin(), seconds.end());
    }
    if (fit.status == FitStatus::not_exact) fit.certificate.holds = false;
    return fit;
  }

  /// From the estimate on the subset to that on all samples.
  Fit refine(Fit fit) {
    if (!fit.usable()) return fit;
    const Uncertainty of_part = fit.uncertainty;
    const Index m = stream_.outputs();
    Matrix sigma = of_part.reweighted ? of_part.noise_covariance : Matrix::Identity(m, m);
    StreamDescent found{.unit = fit.unit};
    for (int round = 0; round < (of_part.reweighted ? kWeighings : 1); ++round) {
      found = stage("passes", fit, [&] { return descend(found.unit, weights_by(sigma)); });
      if (of_part.reweighted) sigma = found.residuals / degrees_per_output();
    }
    fit.unit = found.unit;
    describe_noise(found, of_part, sigma, fit);
    if (!found.converged) {
      fit.status = FitStatus::inexact;
      fit.warnings.push_back("the passes ended before the loss stopped falling");
    }
    fit.reason = fmt::format("on a part of {} samples: {}", part_.X.rows(), fit.reason);
    return fit;
  }

  StreamDescent descend(const Unit& start, const Matrix& weights) {
    return resunit::descend(stream_, part_, start, weights, {.threads = options_.threads});
  }

  double degrees_per_output() const {
    const auto n = static_cast<double>(stream_.count()), d = static_cast<double>(stream_.inputs()),
               m = static_cast<double>(stream_.outputs());
    return std::max(n - d - d * d / m, 1.0);
  }

  /// The noise from the residuals of all samples. Covariances of weights are those of the subset, scaled by the ratio
  /// of sigma^2 / n.
  void describe_noise(const StreamDescent& found, const Uncertainty& of_part, const Matrix& sigma, Fit& fit) const {
    const auto m = static_cast<double>(stream_.outputs());
    Uncertainty& noise = fit.uncertainty;
    noise.degrees_of_freedom = m * degrees_per_output();
    noise.noise_std = std::sqrt(found.residuals.trace() / noise.degrees_of_freedom);
    noise.noise_covariance =
        of_part.reweighted ? sigma
                           : Matrix(noise.noise_std * noise.noise_std * Matrix::Identity(sigma.rows(), sigma.rows()));
    const double share = static_cast<double>(part_.X.rows()) / static_cast<double>(stream_.count());
    const double ratio = of_part.noise_std > 0 ? noise.noise_std / of_part.noise_std : 1.0;
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
    LayersOutOfCore layers(stream_, part_, options_.threads);
    Fit fit = learn_layerwise(layers, stream_.inputs(), by_rows);
    if (!fit.usable()) return fit;
    if (options_.polish) {
      const Index m = stream_.outputs();
      const Unit near = nearest_minimum(part_, fit.unit);
      fit.unit = stage("polish", fit, [&] { return descend(near, Matrix::Identity(m, m)).unit; });
      fit.certificate.scale_rows = scale_rows_of(fit.unit.A);
    }
    fit.training_loss = check_unit(stream_, fit.unit, 0, options_.threads).loss;
    return fit;
  }

  SampleStream& stream_;
  Dataset part_;
  const FitOptions& options_;
};

}  // namespace

std::string needs_memory(const FitOptions& options) {
  const Method method = options.method;
  if (method != Method::automatic && method != Method::exact && method != Method::noisy && method != Method::qp)
    return fmt::format("method {}", to_string(method));
  if (options.noise.robust) return "robust";
  if (options.noise.sandwich) return "sandwich";
  if (options.nonnegative) return "nonnegative";
  return {};
}

Fit learn_out_of_core(SampleStream& stream, Dataset part, const FitOptions& options) {
  return StreamedFit(stream, std::move(part), options).run();
}

}  // namespace resunit
