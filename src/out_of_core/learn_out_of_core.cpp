// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/learn_out_of_core.hpp"

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

Matrix append_rows(const Matrix& upper, const Matrix& lower) {
  Matrix stacked(upper.rows() + lower.rows(), upper.cols());
  stacked << upper, lower;
  return stacked;
}

/// Sigma^-1; equal weights if Sigma is singular, for example because all residuals are at rounding error.
Matrix weights_of(const Matrix& sigma) {
  const Matrix equal = Matrix::Identity(sigma.rows(), sigma.rows());
  const Eigen::LLT<Eigen::MatrixXd> factor(sigma);
  if (factor.info() != Eigen::Success) return equal;
  const Matrix weights = factor.solve(equal);
  return weights.allFinite() ? weights : equal;
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

  /// The method that the subset in memory suggests; noisy if the other samples contradict an exact unit.
  Fit select_method() {
    Fit found = learn_automatically(subset_, options_);
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
    Fit exact = confirm(std::move(found));
    if (exact.status != FitStatus::not_exact) return exact;
    Fit noisy = fit_all_samples(learn_noisy(subset_, options_, std::nullopt));
    noisy.choice = auto_selected(Method::noisy, kNoExactUnit);
    return noisy;
  }

  /// A pass confirms an exact unit, or adds contradicting samples to the subset, and the search is repeated.
  Fit confirm(Fit fit) {
    const std::string choice = fit.choice;
    for (int round = 1; fit.usable(); ++round) {
      const ExactCheck check = timed("check", fit, [&] {
        return check_unit(stream_, fit.unit, kContradictingPerInput * stream_.inputs(), options_.threads);
      });
      fit.reason = fmt::format("{} rows found on {} samples; relative residual {:.1e} on all {}", fit.unit.rows(),
                               subset_.X.rows(), check.relative_residual, stream_.count());
      fit.choice = choice;
      fit.training_loss = check.loss;
      if (check.relative_residual <= kExactResidual) return fit;
      fit.status = FitStatus::not_exact;
      if (round == kMaxRounds || check.contradicting.X.rows() == 0) break;
      subset_ = {append_rows(subset_.X, check.contradicting.X), append_rows(subset_.Y, check.contradicting.Y)};
      auto seconds = std::move(fit.seconds);
      fit = learn_exact_unit(subset_, options_);
      fit.seconds.insert(fit.seconds.begin(), seconds.begin(), seconds.end());
    }
    if (fit.status == FitStatus::not_exact) fit.certificate.holds = false;
    return fit;
  }

  /// From the estimate on the subset to that on all samples.
  Fit fit_all_samples(Fit fit) {
    if (!fit.usable()) return fit;
    const Uncertainty of_subset = fit.uncertainty;
    const Index m = stream_.outputs();
    Matrix sigma = of_subset.reweighted ? of_subset.noise_covariance : Matrix::Identity(m, m);
    OutOfCoreDescent found{.unit = fit.unit};
    for (int round = 0; round < (of_subset.reweighted ? kReweightings : 1); ++round) {
      found = timed("passes", fit, [&] { return descend(found.unit, weights_of(sigma)); });
      if (of_subset.reweighted) sigma = found.residuals / degrees_per_output();
    }
    fit.unit = found.unit;
    describe_noise(found, of_subset, sigma, fit);
    if (!found.converged) {
      fit.status = FitStatus::inexact;
      fit.warnings.push_back(fmt::format("the descent did not converge within {} passes", stream_.passes()));
    }
    fit.reason = fmt::format("on a subset of {} samples: {}", subset_.X.rows(), fit.reason);
    return fit;
  }

  OutOfCoreDescent descend(const Unit& start, const Matrix& weights) {
    return resunit::descend(stream_, subset_, start, weights, {.threads = options_.threads});
  }

  double degrees_per_output() const {
    const auto n = static_cast<double>(stream_.count()), d = static_cast<double>(stream_.inputs()),
               m = static_cast<double>(stream_.outputs());
    return std::max(n - d - d * d / m, 1.0);
  }

  /// The noise from the residuals of all samples. Covariances of weights are those of the subset, scaled by the ratio
  /// of sigma^2 / n.
  void describe_noise(const OutOfCoreDescent& found, const Uncertainty& of_subset, const Matrix& sigma,
                      Fit& fit) const {
    const auto m = static_cast<double>(stream_.outputs());
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
      const Unit near = nearest_minimum(subset_, fit.unit);
      fit.unit = timed("polish", fit, [&] { return descend(near, Matrix::Identity(m, m)).unit; });
      fit.certificate.scale_rows = scale_rows_of(fit.unit.A);
    }
    fit.training_loss = check_unit(stream_, fit.unit, 0, options_.threads).loss;
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
