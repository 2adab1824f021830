// SPDX-License-Identifier: BSD-3-Clause
// Fit::brief and Fit::full: a fit as text; the times of its stages, which fits of networks print too.
#include <fmt/format.h>

#include <algorithm>

#include "linalg/norms.hpp"
#include "model/counted.hpp"
#include "model/stages_text.hpp"
#include "resunit/fit_result.hpp"

namespace resunit {
namespace {

/// "  layer 2: 16 of 16 rows solved, at most 9 steps\n"
std::string rows_text(const char* layer, const std::vector<RowReport>& rows) {
  const auto solved =
      std::count_if(rows.begin(), rows.end(), [](const RowReport& row) { return row.status == RowStatus::solved; });
  int steps = 0;
  for (const RowReport& row : rows) steps = std::max(steps, row.iterations);
  return fmt::format("  {}: {} of {} rows solved, at most {}\n", layer, solved, rows.size(), counted(steps, "step"));
}

/// "  noise: standard deviation 0.5; standard errors 1.2% of A, 0.8% of B\n"
std::string noise_text(const Uncertainty& uncertainty, const Unit& unit) {
  std::string text = fmt::format("  noise: standard deviation {:.4g}", uncertainty.noise_std);
  const auto share = [](const Matrix& error, const Matrix& weights) {
    return 100 * length_of(error) / length_of(weights);
  };
  if (uncertainty.A_stderr.size() > 0 && !unit.A.isZero(0))
    text += fmt::format("; standard errors {:.2g}% of A, {:.2g}% of B", share(uncertainty.A_stderr, unit.A),
                        share(uncertainty.B_stderr, unit.B));
  if (uncertainty.noise_growth.weighted)
    text += "; the noise grows with |x|, and the samples were weighted by 1/sigma(|x|)";
  return text + '\n';
}

auto count(const std::vector<bool>& rows) {
  return std::count(rows.begin(), rows.end(), true);
}

}  // namespace

std::string stages_text(const std::vector<std::pair<std::string, double>>& seconds) {
  if (seconds.empty()) return {};
  double total = 0;
  std::string stages;
  for (const auto& [stage, time] : seconds) {
    total += time;
    stages += fmt::format("{}{} {:.2g}", stages.empty() ? "" : ", ", stage, time);
  }
  return fmt::format("  time: {:.3g} s ({})\n", total, stages);
}

std::string Fit::brief() const {
  if (status == FitStatus::not_run) return "not run";
  if (!usable()) return fmt::format("{}: {} ({})", to_string(method), to_string(status), reason);
  return fmt::format("{}: {}, {}, {}, training loss {:.3g}", to_string(method), to_string(status),
                     counted(unit.inputs(), "input"), counted(unit.outputs(), "output"), training_loss);
}

std::string Fit::full() const {
  std::string text = brief() + "\n";
  if (!choice.empty()) text += fmt::format("  {}\n", choice);
  if (usable() && !reason.empty()) text += fmt::format("  {}\n", reason);
  if (!layer2_rows.empty()) text += rows_text("layer 2", layer2_rows);
  if (!layer1_rows.empty()) text += rows_text("layer 1", layer1_rows);
  if (method == Method::exact && usable())
    text += fmt::format("  certificate: {}; {} of {} rows of C and {} of {} rows of A are certified\n",
                        certificate.holds ? "holds" : "does not hold", count(certificate.layer2_rows), unit.rows(),
                        count(certificate.layer1_rows), unit.rows());
  if (method == Method::noisy && usable()) text += noise_text(uncertainty, unit);
  if (const auto rows = count(certificate.scale_rows); rows > 0)
    text += fmt::format("  {} of A {}\n", counted(rows, "row"), rows == 1 ? "is a scale row" : "are scale rows");
  if (!cause.empty()) text += fmt::format("  cause: {}\n", cause);
  for (const std::string& warning : warnings)
    if (warning != reason) text += fmt::format("  warning: {}\n", warning);
  if (passes > 0) text += fmt::format("  {} {} over the files\n", passes, passes == 1 ? "pass" : "passes");
  text += stages_text(seconds);
  text.pop_back();
  return text;
}

}  // namespace resunit
