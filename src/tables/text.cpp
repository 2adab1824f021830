// SPDX-License-Identifier: BSD-3-Clause
// A regression as text: Regression::brief and Regression::full.
#include <fmt/format.h>

#include <cmath>

#include "model/counted.hpp"
#include "resunit/regress.hpp"

namespace resunit {
namespace {

std::string number_or_unknown(double value) {
  return std::isnan(value) ? "unknown" : fmt::format("{:.5g}", value);
}

std::string score_line(const char* model, const Score& score, Index j) {
  return fmt::format("    {:<18} {:>12.5g} {:>12.5g} {:>9.4f}\n", model, score.rmse(j), score.mae(j), score.r2(j));
}

std::string scores_text(const CrossValidation& result, const Columns& columns) {
  std::string text;
  for (Index j = 0; j < result.unit.rmse.size(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    const std::string target = at < columns.targets.size() ? fmt::format(" of '{}'", columns.targets[at]) : "";
    text += fmt::format("  {}-fold cross-validation{}\n    {:<18} {:>12} {:>12} {:>9}\n", result.folds, target, "",
                        "RMSE", "MAE", "R2");
    text += score_line("mean", result.mean, j) + score_line("linear regression", result.linear, j) +
            score_line("resunit", result.unit, j);
  }
  return text;
}

}  // namespace

std::string Regression::brief() const {
  if (members == 0) return "not run";
  const std::string columns = fmt::format("regressor: {}, {}", counted(regressor.input_count(), "input"),
                                          counted(regressor.output_count(), "output"));
  if (regressor.width() == 0) return columns + ", linear";
  return fmt::format("{}, {} of width {}, penalty {:g}", columns, counted(members, "network"), width, penalty);
}

std::string Regression::full() const {
  std::string text = verdict();
  if (!text.empty()) text += '\n';
  text += brief() + "\n";
  for (Index j = 0; j < held_out_rmse.size(); ++j) {
    const bool known = held_out_stderr.size() > j && !std::isnan(held_out_stderr(j));
    const auto& names = regressor.columns.targets;
    const std::string target = held_out_rmse.size() == 1 ? ""
                               : names.empty()           ? fmt::format("target {}: ", j + 1)
                                                         : fmt::format("'{}': ", names[static_cast<std::size_t>(j)]);
    text += fmt::format("  {}held-out RMSE {}{}, standard deviation of the target {:.5g}\n", target,
                        number_or_unknown(held_out_rmse(j)),
                        known ? fmt::format(" (standard error {:.2g})", held_out_stderr(j)) : "", target_std(j));
  }
  if (cross_validation.folds > 0) text += scores_text(cross_validation, regressor.columns);
  for (const std::string& warning : warnings) text += fmt::format("  warning: {}\n", warning);
  for (const auto& [stage, time] : seconds) text += fmt::format("  {}: {:.3g} s\n", stage, time);
  text.pop_back();
  return text;
}

}  // namespace resunit
