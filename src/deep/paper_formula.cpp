// SPDX-License-Identifier: BSD-3-Clause
#include "deep/paper_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "deep/noise/fit_noisy.hpp"
#include "deep/standardize.hpp"
#include "linalg/basis.hpp"
#include "linalg/norms.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "noise/inference/dependence.hpp"
#include "paper/multilayer.hpp"

namespace resunit {
namespace {

constexpr double kFits = 1e-8;               ///< largest |Yhat - Y| / |Y| of a network that fits
constexpr double kLossAboveLinear = 1.05;    ///< largest plausible loss, relative to that of linear regression
constexpr Index kSamplesPerCoefficient = 2;  ///< samples per coefficient from which linear regression is compared
constexpr double kRegressionRank = 1e-12;  ///< singular values of [X, 1] below this, relative to the largest, are zero

/// |E| / |Y| of linear regression with intercept; infinity if there are too few samples to compare with it.
double residual_of_regression(const Dataset& samples) {
  const Index n = samples.X.rows(), d = samples.X.cols();
  if (n < kSamplesPerCoefficient * (d + 1)) return std::numeric_limits<double>::infinity();
  Matrix F(n, d + 1);
  F << samples.X, Vector::Ones(n);
  const Basis basis = orthonormal_basis(F, kRegressionRank);
  return length_of(samples.Y - basis.Z * (basis.Z.transpose() * samples.Y)) / length_of(samples.Y);
}

void reject(FitStatus status, std::string reason, NetworkFit& fit) {
  fit.status = status;
  fit.reason = std::move(reason);
  fit.relative_residual = 1;
}

void warn_about_rows(const RowsResult& rows, NetworkFit& fit) {
  const auto unsolved = std::count_if(rows.rows.begin(), rows.rows.end(),
                                      [](const RowReport& row) { return row.status != RowStatus::solved; });
  if (unsolved > 0)
    fit.warnings.push_back(
        fmt::format("last layer: {} of {} row programs did not reach their tolerance", unsolved, rows.rows.size()));
}

/// Solved or suspect, by the residual.
void judge_formula(double of_regression, NetworkFit& fit) {
  const double residual = fit.relative_residual;
  if (residual <= kFits) {
    fit.status = FitStatus::solved;
    fit.reason = fmt::format("relative residual {:.1e}", residual);
    return;
  }
  fit.status = FitStatus::suspect;
  const double ratio = residual / of_regression * (residual / of_regression);
  if (ratio > kLossAboveLinear)
    fit.reason = fmt::format(
        "the training loss is {:.3g} times that of linear regression: method qp assumes W >= 0 and enough samples; use "
        "method auto",
        ratio);
  else
    fit.reason = fmt::format(
        "{:.2g}% of |Y| is unexplained: the paper's formula does not identify the hidden layers; use method auto",
        100 * residual);
}

}  // namespace

NetworkFit fit_by_paper_formula(const Samples& samples, Index layers, const NetworkOptions& options) {
  NetworkFit fit{.method = Method::qp};
  const StandardizedSamples scales = standardize_columns(samples);
  const Dataset standardized{.X = scales.samples.X, .Y = scales.samples.Y};
  MultilayerFit found =
      learn_multilayer(standardized, {.layers = layers, .threads = options.threads, .progress = options.progress});
  if (found.network.weights.empty()) {
    reject(FitStatus::rank_deficient, no_left_inverse(found.last.rows.rank, samples.inputs()), fit);
    return fit;
  }
  fit.network = in_original_scales(std::move(found.network), scales);
  const auto& weights = fit.network.weights;
  if (!std::all_of(weights.begin(), weights.end(), [](const Matrix& W) { return W.allFinite(); })) {
    fit.network = {};
    reject(FitStatus::diverged, "a weight is out of range: rescale the columns to similar sizes", fit);
    return fit;
  }
  set_residual(samples, fit.network, options.threads, fit);
  warn_about_rows(found.last.rows, fit);
  judge_formula(residual_of_regression(standardized), fit);
  if (fit.status == FitStatus::solved) return fit;
  if (const std::optional<double> p = unrelated_p_value(samples, options.seed)) {
    fit.network = {};
    reject(FitStatus::unrelated,
           fmt::format("no evidence that y depends on x (test of independence: p = {:.2g}): are the rows of X and Y in "
                       "the same order?",
                       *p),
           fit);
  }
  return fit;
}

}  // namespace resunit
