// SPDX-License-Identifier: BSD-3-Clause
// The paper's figure of layer-2 errors against the condition number of B, extended to larger condition numbers.
#include <fmt/format.h>

#include <cmath>

#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::condition_number {
namespace {

const std::vector<std::string> kMethods = {"SGD", "LP", "resunit"};
constexpr int kColors[] = {3, 1, 0};
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

void present(const Records& records, const Scale& scale, report::Section& section) {
  const nlohmann::json& paper = paper_results("condition-number");
  const std::vector<double> printed_conditions = printed_list(paper["condition"]);
  std::vector<report::Plot> plots;
  for (const double d : kInputs) {
    const std::string key = fmt::format("d{}", d);
    report::Plot plot{.title = fmt::format("d = {}: this run (lines), the paper's SGD (circles)", d),
                      .x_label = "condition number of B",
                      .y_label = "error of layer 2",
                      .log_x = true,
                      .log_y = true};
    report::Table table{
        .caption = fmt::format("d = {}: mean error of layer 2; the paper's SGD in parentheses, its LP lies "
                               "between 1e-13 and 1e-11",
                               d),
        .header = {"condition"}};
    for (const std::string& method : kMethods) table.header.push_back(method);
    for (std::size_t j = 0; j < kMethods.size(); ++j) {
      report::Series ours{.name = kMethods[j], .color = kColors[j]};
      for (const double condition : conditions(scale)) {
        ours.x.push_back(condition);
        ours.y.push_back(mean(pick(records, 1, at(kMethods[j], {d, condition}))));
      }
      plot.series.push_back(std::move(ours));
    }
    plot.series.push_back({.x = printed_conditions,
                           .y = printed_list(paper["SGD"][key]),
                           .style = report::Series::Style::points,
                           .color = 3});
    for (const double condition : conditions(scale)) {
      std::vector<report::Cell> row = {{fmt::format("{:g}", condition)}};
      for (const std::string& method : kMethods) {
        const double ours = mean(pick(records, 1, at(method, {d, condition})));
        double theirs = std::nan("");
        for (std::size_t i = 0; i < printed_conditions.size(); ++i)
          if (method == "SGD" && printed_conditions[i] == condition) theirs = paper["SGD"][key][i];
        row.push_back({std::isnan(theirs) ? report::number(ours) : report::with_paper_value(ours, theirs)});
      }
      table.rows.push_back(std::move(row));
    }
    plots.push_back(std::move(plot));
    section.table(table);
  }
  section.plots(plots);
}

}  // namespace

Experiment experiment() {
  return {
      .name = "condition-number",
      .title = "Ill-conditioned layer 2",
      .location = "Figure \"Layer 2 errors against layer 2 ground-truth weight condition numbers\"",
      .description =
          "The effect of a nearly singular B. 32 networks with A >= 0 per point, n = 512 samples without noise. The "
          "paper's range is extended to 1e10.",
      .setting_names = {"d", "condition"},
      .value_names = kErrorNames,
      .tasks = tasks,
      .run = run,
      .present = present};
}

}  // namespace resunit::experiments::condition_number
