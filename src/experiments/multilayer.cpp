// SPDX-License-Identifier: BSD-3-Clause
// The paper's formula for networks of more layers, with several ways to split the hidden outputs, and method exact.
#include "paper/multilayer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "experiments/figure.hpp"
#include "experiments/summary.hpp"
#include "resunit/fit_network.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "system/stopwatch.hpp"

namespace resunit::experiments::multilayer {
namespace {

/// "true split": the true outputs of all hidden layers are given, which bounds what any split can achieve.
const std::vector<std::string> kMethods = {"free", "bottom up", "alternating", "true split", "resunit"};
const std::vector<std::string> kVariants = {"free", "bottom up", "alternating"};
constexpr std::array kColors = {3, 2, 1, 4, 0};  ///< of the methods, in their order
constexpr Index kFreshInputs = 1000;
constexpr std::uint64_t kFreshSeed = 500000009;
constexpr double kExact = 1e-8;  ///< largest relative error of exact outputs, and of an exact last layer

/// The values of a record.
enum Value : std::size_t { kHiddenError, kLastError, kOutputError, kIsExact, kSeconds };

/// L, d, n, and 1 if the hidden weights are divided by sqrt(d).
std::vector<std::vector<double>> settings(const Scale& scale) {
  if (scale.quick) return {{3, 4, 256, 1}, {3, 4, 1024, 0}, {3, 8, 1024, 1}};
  std::vector<std::vector<double>> list;
  for (const double layers : {3, 4})
    for (const double scaled : {0, 1})
      for (const double d : {4, 8})
        for (const double n : {256, 1024})
          if (layers == 3 || n == 1024) list.push_back({layers, d, n, scaled});
  return list;
}

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (const std::vector<double>& setting : settings(scale))
    for (const std::string& method : kMethods) {
      const int networks = scale.quick ? 2 : setting[0] == 3 ? 20 : 5;  // exact takes up to a minute with L = 4
      for (int network = 0; network < networks; ++network)
        list.push_back({.setting = setting, .method = method, .network = network});
    }
  return list;
}

struct DeepProblem {
  Network teacher;
  Dataset samples, test;
};

DeepProblem draw_deep_problem(const Task& task) {
  const auto d = static_cast<Index>(task.setting[1]);
  const auto seed = static_cast<std::uint64_t>(task.network);
  DeepProblem problem{.teacher = draw_network({.inputs = d,
                                               .layers = static_cast<Index>(task.setting[0]),
                                               .hidden_scale = task.setting[3] > 0 ? 1 / std::sqrt(d) : 1,
                                               .seed = seed})};
  SampleOptions options{.samples = static_cast<Index>(task.setting[2]), .seed = seed_of_samples(seed)};
  problem.samples = draw_samples(problem.teacher, options);
  options.samples = kFreshInputs;
  options.seed += kFreshSeed;
  problem.test = draw_samples(problem.teacher, options);
  return problem;
}

Network by_split(const Samples& samples, Index layers, OutputSplit split) {
  return learn_multilayer(samples, {.layers = layers, .split = split, .threads = 1}).network;
}

/// The last layer by the outer objective, each hidden layer from its true inputs and outputs.
Network by_true_split(const DeepProblem& problem) {
  Network network = by_split(problem.samples, problem.teacher.layers(), OutputSplit::free);
  Matrix R = problem.samples.X;
  for (std::size_t l = 0; l + 1 < network.weights.size(); ++l) {
    const Matrix outputs = (problem.teacher.weights[l] * R.transpose()).cwiseMax(0.0);
    network.weights[l] = largest_hidden_layer(R, outputs);
    R += outputs.transpose();
  }
  return network;
}

Network learn(const std::string& method, const DeepProblem& problem) {
  const Index layers = problem.teacher.layers();
  if (method == "free") return by_split(problem.samples, layers, OutputSplit::free);
  if (method == "bottom up") return by_split(problem.samples, layers, OutputSplit::bottom_up);
  if (method == "alternating") return by_split(problem.samples, layers, OutputSplit::alternating);
  if (method == "true split") return by_true_split(problem);
  return fit_network(problem.samples, {.layers = layers, .method = Method::exact, .threads = 1}).network;
}

std::vector<double> run(const Task& task, const Scale&) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const DeepProblem problem = draw_deep_problem(task);
  const Stopwatch watch;
  const Network network = learn(task.method, problem);
  const double seconds = watch.seconds();
  if (network.weights.empty()) return {kNone, kNone, kNone, 0, seconds};
  const std::vector<double> errors = weight_errors(network, problem.teacher);
  const double outputs = output_errors(predict(network, problem.test.X), problem.test.Y).output_error;
  return {*std::max_element(errors.begin(), errors.end() - 1), errors.back(), outputs, outputs <= kExact ? 1.0 : 0.0,
          seconds};
}

std::string value_text(std::size_t setting, double value) {
  if (setting < 3) return fmt::format("{:g}", value);
  return value > 0 ? "yes" : "no";
}

/// "0.11 (0.08 to 0.2)": the median, and the range unless it is a point.
std::string spread_text(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const std::string middle = fmt::format("{:.2g}", median(values));
  return *low == *high ? middle : fmt::format("{} ({:.2g} to {:.2g})", middle, *low, *high);
}

std::string count_text(const std::vector<double>& successes) {
  return fmt::format("{:.0f} of {}", sum(successes), successes.size());
}

std::set<std::vector<double>> settings_of(const Records& records) {
  std::set<std::vector<double>> all;
  for (const Record& record : records) all.insert(record.task.setting);
  return all;
}

report::Table table_of(const Records& records, const std::string& caption, Value value,
                       const std::vector<std::string>& methods = kMethods) {
  report::Table table{.caption = caption, .header = {"L", "d", "n", "scaled"}};
  table.header.insert(table.header.end(), methods.begin(), methods.end());
  for (const std::vector<double>& setting : settings_of(records)) {
    std::vector<report::Cell> row;
    for (std::size_t k = 0; k < setting.size(); ++k) row.push_back({value_text(k, setting[k])});
    for (const std::string& method : methods) {
      const std::vector<double> values = pick(records, value, at(method, setting));
      row.push_back({value == kIsExact ? count_text(values) : spread_text(values)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

report::Plot plot_of(const Records& records, double d, const std::string& title, Value value) {
  report::Plot plot{.title = fmt::format("{}: L = 3, d = {:g}, scaled", title, d),
                    .x_label = "number of samples, n",
                    .y_label = "relative error",
                    .note = "Median over networks. Bars: smallest to largest network.",
                    .log_x = true,
                    .log_y = true};
  for (std::size_t k = 0; k < kMethods.size(); ++k) {
    plot.series.push_back(curve_of(
        kMethods[k], setting_values(records, 2),
        [&](double n) {
          return pick(records, value, at(kMethods[k], {3, d, n, 1}));
        },
        median));
    plot.series.back().color = kColors[k];
  }
  return plot;
}

std::string conclude(const Records& records) {
  const auto hidden = [&](const char* method) {
    return report::number(median(pick(records, kHiddenError, by(method))));
  };
  std::vector<double> last, exact;
  for (const std::string& method : kVariants)
    for (const double value : pick(records, kIsExact, by(method))) exact.push_back(value);
  for (const double error : pick(records, kLastError, by("free"))) last.push_back(error <= kExact ? 1 : 0);
  return fmt::format(
      "The paper's formula is exact in the last layer of {} networks, and in the outputs of {} fits: it does not "
      "identify the "
      "hidden layers. Their median error is {} with free outputs, {} from the bottom up and {} alternating, but {} "
      "with the true split. resunit is exact in {} fits.",
      count_text(last), count_text(exact), hidden("free"), hidden("bottom up"), hidden("alternating"),
      hidden("true split"), count_text(pick(records, kIsExact, by("resunit"))));
}

void present(const Records& records, const Scale&, report::Section& section) {
  std::vector<report::Plot> plots;
  for (const double d : setting_values(records, 1)) {
    plots.push_back(plot_of(records, d, "Hidden layers", kHiddenError));
    plots.push_back(plot_of(records, d, "Outputs", kOutputError));
  }
  section.plots(plots);
  const std::string spread = "median over networks (smallest to largest)";
  section.table(table_of(records, "Error of the hidden layers, the largest of them: " + spread, kHiddenError));
  section.table(table_of(records, "Error of the last layer, which does not depend on the split: " + spread, kLastError,
                         {"free", "resunit"}));
  section.table(table_of(records, "Output error: " + spread, kOutputError));
  section.table(table_of(records, "Networks with an output error of at most 1e-8", kIsExact));
  section.table(table_of(records, "Seconds per fit (parallel fits): " + spread, kSeconds));
}

}  // namespace

Experiment experiment() {
  return {
      .name = "multilayer",
      .title = "Networks of more layers",
      .location = "Appendix \"Discussion: Extension to Multi-Layer Networks\", for which the paper reports no results",
      .description =
          "The formula that the paper proposes for L layers with W >= 0, without noise. Its outer objective gives the "
          "last layer and the sum of the outputs of the hidden layers; its inner objectives require the split of this "
          "sum. free: as printed, the split is a variable, and W = 0 attains zero. bottom up: the first layer receives "
          "the whole sum, the next one what remains. alternating: equal shares, then each layer with the estimates of "
          "the others fixed. true split: the true outputs of each hidden layer are given. resunit: method exact. "
          "\"scaled\": hidden weights divided by sqrt(d). \"inf\": the method found no network.",
      .setting_names = {"L", "d", "n", "scaled"},
      .value_names = {"hidden_error", "last_error", "output_error", "exact", "seconds"},
      .tasks = tasks,
      .run = run,
      .conclude = conclude,
      .present = present,
      .value_text = value_text};
}

}  // namespace resunit::experiments::multilayer
