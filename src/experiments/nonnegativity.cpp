// SPDX-License-Identifier: BSD-3-Clause
// The paper's table of errors without its assumptions: negative entries in A, and scale rows.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/figure.hpp"
#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"

namespace resunit::experiments::nonnegativity {
namespace {

const std::vector<double> kScaleRows = {0, 2, 4, 8, 16};
constexpr double kSmallestError = 1e-3, kLargestError = 10;  ///< output errors at the ends of the color scale

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

std::string key_of(double scale_rows) {
  return fmt::format("s{}", scale_rows);
}

/// The paper's error at p; infinite where it found no unit, NaN if it does not have the method.
double paper_error(const std::string& method, double p, double s) {
  const nlohmann::json& paper = paper_results("nonnegativity");
  const std::vector<double> printed_shares = printed_list(paper["p"]);
  if (!paper[key_of(s)].contains(method)) return std::nan("");
  for (std::size_t k = 0; k < printed_shares.size(); ++k)
    if (printed_shares[k] == p) return printed(paper[key_of(s)][method][k]);
  return std::nan("");
}

report::Table table_of(const Records& records, double s) {
  report::Table table{.caption = fmt::format("{} scale rows: mean output error, the paper's in parentheses", s),
                      .header = {"p"},
                      .color_bar = report::log_color_bar("output error, log scale", kSmallestError, kLargestError)};
  for (const double p : setting_values(records, 0)) table.header.push_back(fmt::format("{:g}", p));
  for (const std::string& method : methods(s)) {
    std::vector<report::Cell> row = {{method}};
    for (const double p : setting_values(records, 0)) {
      const double ours = mean(pick(records, 2, at(method, {p, s}))), theirs = paper_error(method, p, s);
      row.push_back({.text = std::isnan(theirs) ? report::number(ours) : report::with_paper_value(ours, theirs),
                     .heat = report::log_heat(ours, kSmallestError, kLargestError)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

report::Plot plot_of(const Records& records, double s) {
  const nlohmann::json& paper = paper_results("nonnegativity");
  report::Plot plot{.title = fmt::format("{} scale rows: mean output error", s),
                    .x_label = "fraction p of negative entries in A",
                    .y_label = "output error",
                    .note = std::string(kRangeNote) + " A point without value: some fit found no unit.",
                    .log_y = true};
  for (const std::string& method : methods(s)) {
    if (paper[key_of(s)].contains(method))
      plot.series.push_back(paper_points(method, printed_list(paper["p"]), printed_list(paper[key_of(s)][method])));
    plot.series.push_back(curve_of(
        method, setting_values(records, 0),
        [&](double p) {
          return network_means(records, 2, at(method, {p, s}));
        },
        mean));
  }
  return plot;
}

std::string conclude(const Records& records) {
  const std::vector<double> errors = pick(records, 2, by("resunit")), certified = pick(records, 3, by("resunit"));
  const std::vector<double> by_qp = pick(records, 2, by("QP"));
  return fmt::format(
      "The largest output error of resunit is {} over all p and s; {:.0f} of {} fits are certified. QP found no unit "
      "in "
      "{} of {} fits.",
      report::number(*std::max_element(errors.begin(), errors.end())), sum(certified), certified.size(),
      by_qp.size() - finite_of(by_qp).size(), by_qp.size());
}

void present(const Records& records, const Scale&, report::Section& section) {
  std::vector<report::Plot> plots;
  for (const double s : setting_values(records, 1)) plots.push_back(plot_of(records, s));
  section.plots(plots);
  for (const double s : setting_values(records, 1)) section.table(table_of(records, s));
}

}  // namespace

Experiment experiment() {
  return {
      .name = "nonnegativity",
      .title = "Negative weights and scale rows",
      .location = "Table in the appendix on nonnegativity of A",
      .description =
          "A fraction p of the entries of A is negative, and s rows of A have only their diagonal entry (scale rows). "
          "d = 16, n = 512, no noise. \"inf\": the method found no unit.",
      .setting_names = {"p", "s"},
      .value_names = kErrorNames,
      .tasks = tasks,
      .run = run,
      .conclude = conclude,
      .present = present};
}

}  // namespace resunit::experiments::nonnegativity
