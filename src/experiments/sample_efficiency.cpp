// SPDX-License-Identifier: BSD-3-Clause
// The paper's heat maps of the output error over d and n, and the number of samples for exact identification.
#include <fmt/format.h>

#include <cmath>

#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::sample_efficiency {
namespace {

const std::vector<double> kInputs = {8, 10, 12, 14, 16, 18, 20, 22};
const std::vector<double> kSamples = {160, 192, 224, 256, 288, 320, 352, 384};
const std::vector<double> kSamplesPerInput = {2, 2.25, 2.5, 2.75, 3, 4, 6, 8, 16};
const std::vector<std::string> kMethods = {"SGD", "LP", "resunit"};
const std::string kFewSamples = "resunit (few samples)";
constexpr double kCold = 1e-3, kWarm = 1;  ///< output errors at the ends of the color scale
constexpr double kExactError = 1e-9;       ///< largest output error (relative) of a unit that was found

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  const int trials = scale.quick ? 1 : 16;
  const std::size_t step = scale.quick ? 3 : 1;
  for (std::size_t k = 0; k < kInputs.size(); k += step)
    for (int trial = 0; trial < trials; ++trial) {
      for (const std::string& method : kMethods)
        for (std::size_t l = 0; l < kSamples.size(); l += step)
          list.push_back({.setting = {kInputs[k], kSamples[l]}, .method = method, .trial = trial});
      for (const double ratio : kSamplesPerInput)
        list.push_back({.setting = {kInputs[k], std::ceil(ratio * kInputs[k])}, .method = kFewSamples, .trial = trial});
    }
  return list;
}

/// One network for each d, as in the paper.
std::vector<double> run(const Task& task, const Scale&) {
  Task drawn = task;
  if (task.method == kFewSamples) drawn.method = "resunit";
  return run_trial({.inputs = static_cast<Index>(task.setting[0])}, {.samples = static_cast<Index>(task.setting[1])},
                   drawn);
}

bool was_run(const Records& records, double d) {
  return !pick(records, 0, [d](const Task& task) { return task.setting[0] == d; }).empty();
}

report::Table heat_map(const Records& records, const std::string& method, const nlohmann::json* paper) {
  report::Table table{.caption = method + ": mean output error" + (paper ? ", the paper's in parentheses" : ""),
                      .header = {"d \\ n"}};
  for (const double n : kSamples) table.header.push_back(report::number(n));
  for (std::size_t k = 0; k < kInputs.size(); ++k) {
    if (!was_run(records, kInputs[k])) continue;
    std::vector<report::Cell> row = {{fmt::format("{}", kInputs[k])}};
    for (std::size_t l = 0; l < kSamples.size(); ++l) {
      const double error = mean(pick(records, 2, at(method, {kInputs[k], kSamples[l]})));
      row.push_back({.text = paper ? report::with_paper_value(error, (*paper)[k][l]) : report::number(error)});
      if (!std::isnan(error)) row.back().heat = report::heat(error, kCold, kWarm);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

report::Table few_samples(const Records& records) {
  report::Table table{.caption = "resunit: trials with output error at most 1e-9 (the unit is found), by n / d",
                      .header = {"d \\ n/d"}};
  for (const double ratio : kSamplesPerInput) table.header.push_back(fmt::format("{:g}", ratio));
  for (const double d : kInputs) {
    if (!was_run(records, d)) continue;
    std::vector<report::Cell> row = {{fmt::format("{}", d)}};
    for (const double ratio : kSamplesPerInput) {
      const std::vector<double> errors = pick(records, 2, at(kFewSamples, {d, std::ceil(ratio * d)}));
      int exact = 0;
      for (const double error : errors) exact += error <= kExactError;
      row.push_back({.text = errors.empty() ? "–" : fmt::format("{}/{}", exact, errors.size())});
      if (!errors.empty()) row.back().heat = 1 - exact / static_cast<double>(errors.size());
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

void present(const Records& records, const Scale&, report::Section& section) {
  const nlohmann::json& paper = paper_results("sample-efficiency");
  for (const std::string& method : kMethods)
    section.table(heat_map(records, method, paper.contains(method) ? &paper[method] : nullptr));
  section.paragraph(
      "Exact identification requires far fewer samples. The table shows the transition from failure to success:");
  section.table(few_samples(records));
}

}  // namespace

Experiment experiment() {
  return {.name = "sample-efficiency",
          .title = "Few samples",
          .location = "Figure \"Output errors by SGD and our method for different dimensions and sample sizes\"",
          .description =
              "Output error against the number of samples. One network with A >= 0 for each d = 8 to 22, 16 trials, no "
              "noise.",
          .setting_names = {"d", "n"},
          .value_names = kErrorNames,
          .tasks = tasks,
          .run = run,
          .present = present};
}

}  // namespace resunit::experiments::sample_efficiency
