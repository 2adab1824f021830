// SPDX-License-Identifier: BSD-3-Clause
// The paper's table of errors for many networks.
#include <fmt/format.h>

#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::weights {
namespace {

const std::vector<std::string> kMethods = {"SGD", "LP", "resunit"};

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (const std::string& method : kMethods)
    for (int network = 0; network < (scale.quick ? 6 : 128); ++network)
      for (int trial = 0; trial < (scale.quick ? 1 : 16); ++trial)
        list.push_back({.setting = {16, 512}, .method = method, .network = network, .trial = trial});
  return list;
}

std::vector<double> run(const Task& task, const Scale&) {
  return run_trial({.inputs = 16}, {.samples = 512}, task);
}

std::string conclude(const Records& records) {
  const auto error = [&](const char* method) { return report::number(mean(pick(records, 2, by(method)))); };
  const std::vector<double> certified = pick(records, 3, by("resunit"));
  return fmt::format(
      "The mean output error is {} for resunit, {} for LP and {} for SGD. {:.0f} of {} fits by resunit are certified.",
      error("resunit"), error("LP"), error("SGD"), sum(certified), certified.size());
}

void present(const Records& records, const Scale&, report::Section& section) {
  const nlohmann::json& paper = paper_results("weights");
  report::Table table{
      .caption = "Mean ± standard deviation over networks; the paper's in parentheses",
      .header = {"method", "layer 1", "layer 2", "output", "certified", "median seconds (parallel fits)"}};
  for (const std::string& method : kMethods) {
    std::vector<report::Cell> row = {{method}};
    const char* names[] = {"layer1", "layer2", "output"};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::vector<double> errors = network_means(records, k, by(method));
      std::string text = fmt::format("{} ± {}", report::number(mean(errors)), report::number(deviation(errors)));
      if (paper.contains(method))
        text += fmt::format(" ({} ± {})", report::number(paper[method][names[k]][0]),
                            report::number(paper[method][names[k]][1]));
      row.push_back({.text = text, .strong = method == "resunit"});
    }
    const std::vector<double> certified = pick(records, 3, by(method));
    row.push_back({method == "resunit" ? fmt::format("{:.0f} of {}", sum(certified), certified.size()) : "–"});
    row.push_back({report::number(median(pick(records, 4, by(method))))});
    table.rows.push_back(std::move(row));
  }
  section.table(table);
}

}  // namespace

Experiment experiment() {
  return {.name = "weights",
          .title = "Different networks",
          .location = "Table \"Means / Standard deviations of network estimate errors\"",
          .description =
              "Errors of the weights over different networks with A >= 0, d = 16, n = 512 samples without noise.",
          .setting_names = {"d", "n"},
          .value_names = kErrorNames,
          .tasks = tasks,
          .run = run,
          .conclude = conclude,
          .present = present};
}

}  // namespace resunit::experiments::weights
