// SPDX-License-Identifier: BSD-3-Clause
#include "paper/linear_regression.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "linalg/basis.hpp"
#include "linalg/indexing.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "resunit/metrics.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

/// Negative entries of A up to this, relative to the largest magnitude, count as rounding errors.
constexpr double kNegligible = 1e-9;

/// Samples whose inputs all have one sign.
struct OneSigned {
  const char* sign;  ///< "all-negative" or "all-positive"
  const char* half;  ///< of the samples: "first" or "second"
  Matrix X;
  Matrix Y;
};

/// A matrix, or the status and reason of the failure.
struct Solution {
  Matrix value = {};
  FitStatus status = FitStatus::solved;
  std::string reason = {};
};

template <class HasSign>
OneSigned one_signed(const Samples& samples, Index first, Index last, const char* sign, HasSign has_sign) {
  std::vector<Index> kept;
  for (Index i = first; i < last; ++i)
    if (has_sign(samples.X.row(i).array())) kept.push_back(i);
  return {
      .sign = sign, .half = first == 0 ? "first" : "second", .X = samples.X(kept, kAll), .Y = samples.Y(kept, kAll)};
}

OneSigned negative_of_first_half(const Samples& samples) {
  return one_signed(samples, 0, samples.count() / 2, "all-negative", [](const auto& x) { return (x < 0).all(); });
}

OneSigned positive_of_second_half(const Samples& samples) {
  return one_signed(samples, samples.count() / 2, samples.count(), "all-positive",
                    [](const auto& x) { return (x > 0).all(); });
}

/// argmin_L sum_i |L x_i - y_i|^2.
Solution regress(const OneSigned& samples, double rank_tolerance) {
  const Index d = samples.X.cols();
  if (samples.X.rows() < d)
    return {.status = FitStatus::too_few_one_signed,
            .reason = fmt::format("only {} in the {} half of the samples, at least {} are required",
                                  counted(samples.X.rows(), fmt::format("{} input", samples.sign)), samples.half, d)};
  const Basis basis = orthonormal_basis(samples.X, rank_tolerance);
  if (basis.rank() < d)
    return {.status = FitStatus::rank_deficient,
            .reason = fmt::format("the {} {} inputs have rank {}, below d = {}", samples.X.rows(), samples.sign,
                                  basis.rank(), d)};
  return {.value = samples.Y.transpose() * basis.Z * basis.from_basis};
}

/// A with B (A + I) = D in the least-squares sense.
Solution solve_layer1(const Matrix& B, const Matrix& D, double rank_tolerance) {
  const Index d = B.cols();
  const Basis basis = orthonormal_basis(B, rank_tolerance);
  if (basis.rank() < d)
    return {.status = FitStatus::rank_deficient,
            .reason = fmt::format("layer 2 has rank {}, below d = {}", basis.rank(), d)};
  return {.value = basis.from_basis.transpose() * (basis.Z.transpose() * D) - Matrix::Identity(d, d)};
}

void warn_about_negative_entries(const Matrix& A, std::vector<std::string>& warnings) {
  const double smallest = A.minCoeff();
  if (smallest < -kNegligible * A.cwiseAbs().maxCoeff())
    warnings.push_back(
        fmt::format("layer 1 has an entry of {:.3g}: method lr is exact only for noiseless samples of a unit with "
                    "A >= 0; use method auto",
                    smallest));
}

/// Layer 2, then layer 1, until one of them fails.
void learn(const OneSigned& negative, const OneSigned& positive, double rank_tolerance, Fit& fit) {
  const auto accept = [&fit](const Solution& solution) {
    fit.status = solution.status;
    fit.reason = solution.reason;
    return solution.status == FitStatus::solved;
  };
  const Solution B = regress(negative, rank_tolerance);
  if (!accept(B)) return;
  const Solution D = regress(positive, rank_tolerance);
  if (!accept(D)) return;
  const Solution A = solve_layer1(B.value, D.value, rank_tolerance);
  if (!accept(A)) return;
  fit.unit = {.A = A.value, .B = B.value};
  fit.reason =
      fmt::format("regressions on {} all-negative and {} all-positive inputs", negative.X.rows(), positive.X.rows());
}

}  // namespace

Fit learn_by_linear_regression(const Samples& samples, const FitOptions& options) {
  const Stopwatch watch;
  Fit fit;
  fit.method = Method::lr;
  learn(negative_of_first_half(samples), positive_of_second_half(samples), options.rows.rank_tolerance, fit);
  if (fit.status == FitStatus::solved) {
    fit.training_loss = output_errors(forward(fit.unit, samples.X), samples.Y).loss;
    warn_about_negative_entries(fit.unit.A, fit.warnings);
  }
  fit.seconds = {{"lr", watch.seconds()}};
  return fit;
}

}  // namespace resunit
