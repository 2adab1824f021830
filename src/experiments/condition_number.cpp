// SPDX-License-Identifier: BSD-3-Clause
// The paper's figure of layer-2 errors against the condition number of B, extended to larger condition numbers.
#include <fmt/format.h>

#include <cmath>

#include "experiments/extent.hpp"
#include "experiments/figure.hpp"
#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::condition_number {
namespace {

const std::vector<std::string> kMethods = {"SGD", "LP", "resunit"};
const std::vector<double> kInputs = {8, 16, 32};

std::vector<double> conditions(const Scale& scale) {
  if (scale.quick) return {1, 1e3, 1e10};
  std::vector<double> all = printed_list(paper_results("condition-number")["condition"]);
  for (const double beyond : {1e6, 1e7, 1e8, 1e9, 1e10}) all.push_back(beyond);
  return all;
}

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (const double d : kInputs)
    for (const double condition : conditions(scale))
      for (const std::string& method : kMethods)
        for (int network = 0; network < (scale.quick ? 1 : 32); ++network)
          list.push_back({.setting = {d, condition}, .method = method, .network = network});
  return list;
}

std::vector<double> run(const Task& task, const Scale&) {
  return run_trial({.inputs = static_cast<Index>(task.setting[0]), .condition = task.setting[1]}, {.samples = 512},
                   task);
}

double mean_error(const Records& records, const std::string& method, double d, double condition) {
  return mean(pick(records, 1, at(method, {d, condition})));
}

report::Plot plot_of(const Records& records, double d) {
  const nlohmann::json& paper = paper_results("condition-number");
  report::Plot plot{.title = fmt::format("d = {}: mean error of layer 2", d),
                    .x_label = "condition number of B",
                    .y_label = "error of layer 2",
                    .note = kRangeNote,
                    .log_x = true,
                    .log_y = true};
  plot.series.push_back(
      paper_points("SGD", printed_list(paper["condition"]), printed_list(paper["SGD"][fmt::format("d{}", d)])));
  for (const std::string& method : kMethods)
    plot.series.push_back(curve_of(
        method, setting_values(records, 1),
        [&](double condition) {
          return pick(records, 1, at(method, {d, condition}));
        },
        mean));
  return plot;
}

/// The paper's error of SGD; NaN for condition numbers beyond the paper's.
double paper_error(double d, double condition) {
  const nlohmann::json& paper = paper_results("condition-number");
  const std::vector<double> conditions = printed_list(paper["condition"]);
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (conditions[i] == condition) return paper["SGD"][fmt::format("d{}", d)][i];
  return std::nan("");
}

report::Table table_of(const Records& records, double d) {
  report::Table table{
      .caption = fmt::format(
          "d = {}: mean error of layer 2; the paper's SGD in parentheses, its LP lies between 1e-13 and 1e-11", d),
      .header = {"condition"}};
  table.header.insert(table.header.end(), kMethods.begin(), kMethods.end());
  for (const double condition : setting_values(records, 1)) {
    std::vector<report::Cell> row = {{short_number(condition)}};
    for (const std::string& method : kMethods) {
      const double ours = mean_error(records, method, d, condition);
      const double theirs = method == "SGD" ? paper_error(d, condition) : std::nan("");
      row.push_back({std::isnan(theirs) ? report::number(ours) : report::with_paper_value(ours, theirs)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string conclude(const Records& records) {
  const double condition = setting_values(records, 1).back(), d = setting_values(records, 0).back();
  const auto error = [&](const char* method) { return report::number(mean_error(records, method, d, condition)); };
  return fmt::format(
      "At the largest condition number, {}, with d = {:g}, the mean error of layer 2 is {} for resunit, {} for LP "
      "and {} "
      "for SGD.",
      short_number(condition), d, error("resunit"), error("LP"), error("SGD"));
}

void present(const Records& records, const Scale&, report::Section& section) {
  std::vector<report::Plot> plots;
  for (const double d : setting_values(records, 0)) plots.push_back(plot_of(records, d));
  section.plots(plots);
  for (const double d : setting_values(records, 0)) section.table(table_of(records, d));
}

}  // namespace

Experiment experiment() {
  return {
      .name = "condition-number",
      .title = "Ill-conditioned layer 2",
      .location = "Figure \"Layer 2 errors against layer 2 ground-truth weight condition numbers\"",
      .description =
          "The effect of a nearly singular B. A >= 0, n = 512 samples without noise. The paper's range is extended to "
          "1e10.",
      .setting_names = {"d", "condition"},
      .value_names = kErrorNames,
      .tasks = tasks,
      .run = run,
      .conclude = conclude,
      .present = present};
}

}  // namespace resunit::experiments::condition_number
