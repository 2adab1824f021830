// SPDX-License-Identifier: BSD-3-Clause
// The paper's table on regression data sets: its protocol, and resunit's regressor on the same rows.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "experiments/benchmark_protocol.hpp"
#include "experiments/extent.hpp"
#include "experiments/paper_results.hpp"
#include "experiments/summary.hpp"
#include "experiments/trial.hpp"
#include "linalg/indexing.hpp"
#include "linalg/openblas.hpp"
#include "resunit/regress.hpp"
#include "resunit/table.hpp"
#include "system/stopwatch.hpp"
#include "tables/learn.hpp"

namespace resunit::experiments::benchmarks {
namespace {

struct DataSet {
  const char* name;  ///< in the paper
  const char* file;  ///< without extension; the target is the last column
};
constexpr std::array<DataSet, 7> kDataSets = {{{"Housing", "housing"},
                                               {"DeltaElevators", "delta_elevators"},
                                               {"DeltaAilerons", "delta_ailerons"},
                                               {"Ailerons", "ailerons"},
                                               {"RedWine", "redwine"},
                                               {"WhiteWine", "whitewine"},
                                               {"Jigsaw", "jigsaw"}}};
constexpr std::size_t kJigsaw = 6;
constexpr Index kJigsawRows = 47991, kJigsawInputs = 100;
const std::string kSynthetic = "QP on synthetic data";
const std::vector<std::string> kPaperMethods = {"QP", "SGD", "SGD+QP"};
const std::vector<std::string> kOurMethods = {"linear", "resunit --fast", "resunit"};
constexpr int kFolds = 5;

/// The paper uses up to 16,555 epochs, which take hours on the larger tables.
int max_epochs(const Scale& scale) {
  return scale.quick ? 200 : 2000;
}

std::filesystem::path file_of(std::size_t k, const Scale& scale) {
  for (const char* ending : {".csv", ".npy"}) {
    const std::filesystem::path file = scale.data / (kDataSets[k].file + std::string(ending));
    if (!scale.data.empty() && std::filesystem::exists(file)) return file;
  }
  return {};
}

/// The table, read by the first thread that requests it.
const Matrix& table(std::size_t k, const Scale& scale) {
  static std::mutex mutex;
  static std::map<std::filesystem::path, Matrix> read;
  const std::lock_guard lock(mutex);
  const std::filesystem::path file = file_of(k, scale);
  if (!read.contains(file)) read[file] = read_table(file).values;
  return read[file];
}

std::vector<Task> tasks(const Scale& scale) {
  std::vector<Task> list;
  for (std::size_t k = 0; k < kDataSets.size(); ++k) {
    if (file_of(k, scale).empty() || (scale.quick && k > 0)) continue;
    const double set = static_cast<double>(k);
    for (int fold = 0; fold < kFolds; ++fold) {
      for (const std::string& method : kOurMethods) list.push_back({.setting = {set}, .method = method, .trial = fold});
      for (const std::string& method : kPaperMethods)
        for (int seed = 0; seed < (scale.quick ? 1 : 5); ++seed)
          list.push_back({.setting = {set}, .method = method, .network = seed, .trial = fold});
    }
  }
  list.push_back({.setting = {static_cast<double>(kJigsaw)}, .method = kSynthetic});
  return list;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// The paper's largest table is not distributable: synthetic data of its size measure the cost of QP.
std::vector<double> run_synthetic(const Scale& scale) {
  const Unit teacher = draw_teacher({.inputs = scale.quick ? 20 : kJigsawInputs});
  const Dataset samples =
      draw_samples(teacher, {.samples = scale.quick ? 2000 : kJigsawRows, .noise = 0.5, .seed = seed_of_samples(0)});
  const Stopwatch watch;
  const Fit found = fit(samples, {.method = Method::qp, .threads = 1});
  return {std::sqrt(2 * found.training_loss / static_cast<double>(samples.Y.cols())), 0, watch.seconds(),
          peak_megabytes()};
}

std::vector<double> run_ours(const std::string& method, const Matrix& all, int fold) {
  const Index d = all.cols() - 1;
  const FoldRows rows = fold_rows(all.rows(), kFolds, fold);
  const Matrix training = all(rows.training, kAll), reported = all(rows.reported, kAll);
  const Stopwatch watch;
  const OneBlasThread guard;
  const RegressOptions options{.fast = method == "resunit --fast", .linear = method == "linear", .threads = 1};
  const Regression found = regression::learn(training.leftCols(d), training.rightCols(1), options);
  const Matrix predicted = predict(found.regressor, reported.leftCols(d));
  return {score(predicted, reported.rightCols(1)).rmse(0), 0, watch.seconds(), peak_megabytes()};
}

std::vector<double> run(const Task& task, const Scale& scale) {
  if (task.method == kSynthetic) return run_synthetic(scale);
  const Matrix& all = table(static_cast<std::size_t>(task.setting[0]), scale);
  const Index d = all.cols() - 1;
  ProtocolMethod method = ProtocolMethod::qp;
  if (task.method == "SGD")
    method = ProtocolMethod::sgd;
  else if (task.method == "SGD+QP")
    method = ProtocolMethod::sgd_from_qp;
  else if (task.method != "QP")
    return run_ours(task.method, all, task.trial);
  const ProtocolResult result =
      run_protocol(all.leftCols(d), all.col(d), method, task.trial, static_cast<std::uint64_t>(task.network),
                   {.max_epochs = max_epochs(scale)});
  return {result.rmse, static_cast<double>(result.epochs), result.seconds, peak_megabytes()};
}

/// The mean of the runs that found a unit, and the number of runs that did not.
std::string mean_with_failures(const std::vector<double>& errors, double paper) {
  const std::vector<double> finite = finite_of(errors);
  std::string text = report::with_paper_value(mean(finite), paper);
  if (finite.size() < errors.size())
    text += fmt::format("; {} of {} runs found no unit", errors.size() - finite.size(), errors.size());
  return text;
}

bool was_run(const Records& records, std::size_t k) {
  return !pick(records, 0, at("resunit", {static_cast<double>(k)})).empty();
}

report::Table errors_table(const Records& records, const nlohmann::json& paper) {
  report::Table errors{.caption = "Root mean square error, mean over folds and seeds; the paper's in parentheses",
                       .header = {"data set"}};
  for (const std::string& method : kPaperMethods) errors.header.push_back(method);
  for (const std::string& method : kOurMethods) errors.header.push_back(method);
  for (std::size_t k = 0; k < kDataSets.size(); ++k) {
    if (!was_run(records, k)) continue;
    std::vector<report::Cell> row = {{kDataSets[k].name}};
    const std::vector<double> setting = {static_cast<double>(k)};
    for (std::size_t l = 0; l < kPaperMethods.size(); ++l)
      row.push_back({mean_with_failures(pick(records, 0, at(kPaperMethods[l], setting)), paper[kDataSets[k].name][l])});
    for (const std::string& method : kOurMethods)
      row.push_back(
          {.text = report::number(mean(pick(records, 0, at(method, setting)))), .strong = method == "resunit"});
    errors.rows.push_back(std::move(row));
  }
  return errors;
}

report::Table costs_table(const Records& records, const nlohmann::json& paper) {
  report::Table costs{
      .caption = "SGD epochs until the loss is stationary (the paper's in parentheses), and seconds per fit",
      .header = {"data set", "SGD epochs", "SGD+QP epochs", "QP s", "SGD s", "SGD+QP s", "resunit s"}};
  for (std::size_t k = 0; k < kDataSets.size(); ++k) {
    if (!was_run(records, k)) continue;
    const std::vector<double> setting = {static_cast<double>(k)};
    const nlohmann::json& theirs = paper["epochs"][kDataSets[k].name];
    std::vector<report::Cell> row = {{kDataSets[k].name}};
    row.push_back({report::with_paper_value(mean(pick(records, 1, at("SGD", setting))), theirs[0])});
    row.push_back({report::with_paper_value(mean(pick(records, 1, at("SGD+QP", setting))), theirs[1])});
    for (const char* method : {"QP", "SGD", "SGD+QP", "resunit"})
      row.push_back({report::number(mean(pick(records, 2, at(method, setting))))});
    costs.rows.push_back(std::move(row));
  }
  return costs;
}

/// Mean error of a method on a data set; infinite if it found no unit in some fold.
double mean_error(const Records& records, const std::string& method, std::size_t k) {
  return mean(pick(records, 0, at(method, {static_cast<double>(k)})));
}

std::string conclude(const Records& records) {
  int sets = 0, below_linear = 0, below_paper = 0;
  for (std::size_t k = 0; k < kDataSets.size(); ++k) {
    if (!was_run(records, k)) continue;
    const double error = mean_error(records, "resunit", k);
    ++sets;
    below_linear += error < mean_error(records, "linear", k);
    below_paper += std::all_of(kPaperMethods.begin(), kPaperMethods.end(), [&](const std::string& method) {
      return error < mean(finite_of(pick(records, 0, at(method, {static_cast<double>(k)}))));
    });
  }
  if (sets == 0) return "No regression table was available.";
  return fmt::format(
      "resunit's mean error is below that of linear regression on {} of {} and below that of all of the paper's "
      "methods on {} of "
      "{}.",
      below_linear, counted(static_cast<std::size_t>(sets), "data set"), below_paper,
      counted(static_cast<std::size_t>(sets), "data set"));
}

/// Tables that the data folder does not have.
void list_missing(const Scale& scale, report::Section& section) {
  std::vector<std::string> missing;
  for (std::size_t k = 0; k < kDataSets.size(); ++k)
    if (file_of(k, scale).empty()) missing.push_back(kDataSets[k].file);
  if (missing.empty()) return;
  section.paragraph(fmt::format(
      "Missing tables{}: {} (.csv or .npy, the target in the last column). docs/data.md lists their sources; pass "
      "their folder as --data.",
      scale.data.empty() ? "" : " in " + scale.data.string(), fmt::join(missing, ", ")));
}

void present(const Records& records, const Scale& scale, report::Section& section) {
  const nlohmann::json& paper = paper_results("benchmarks");
  if (const report::Table errors = errors_table(records, paper); !errors.rows.empty()) {
    section.table(errors);
    section.table(costs_table(records, paper));
  }
  list_missing(scale, section);
  for (const Record& record : records)
    if (record.task.method == kSynthetic)
      section.paragraph(
          fmt::format("QP on synthetic data {}: {} s on one thread, peak memory of the process {} MB.",
                      scale.quick ? "(2,000 x 20 in this quick run)" : "of the size of Jigsaw (47,991 x 100)",
                      report::number(record.values[2]), report::number(record.values[3])));
  section.small(fmt::format(
      "Details that the paper does not specify: inputs are standardized on the training rows, the target is not; "
      "a step uses the mean gradient of a batch; predictions are clipped to the range of the training targets; "
      "for all methods, errors are those on the second half of each fold. SGD stops when an epoch changes the loss by "
      "less than 1e-4 of it, or after {} epochs.",
      max_epochs(scale)));
}

}  // namespace

Experiment experiment() {
  return {
      .name = "benchmarks",
      .title = "Regression tables",
      .location = "Table \"Results on regression benchmarks\"",
      .description =
          "In each fold the target is copied with noise to as many outputs as inputs; a constant input is appended; "
          "A >= 0. The paper's QP, SGD, and SGD started from the QP are compared with linear regression and "
          "resunit's regressor on the same rows.",
      .setting_names = {"data_set"},
      .value_names = {"rmse", "epochs", "seconds", "peak_megabytes"},
      .tasks = tasks,
      .run = run,
      .conclude = conclude,
      .present = present,
      .value_text = [](std::size_t, double set) { return kDataSets[static_cast<std::size_t>(set)].name; }};
}

}  // namespace resunit::experiments::benchmarks
