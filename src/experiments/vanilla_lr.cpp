// SPDX-License-Identifier: BSD-3-Clause
// The paper's tables of the success rates of linear regression on inputs of one sign.
#include <fmt/format.h>

#include <cmath>

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

void present(const Records& records, const Scale&, report::Section& section) {
  const nlohmann::json& paper = paper_results("vanilla-lr");
  const std::vector<double> counts = sample_counts();
  for (const double mean_of_inputs : kMeans)
    for (const std::string method : {"LR", "resunit"}) {
      report::Table table{.caption = fmt::format("{}, inputs from N({:g}, 1): fraction of successes{}", method,
                                                 mean_of_inputs, method == "LR" ? ", the paper's in parentheses" : ""),
                          .header = {"d \\ n"}};
      for (const double n : counts) table.header.push_back(fmt::format("{:g}", n));
      for (const double d : kInputs) {
        std::vector<report::Cell> row = {{fmt::format("{}", d)}};
        for (std::size_t l = 0; l < counts.size(); ++l) {
          const double rate = mean(pick(records, 0, at(method, {mean_of_inputs, d, counts[l]})));
          const nlohmann::json& theirs = paper[fmt::format("{:g}", mean_of_inputs)][fmt::format("{}", d)][l];
          row.push_back({.text = method == "LR" ? report::with_paper_value(rate, theirs) : report::number(rate),
                         .heat = 1 - rate});
        }
        table.rows.push_back(std::move(row));
      }
      section.table(table);
    }
  section.small(
      "For n >= 1000, resunit is run 20 times per cell instead of 1000. The experiment sample-efficiency shows "
      "how many samples identify a unit.");
}

}  // namespace

Experiment experiment() {
  return {
      .name = "vanilla-lr",
      .title = "Vanilla linear regression",
      .location = "Tables \"Learning success rate of vanilla LR on residual units\"",
      .description =
          "How often do n samples contain enough inputs that are negative or positive in all components? A >= 0, no "
          "noise, 1000 trials. Success: relative error of both layers at most 1e-6.",
      .setting_names = {"mean", "d", "n"},
      .value_names = {"success", "seconds"},
      .tasks = tasks,
      .run = run,
      .present = present};
}

}  // namespace resunit::experiments::vanilla_lr
