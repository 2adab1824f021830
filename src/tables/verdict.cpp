// SPDX-License-Identifier: BSD-3-Clause
// Regression::verdict: how much of the variance the model explains, and whether a linear model would do.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "resunit/regress.hpp"

namespace resunit {
namespace {

constexpr double kMinGainInStandardErrors = 2;
constexpr int kMaxDecimals = 6;

/// Decimals of a percentage such that 99.97% does not become 100%.
int decimals(double share) {
  const double rest = 100 * (1 - share);
  return rest > 0 && rest < 1 ? std::min(static_cast<int>(std::ceil(-std::log10(rest))), kMaxDecimals) : 0;
}

std::string percent(double share, int decimals) {
  return fmt::format("{:.{}f}%", 100 * share, decimals);
}

/// "explains 88% of the variance (± 2% over folds)"
std::string explained(double r2, double spread, const char* of_what, bool linear) {
  if (std::isnan(r2))
    return linear ? "too few rows to estimate the error of the linear model" : "too few rows to estimate the error";
  if (r2 <= 0)
    return linear ? "the linear model is no better than predicting the mean" : "no better than predicting the mean";
  const int digits = decimals(r2);
  const std::string share =
      fmt::format("{}explains {} of the variance", linear ? "a linear model " : "", percent(r2, digits));
  return std::isnan(spread) ? share : fmt::format("{} (± {} {})", share, percent(spread, digits), of_what);
}

double entry(const Vector& values, Index j) {
  return j < values.size() ? values(j) : std::nan("");
}

/// "; 35% lower error than linear regression", or empty if linear regression is no better than the mean.
std::string comparison(const CrossValidation& cross, Index j) {
  if (!(cross.unit.r2(j) > 0))
    return cross.linear.r2(j) > 0 ? fmt::format("; linear regression explains {}",
                                                percent(cross.linear.r2(j), decimals(cross.linear.r2(j))))
                                  : "";
  if (cross.better_than_linear(j)) {
    const double gain = 1 - cross.unit.rmse(j) / cross.linear.rmse(j);
    return fmt::format("; {} lower error than linear regression", percent(gain, decimals(gain)));
  }
  return cross.linear.r2(j) > 0 ? "; no better than linear regression" : "";
}

std::string verdict_on(const Regression& regression, Index j) {
  const CrossValidation& cross = regression.cross_validation;
  const bool linear = regression.regressor.width() == 0;
  if (cross.folds > 0) {
    const bool comparable = !linear && cross.r2_gain_stderr.size() > j;  // not in files of version 0.2.0
    return explained(cross.unit.r2(j), entry(cross.r2_std, j), "over folds", linear) +
           (comparable ? comparison(cross, j) : "");
  }
  const double relative = regression.held_out_rmse(j) / regression.target_std(j);
  const double uncertainty = 2 * relative * entry(regression.held_out_stderr, j) / regression.target_std(j);
  return explained(1 - relative * relative, uncertainty, "standard error", linear);
}

}  // namespace

bool CrossValidation::better_than_linear(Index j) const {
  return unit.r2(j) - linear.r2(j) > kMinGainInStandardErrors * r2_gain_stderr(j);
}

std::string Regression::verdict() const {
  const Index m = std::max(held_out_rmse.size(), cross_validation.unit.r2.size());
  const std::vector<std::string>& names = regressor.columns.targets;
  std::string text;
  for (Index j = 0; j < m; ++j) {
    if (j > 0) text += '\n';
    if (m > 1)
      text +=
          names.empty() ? fmt::format("target {}: ", j + 1) : fmt::format("'{}': ", names[static_cast<std::size_t>(j)]);
    text += verdict_on(*this, j);
  }
  return text;
}

bool Regression::linear_is_sufficient() const {
  const CrossValidation& cross = cross_validation;
  if (cross.r2_gain_stderr.size() == 0 || regressor.width() == 0) return false;
  for (Index j = 0; j < cross.r2_gain_stderr.size(); ++j)
    if (cross.better_than_linear(j)) return false;
  return cross.linear.r2.maxCoeff() > 0;
}

}  // namespace resunit
