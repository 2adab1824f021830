// SPDX-License-Identifier: BSD-3-Clause
// The paper's figure of output error against time: SGD, LP by a simplex solver and by ours, and resunit.
#include <fmt/format.h>

#include <Eigen/QR>
#include <cmath>

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

report::Plot plot_of(const Records& records, double d, const Scale& scale) {
  report::Plot plot{.title = fmt::format("d = {}, five networks, one thread; gray: the paper's LP", d),
                    .x_label = "seconds",
                    .y_label = "output error",
                    .log_x = true,
                    .log_y = true};
  for (int network = 0; network < 5; ++network) {
    report::Series curve{.name = network == 0 ? "SGD" : "", .color = 3};
    for (const double e : epochs(scale))
      for (const Record& record : records)
        if (record.task.method == "SGD" && record.task.network == network && record.task.setting == std::vector{d, e}) {
          curve.x.push_back(record.values[4]);
          curve.y.push_back(record.values[2]);
        }
    plot.series.push_back(std::move(curve));
  }
  const std::pair<std::string, int> others[] = {{kClp, 2}, {"LP", 1}, {"resunit", 0}};
  for (const auto& [method, color] : others)
    plot.series.push_back({.name = method,
                           .x = pick(records, 4, at(method, {d, kOther})),
                           .y = pick(records, 2, at(method, {d, kOther})),
                           .style = report::Series::Style::points,
                           .color = color});
  const nlohmann::json& paper = paper_results("running-time")["LP"][fmt::format("d{}", d)];
  report::Series theirs{.name = "paper's LP", .style = report::Series::Style::points, .color = 4};
  for (int end = 0; end < 2; ++end) {
    theirs.x.push_back(paper["seconds"][end]);
    theirs.y.push_back(std::pow(10, paper["log10_output_error"][end].get<double>()));
  }
  plot.series.push_back(std::move(theirs));
  return plot;
}

std::string range(double low, double high) {
  return fmt::format("{} to {}", report::number(low), report::number(high));
}

void present(const Records& records, const Scale& scale, report::Section& section) {
  const nlohmann::json& paper = paper_results("running-time");
  report::Table table{.caption = "Median seconds and output error; in parentheses the paper's, on " +
                                 paper["machine"].get<std::string>(),
                      .header = {"method"}};
  for (const double d : kInputs)
    for (const char* what : {"seconds", "error"}) table.header.push_back(fmt::format("d = {}: {}", d, what));
  for (const std::string& method : {std::string("SGD"), kClp, std::string("LP"), std::string("resunit")}) {
    std::vector<report::Cell> row = {
        {method == "SGD" ? fmt::format("SGD, {:g} epochs", epochs(scale).back()) : method}};
    for (const double d : kInputs) {
      const auto passes = at(method, {d, method == "SGD" ? epochs(scale).back() : kOther});
      std::string seconds = report::number(median(pick(records, 4, passes)));
      std::string error = report::number(median(pick(records, 2, passes)));
      if (method == "LP") {
        const nlohmann::json& theirs = paper["LP"][fmt::format("d{}", d)];
        seconds += " (" + range(theirs["seconds"][0], theirs["seconds"][1]) + ")";
        error += " (" +
                 range(std::pow(10, theirs["log10_output_error"][0].get<double>()),
                       std::pow(10, theirs["log10_output_error"][1].get<double>())) +
                 ")";
      }
      row.push_back({seconds});
      row.push_back({error});
    }
    table.rows.push_back(std::move(row));
  }
  section.table(table);
  section.small(
      "LP by Clp maximizes the sum of a'x over samples with h > 0; without an objective the simplex method would stop "
      "at A = 0, which is always feasible. That vertex is exact for A >= 0. The paper's solver, and ours for LP, "
      "return the center of the feasible set.");
  std::vector<report::Plot> plots;
  for (const double d : kInputs) plots.push_back(plot_of(records, d, scale));
  section.plots(plots);
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
      .present = present};
}

}  // namespace resunit::experiments::running_time
