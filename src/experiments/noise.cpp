// SPDX-License-Identifier: BSD-3-Clause
// The paper's figure of errors under increasing noise.
#include <fmt/format.h>

#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::noise {
namespace {

const std::vector<std::string> kMethods = {"SGD", "LP", "QP", "resunit", "oracle"};
constexpr int kColors[] = {3, 1, 2, 0, 4};

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

void present(const Records& records, const Scale& scale, report::Section& section) {
  const nlohmann::json& paper = paper_results("noise");
  const std::vector<double> sigmas = printed_list(paper["sigma"]);
  const char* names[] = {"layer1", "layer2", "output"};
  const char* titles[] = {"Error of layer 1", "Error of layer 2", "Output error"};
  std::vector<report::Plot> plots;
  std::vector<report::Table> tables;
  for (std::size_t k = 0; k < 3; ++k) {
    report::Plot plot{.title = fmt::format("{}: this run (lines), the paper's (circles)", titles[k]),
                      .x_label = "noise, standard deviation",
                      .y_label = "relative error"};
    report::Table table{.caption = fmt::format("{}; the paper's in parentheses", titles[k]), .header = {"noise"}};
    for (const std::string& method : kMethods) table.header.push_back(method);
    for (std::size_t j = 0; j < kMethods.size(); ++j) {
      report::Series ours{.name = kMethods[j], .color = kColors[j]};
      for (const double sigma : noise_levels(scale)) {
        ours.x.push_back(sigma);
        ours.y.push_back(median_error(records, k, kMethods[j], sigma));
      }
      plot.series.push_back(std::move(ours));
      if (paper[names[k]].contains(kMethods[j]))
        plot.series.push_back({.x = sigmas,
                               .y = printed_list(paper[names[k]][kMethods[j]]),
                               .style = report::Series::Style::points,
                               .color = kColors[j]});
    }
    for (std::size_t i = 0; i < sigmas.size(); ++i) {
      if (pick(records, k, at("resunit", {sigmas[i]})).empty()) continue;
      std::vector<report::Cell> row = {{fmt::format("{:g}", sigmas[i])}};
      for (const std::string& method : kMethods) {
        const double ours = median_error(records, k, method, sigmas[i]);
        row.push_back({paper[names[k]].contains(method) ? report::with_paper_value(ours, paper[names[k]][method][i])
                                                        : report::number(ours)});
      }
      table.rows.push_back(std::move(row));
    }
    plots.push_back(std::move(plot));
    tables.push_back(std::move(table));
  }
  section.plots(plots);
  for (const report::Table& table : tables) section.table(table);
}

}  // namespace

Experiment experiment() {
  return {
      .name = "noise",
      .title = "Noise",
      .location = "Figure \"Respective errors of layers 1 and 2 and outputs of different label noise strengths\"",
      .description =
          "Errors under Gaussian noise on the outputs. d = 10, n = 512, A >= 0, 16 trials. The paper shows one network "
          "without stating its weights; this run shows the median over 8 networks. The oracle is the least-squares "
          "minimum found from the true weights.",
      .setting_names = {"noise"},
      .value_names = kErrorNames,
      .tasks = tasks,
      .run = run,
      .present = present};
}

}  // namespace resunit::experiments::noise
