// SPDX-License-Identifier: BSD-3-Clause
// The paper's tables of the success rates of linear regression on inputs of one sign.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "experiments/extent.hpp"
#include "experiments/figure.hpp"
#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"
#include "resunit/metrics.hpp"
#include "system/stopwatch.hpp"

namespace resunit::experiments::vanilla_lr {
namespace {

const std::vector<double> kInputs = {4, 6, 8, 10, 12};
const std::vector<double> kMeans = {0, 0.1};
constexpr double kExact = 1e-6;        ///< largest relative error of both layers for a success
constexpr double kManySamples = 1000;  ///< number of samples from which resunit always succeeds: fewer trials suffice
constexpr double kSlowSamples = 5000;  ///< more samples: one trial in a quick run

std::vector<double> sample_counts() {
  return printed_list(paper_results("vanilla-lr")["n"]);
}

int trials_of(const std::string& method, double n, const Scale& scale) {
  if (scale.quick) return n > kSlowSamples ? 1 : 4;
  return method == "resunit" && n >= kManySamples ? 20 : 1000;
}

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (const double mean : kMeans)
    for (const double d : kInputs)
      for (const double n : sample_counts())
        for (const std::string method : {"LR", "resunit"})
          for (int trial = 0; trial < trials_of(method, n, scale); ++trial)
            list.push_back({.setting = {mean, d, n}, .method = method, .network = trial});
  return list;
}

std::vector<double> run(const Task& task, const Scale&) {
  const Unit teacher =
      draw_teacher({.inputs = static_cast<Index>(task.setting[1]), .seed = static_cast<std::uint64_t>(task.network)});
  const Dataset samples = draw_samples(teacher, {.samples = static_cast<Index>(task.setting[2]),
                                                 .distribution = InputDistribution::gaussian,
                                                 .mean = task.setting[0],
                                                 .seed = seed_of_samples(static_cast<std::uint64_t>(task.network))});
  if (samples.X.rows() < samples.X.cols()) return {0, 0};  // no method supports fewer samples than inputs
  const Stopwatch watch;
  const Fit result = fit(samples, {.method = task.method == "LR" ? Method::lr : Method::automatic, .threads = 1});
  const double seconds = watch.seconds();
  if (!result.usable()) return {0, seconds};
  const WeightErrors errors = weight_errors(result.unit, teacher);
  return {errors.layer1 <= kExact && errors.layer2 <= kExact ? 1.0 : 0.0, seconds};
}

const nlohmann::json& paper_rates(double mean_of_inputs, double d) {
  return paper_results("vanilla-lr")[fmt::format("{:g}", mean_of_inputs)][fmt::format("{}", d)];
}

report::Table table_of(const Records& records, const std::string& method, double mean_of_inputs) {
  report::Table table{.caption = fmt::format("{}, inputs from N({:g}, 1): fraction of successes{}", method,
                                             mean_of_inputs, method == "LR" ? ", the paper's in parentheses" : ""),
                      .header = {"d \\ n"},
                      .color_bar = report::ColorBar{.name = "fraction of failures", .labels = {"0", "0.5", "1"}}};
  const std::vector<double> counts = sample_counts();
  for (const double n : counts) table.header.push_back(fmt::format("{:g}", n));
  for (const double d : kInputs) {
    std::vector<report::Cell> row = {{fmt::format("{}", d)}};
    for (std::size_t l = 0; l < counts.size(); ++l) {
      const double rate = mean(pick(records, 0, at(method, {mean_of_inputs, d, counts[l]})));
      row.push_back({.text = method == "LR" ? report::with_paper_value(rate, paper_rates(mean_of_inputs, d)[l])
                                            : report::number(rate),
                     .heat = 1 - rate});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

report::Plot empty_plot(const std::string& title) {
  return {.title = title,
          .x_label = "number of samples, n",
          .y_label = "fraction of successes",
          .note = "Bars: 95% confidence interval (Wilson).",
          .log_x = true};
}

report::Plot lr_plot(const Records& records, double mean_of_inputs) {
  report::Plot plot = empty_plot(fmt::format("LR, inputs from N({:g}, 1)", mean_of_inputs));
  plot.note += " Hollow: the paper's values.";
  for (std::size_t k = 0; k < kInputs.size(); ++k) {
    const double d = kInputs[k];
    const int color = static_cast<int>(k);
    const std::string name = fmt::format("d = {}", d);
    plot.series.push_back(paper_points(name, sample_counts(), printed_list(paper_rates(mean_of_inputs, d))));
    plot.series.back().color = color;
    plot.series.push_back(fraction_of(name, color, sample_counts(), [&](double n) {
      return pick(records, 0, at("LR", {mean_of_inputs, d, n}));
    }));
  }
  return plot;
}

/// All d together, since their curves coincide.
report::Plot resunit_plot(const Records& records) {
  report::Plot plot = empty_plot("resunit, all d together");
  for (std::size_t k = 0; k < kMeans.size(); ++k)
    plot.series.push_back(fraction_of(
        fmt::format("inputs from N({:g}, 1)", kMeans[k]), static_cast<int>(k), sample_counts(), [&](double n) {
          return pick(records, 0, [&](const Task& task) {
            return task.method == "resunit" && task.setting[0] == kMeans[k] && task.setting[2] == n;
          });
        }));
  return plot;
}

/// The smallest n from which all trials succeed, for all d and both means; infinity if there is none.
double sufficient_samples(const Records& records, const std::string& method) {
  double sufficient = std::numeric_limits<double>::infinity();
  const std::vector<double> counts = sample_counts();
  for (auto n = counts.rbegin(); n != counts.rend(); ++n) {
    const auto passes = [&](const Task& task) { return task.method == method && task.setting[2] == *n; };
    if (mean(pick(records, 0, passes)) < 1) break;
    sufficient = *n;
  }
  return sufficient;
}

std::string conclude(const Records& records) {
  const auto sentence = [&](const std::string& method) {
    const double n = sufficient_samples(records, method);
    return std::isinf(n) ? fmt::format("{} fails in some trials even with n = {:g}.", method, sample_counts().back())
                         : fmt::format("{} succeeds in all trials from n = {:g} on, for all d.", method, n);
  };
  return sentence("resunit") + " " + sentence("LR");
}

/// "1 to 4 trials", counted per cell of the table.
std::string trials_text(const Records& records, const std::string& method) {
  std::map<std::vector<double>, int> counts;
  for (const Record& record : records)
    if (record.task.method == method) ++counts[record.task.setting];
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [least, most] = std::minmax_element(counts.begin(), counts.end(), less);
  return range_text(least->second, most->second);
}

void present(const Records& records, const Scale&, report::Section& section) {
  std::vector<report::Plot> plots;
  for (const double mean_of_inputs : kMeans) plots.push_back(lr_plot(records, mean_of_inputs));
  plots.push_back(resunit_plot(records));
  section.plots(plots);
  for (const double mean_of_inputs : kMeans)
    for (const char* method : {"LR", "resunit"}) section.table(table_of(records, method, mean_of_inputs));
  section.small(
      fmt::format("Trials per cell: {} of LR, {} of resunit (fewer where n is large). The experiment "
                  "sample-efficiency shows how many samples identify a unit.",
                  trials_text(records, "LR"), trials_text(records, "resunit")));
}

}  // namespace

Experiment experiment() {
  return {
      .name = "vanilla-lr",
      .title = "Vanilla linear regression",
      .location = "Tables \"Learning success rate of vanilla LR on residual units\"",
      .description =
          "How often do n samples contain enough inputs that are negative or positive in all components? A >= 0, no "
          "noise. Success: relative error of both layers at most 1e-6.",
      .setting_names = {"mean", "d", "n"},
      .value_names = {"success", "seconds"},
      .tasks = tasks,
      .run = run,
      .conclude = conclude,
      .present = present};
}

}  // namespace resunit::experiments::vanilla_lr
