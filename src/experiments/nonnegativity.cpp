// SPDX-License-Identifier: BSD-3-Clause
// The paper's table of errors without its assumptions: negative entries in A, and scale rows.
#include <fmt/format.h>

#include <cmath>

#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::nonnegativity {
namespace {

const std::vector<double> kScaleRows = {0, 2, 4, 8, 16};
constexpr double kCold = 1e-3, kWarm = 10;  ///< output errors at the ends of the color scale

std::vector<double> shares(const Scale& scale) {
  if (scale.quick) return {0, 0.3, 1};
  return printed_list(paper_results("nonnegativity")["p"]);
}

std::vector<std::string> methods(double scale_rows) {
  if (scale_rows == 0) return {"SGD", "LP", "QP", "resunit"};
  return {"SGD", "QP", "resunit"};  // LP does not support scale rows
}

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (const double s : kScaleRows)
    for (const double p : shares(scale))
      for (const std::string& method : methods(s))
        for (int network = 0; network < (scale.quick ? 1 : 5); ++network)
          for (int trial = 0; trial < (scale.quick ? 1 : 4); ++trial)
            list.push_back({.setting = {p, s}, .method = method, .network = network, .trial = trial});
  return list;
}

std::vector<double> run(const Task& task, const Scale&) {
  return run_trial({.inputs = 16, .negative = task.setting[0], .scale_rows = static_cast<Index>(task.setting[1])},
                   {.samples = 512}, task);
}

void present(const Records& records, const Scale& scale, report::Section& section) {
  const nlohmann::json& paper = paper_results("nonnegativity");
  const std::vector<double> printed_shares = printed_list(paper["p"]);
  for (const double s : kScaleRows) {
    const std::string key = fmt::format("s{}", s);
    report::Table table{.caption = fmt::format("{} scale rows: mean output error, the paper's in parentheses", s),
                        .header = {"p"}};
    for (const double p : printed_shares) table.header.push_back(fmt::format("{:g}", p));
    for (const std::string& method : methods(s)) {
      std::vector<report::Cell> row = {{method}};
      for (std::size_t k = 0; k < printed_shares.size(); ++k) {
        const double ours = mean(pick(records, 2, at(method, {printed_shares[k], s})));
        row.push_back({.text = paper[key].contains(method)
                                   ? report::with_paper_value(ours, printed(paper[key][method][k]))
                                   : report::number(ours)});
        if (!std::isnan(ours)) row.back().heat = report::heat(ours, kCold, kWarm);
      }
      table.rows.push_back(std::move(row));
    }
    section.table(table);
  }
  const auto resunit = by("resunit");
  const std::vector<double> certified = pick(records, 3, resunit);
  section.paragraph(fmt::format("resunit: {:.0f} of {} fits certified.",
                                mean(certified) * static_cast<double>(certified.size()), certified.size()));
  if (scale.quick) section.small("A quick run computes only three columns.");
}

}  // namespace

Experiment experiment() {
  return {
      .name = "nonnegativity",
      .title = "Negative weights and scale rows",
      .location = "Table in the appendix on nonnegativity of A",
      .description =
          "A fraction p of the entries of A is negative, and s rows of A have only their diagonal entry (scale rows). "
          "d = 16, n = 512, five networks, no noise. \"inf\": the method found no unit.",
      .setting_names = {"p", "s"},
      .value_names = kErrorNames,
      .tasks = tasks,
      .run = run,
      .present = present};
}

}  // namespace resunit::experiments::nonnegativity
