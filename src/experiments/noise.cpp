// SPDX-License-Identifier: BSD-3-Clause
// The paper's figure of errors under increasing noise.
#include <fmt/format.h>

#include "experiments/figure.hpp"
#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::noise {
namespace {

const std::vector<std::string> kMethods = {"SGD", "LP", "QP", "resunit", "oracle"};

std::vector<double> noise_levels(const Scale& scale) {
  if (scale.quick) return {0, 0.2, 1};
  return printed_list(paper_results("noise")["sigma"]);
}

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (const double sigma : noise_levels(scale))
    for (const std::string& method : kMethods)
      for (int network = 0; network < (scale.quick ? 2 : 8); ++network)
        for (int trial = 0; trial < (scale.quick ? 1 : 16); ++trial)
          list.push_back({.setting = {sigma}, .method = method, .network = network, .trial = trial});
  return list;
}

std::vector<double> run(const Task& task, const Scale&) {
  return run_trial({.inputs = 10}, {.samples = 512, .noise = task.setting[0]}, task);
}

double median_error(const Records& records, std::size_t column, const std::string& method, double sigma) {
  return median(network_means(records, column, at(method, {sigma})));
}

struct Quantity {
  std::size_t column;
  const char* name;  ///< in paper_results.json
  const char* title;
};
constexpr Quantity kQuantities[] = {
    {0, "layer1", "Error of layer 1"}, {1, "layer2", "Error of layer 2"}, {2, "output", "Output error"}};

/// On log axes, which separate the curves of LP, QP and resunit; the errors without noise are in the tables.
report::Plot plot_of(const Records& records, const Quantity& quantity) {
  const nlohmann::json& paper = paper_results("noise");
  report::Plot plot{.title = fmt::format("{}: median over networks", quantity.title),
                    .x_label = "noise, standard deviation",
                    .y_label = "relative error",
                    .note = kRangeNote,
                    .log_x = true,
                    .log_y = true};
  std::vector<double> sigmas = setting_values(records, 0);
  std::erase(sigmas, 0);
  for (const std::string& method : kMethods) {
    if (paper[quantity.name].contains(method)) {
      report::Series theirs =
          paper_points(method, printed_list(paper["sigma"]), printed_list(paper[quantity.name][method]));
      theirs.x.erase(theirs.x.begin());
      theirs.y.erase(theirs.y.begin());
      plot.series.push_back(std::move(theirs));
    }
    plot.series.push_back(curve_of(
        method, sigmas, [&](double sigma) { return network_means(records, quantity.column, at(method, {sigma})); },
        median));
  }
  return plot;
}

report::Table table_of(const Records& records, const Quantity& quantity) {
  const nlohmann::json& paper = paper_results("noise");
  const std::vector<double> sigmas = printed_list(paper["sigma"]);
  report::Table table{.caption = fmt::format("{}; the paper's in parentheses", quantity.title), .header = {"noise"}};
  table.header.insert(table.header.end(), kMethods.begin(), kMethods.end());
  for (std::size_t i = 0; i < sigmas.size(); ++i) {
    if (pick(records, quantity.column, at("resunit", {sigmas[i]})).empty()) continue;
    std::vector<report::Cell> row = {{fmt::format("{:g}", sigmas[i])}};
    for (const std::string& method : kMethods) {
      const double ours = median_error(records, quantity.column, method, sigmas[i]);
      const nlohmann::json& theirs = paper[quantity.name];
      row.push_back(
          {theirs.contains(method) ? report::with_paper_value(ours, theirs[method][i]) : report::number(ours)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string conclude(const Records& records) {
  const double sigma = setting_values(records, 0).back();
  const auto error = [&](const char* method) { return report::number(median_error(records, 2, method, sigma)); };
  return fmt::format(
      "At the largest noise, {:g}, the median output error is {} for resunit, {} for the oracle, {} for QP, {} for LP "
      "and "
      "{} for SGD.",
      sigma, error("resunit"), error("oracle"), error("QP"), error("LP"), error("SGD"));
}

void present(const Records& records, const Scale&, report::Section& section) {
  std::vector<report::Plot> plots;
  for (const Quantity& quantity : kQuantities) plots.push_back(plot_of(records, quantity));
  section.plots(plots);
  for (const Quantity& quantity : kQuantities) section.table(table_of(records, quantity));
}

}  // namespace

Experiment experiment() {
  return {
      .name = "noise",
      .title = "Noise",
      .location = "Figure \"Respective errors of layers 1 and 2 and outputs of different label noise strengths\"",
      .description =
          "Errors under Gaussian noise on the outputs. d = 10, n = 512, A >= 0. The paper shows one network without "
          "stating its weights; this run shows the median over networks of the mean over trials. The oracle is the "
          "least-squares minimum found from the true weights.",
      .setting_names = {"noise"},
      .value_names = kErrorNames,
      .tasks = tasks,
      .run = run,
      .conclude = conclude,
      .present = present};
}

}  // namespace resunit::experiments::noise
