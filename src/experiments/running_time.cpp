// SPDX-License-Identifier: BSD-3-Clause
// The paper's figure of output error against time: SGD, LP by a simplex solver and by ours, and resunit.
#include <fmt/format.h>

#include <Eigen/QR>
#include <cmath>
#include <utility>

#include "experiments/extent.hpp"
#include "experiments/figure.hpp"
#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"
#include "linalg/linear_program.hpp"
#include "system/stopwatch.hpp"

namespace resunit::experiments::running_time {
namespace {

const std::vector<double> kInputs = {8, 16, 32};
const std::string kClp = "LP by Clp";
constexpr double kClpTolerance = 1e-7;  ///< Clp's default, absolute
constexpr double kActive = 10;          ///< hidden outputs above this, relative to kClpTolerance, are active
constexpr double kOther = 0;            ///< the setting "epochs" of methods other than SGD

/// SGD stopped after e epochs is the e-th point of its curve: equal seeds give identical steps.
std::vector<double> epochs(const Scale& scale) {
  if (scale.quick) return {1, 16, 64};
  return {1, 4, 16, 64, 256, 1024, 4096};
}

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (const double d : kInputs)
    for (int network = 0; network < (scale.quick ? 1 : 5); ++network) {
      for (const double e : epochs(scale)) list.push_back({.setting = {d, e}, .method = "SGD", .network = network});
      for (const std::string& method : {kClp, std::string("LP"), std::string("resunit")})
        list.push_back({.setting = {d, kOther}, .method = method, .network = network});
    }
  return list;
}

/// The paper's row programs by a simplex solver. Layer 2: any feasible c. Layer 1: without an objective the simplex
/// method stops at A = 0, which is always feasible, so the sum of a'x over samples with h > 0 is maximized.
Fit learn_by_clp(const Samples& samples) {
  const Index d = samples.inputs();
  Fit result{.method = Method::lp, .status = FitStatus::inexact};
  const auto solve = [&result](const Vector& cost, const Matrix& F, const Vector& t) -> Vector {
    const LinearProgramSolution solution = minimize_linear(cost, F, t, {.tolerance = kClpTolerance, .primal = true});
    if (solution.status == LinearProgramSolution::Status::optimal) return solution.x;
    result.status = FitStatus::infeasible;
    return Vector::Zero(F.cols());
  };
  Matrix C(d, samples.outputs()), A(d, d);
  for (Index j = 0; j < d; ++j) C.row(j) = solve(Vector::Zero(samples.outputs()), samples.Y, samples.X.col(j));
  const Matrix H = (samples.Y * C.transpose() - samples.X).cwiseMax(0.0);
  for (Index j = 0; j < d; ++j) {
    Vector cost = Vector::Zero(d);
    for (Index i = 0; i < samples.count(); ++i)
      if (H(i, j) > kActive * kClpTolerance) cost -= samples.X.row(i).transpose();
    A.row(j) = solve(cost, -samples.X, -H.col(j));
  }
  result.unit = {.A = A, .B = (H + samples.X).colPivHouseholderQr().solve(Matrix(samples.Y)).transpose()};
  return result;
}

std::vector<double> run(const Task& task, const Scale&) {
  const Problem problem = draw_problem({.inputs = static_cast<Index>(task.setting[0])}, {.samples = 512}, task);
  const Stopwatch watch;
  Fit result;
  if (task.method == kClp) {
    result = learn_by_clp(problem.samples);
  } else if (task.method == "SGD") {
    result = fit(problem.samples,
                 {.method = Method::sgd, .threads = 1, .sgd = {.epochs = static_cast<int>(task.setting[1])}});
  } else {
    result = fit_by(task.method, problem, 0, 0);
  }
  return measure(result, problem, watch.seconds());
}

/// SGD's epochs in the records.
std::vector<double> epochs_shown(const Records& records) {
  std::vector<double> shown = setting_values(records, 1);
  std::erase(shown, kOther);
  return shown;
}

/// The learning curve of SGD on one network, a point per number of epochs.
report::Series sgd_curve(const Records& records, double d, int network) {
  report::Series curve{.name = "SGD", .in_legend = network == 0, .color = color_of_method("SGD")};
  for (const double e : epochs_shown(records))
    for (const Record& record : records)
      if (record.task.method == "SGD" && record.task.network == network && record.task.setting == std::vector{d, e}) {
        curve.x.push_back(record.values[4]);
        curve.y.push_back(record.values[2]);
      }
  return curve;
}

/// The two ends of the paper's cloud of points.
report::Series paper_lp(double d) {
  const nlohmann::json& paper = paper_results("running-time")["LP"][fmt::format("d{}", d)];
  report::Series theirs{.name = "LP (paper)", .style = report::Series::Style::open, .color = color_of_method("LP")};
  for (int end = 0; end < 2; ++end) {
    theirs.x.push_back(paper["seconds"][end]);
    theirs.y.push_back(std::pow(10, paper["log10_output_error"][end].get<double>()));
  }
  return theirs;
}

report::Plot plot_of(const Records& records, double d) {
  const std::size_t networks = network_count(records);
  report::Plot plot{.title = fmt::format("d = {}, one thread, {}", d, counted(networks, "network")),
                    .x_label = "seconds",
                    .y_label = "output error",
                    .log_x = true,
                    .log_y = true};
  for (int network = 0; std::cmp_less(network, networks); ++network)
    plot.series.push_back(sgd_curve(records, d, network));
  for (const std::string& method : {kClp, std::string("LP"), std::string("resunit")})
    plot.series.push_back({.name = method,
                           .x = pick(records, 4, at(method, {d, kOther})),
                           .y = pick(records, 2, at(method, {d, kOther})),
                           .style = report::Series::Style::points,
                           .color = color_of_method(method)});
  plot.series.push_back(paper_lp(d));
  return plot;
}

std::string range(double low, double high) {
  return fmt::format("{:.3g} to {:.3g}", low, high);
}

/// The paper's seconds and errors of LP in parentheses; empty for other methods.
std::pair<std::string, std::string> paper_ranges(const std::string& method, double d) {
  if (method != "LP") return {};
  const nlohmann::json& theirs = paper_results("running-time")["LP"][fmt::format("d{}", d)];
  const auto error = [&](int end) { return std::pow(10, theirs["log10_output_error"][end].get<double>()); };
  return {" (" + range(theirs["seconds"][0], theirs["seconds"][1]) + ")", " (" + range(error(0), error(1)) + ")"};
}

/// Selects the fits of a method; those of SGD with the largest number of epochs.
std::function<bool(const Task&)> final_fits(const Records& records, const std::string& method, double d) {
  return at(method, {d, method == "SGD" ? epochs_shown(records).back() : kOther});
}

report::Table table_of(const Records& records) {
  report::Table table{.caption = "Median seconds and output error; in parentheses the paper's, on " +
                                 paper_results("running-time")["machine"].get<std::string>(),
                      .header = {"method"}};
  for (const double d : kInputs)
    for (const char* what : {"seconds", "error"}) table.header.push_back(fmt::format("d = {}: {}", d, what));
  for (const std::string& method : {std::string("SGD"), kClp, std::string("LP"), std::string("resunit")}) {
    std::vector<report::Cell> row = {
        {method == "SGD" ? fmt::format("SGD, {:g} epochs", epochs_shown(records).back()) : method}};
    for (const double d : kInputs) {
      const auto passes = final_fits(records, method, d);
      const auto [paper_seconds, paper_errors] = paper_ranges(method, d);
      row.push_back({report::number(median(pick(records, 4, passes))) + paper_seconds});
      row.push_back({report::number(median(pick(records, 2, passes))) + paper_errors});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string conclude(const Records& records) {
  const double d = kInputs.back();
  const auto result = [&](const char* method) {
    const auto passes = final_fits(records, method, d);
    return fmt::format("{} s and {}", report::number(median(pick(records, 4, passes))),
                       report::number(median(pick(records, 2, passes))));
  };
  return fmt::format(
      "With d = {}, the median time and output error are {} for resunit, {} for LP, and {} for SGD after {:g} epochs.",
      d, result("resunit"), result("LP"), result("SGD"), epochs_shown(records).back());
}

void present(const Records& records, const Scale&, report::Section& section) {
  std::vector<report::Plot> plots;
  for (const double d : kInputs) plots.push_back(plot_of(records, d));
  section.plots(plots);
  section.table(table_of(records));
  section.small(
      "LP by Clp maximizes the sum of a'x over samples with h > 0; without an objective the simplex method would stop "
      "at A = 0, which is always feasible. That vertex is exact for A >= 0. The paper's solver, and ours for LP, "
      "return the center of the feasible set.");
}

}  // namespace

Experiment experiment() {
  return {
      .name = "running-time",
      .title = "Running time",
      .location = "Figure \"Output errors against running time by SGD and our LP algorithm\"",
      .description =
          "Output error against running time. d = 8, 16, 32, n = 512, A >= 0, no noise, one thread. LP by Clp solves "
          "the same row programs one by one with a simplex solver.",
      .setting_names = {"d", "epochs"},
      .value_names = kErrorNames,
      .timed = true,
      .tasks = tasks,
      .run = run,
      .conclude = conclude,
      .present = present};
}

}  // namespace resunit::experiments::running_time
