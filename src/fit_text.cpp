// A fit in words.
#include <fmt/format.h>

#include <algorithm>

#include "resunit/fit.hpp"

namespace resunit {
namespace {

/// "layer 2: 16 rows solved, at most 9 steps"
std::string rows_text(const char* layer, const std::vector<RowReport>& rows) {
  const auto solved =
      std::count_if(rows.begin(), rows.end(), [](const RowReport& row) { return row.status == RowStatus::solved; });
  int steps = 0;
  for (const RowReport& row : rows) steps = std::max(steps, row.iterations);
  return fmt::format("  {}: {} of {} rows solved, at most {} steps\n", layer, solved, rows.size(), steps);
}

auto count(const std::vector<bool>& rows) {
  return std::count(rows.begin(), rows.end(), true);
}

}  // namespace

std::string Fit::brief() const {
  if (status == FitStatus::not_run) return "not run";
  if (!usable(status)) return fmt::format("{}: {} ({})", to_string(method), to_string(status), reason);
  return fmt::format("{}: {}, {} inputs, {} outputs, training loss {:.3g}", to_string(method), to_string(status),
                     unit.inputs(), unit.outputs(), training_loss);
}

std::string Fit::full() const {
  std::string text = brief() + "\n";
  if (usable(status) && !reason.empty()) text += fmt::format("  {}\n", reason);
  if (!layer2_rows.empty()) text += rows_text("layer 2", layer2_rows);
  if (!layer1_rows.empty()) text += rows_text("layer 1", layer1_rows);
  if (method == Method::exact)
    text += fmt::format("  certificate: {}; {} of {} rows of C and {} of {} rows of A are proved\n",
                        certificate.holds ? "holds" : "does not hold", count(certificate.layer2_rows), unit.inputs(),
                        count(certificate.layer1_rows), unit.inputs());
  if (count(certificate.scale_rows) > 0)
    text += fmt::format("  {} rows of A are scale rows\n", count(certificate.scale_rows));
  for (const std::string& warning : warnings) text += fmt::format("  warning: {}\n", warning);
  for (const auto& [stage, time] : seconds) text += fmt::format("  {}: {:.3g} s\n", stage, time);
  text.pop_back();
  return text;
}

}  // namespace resunit
