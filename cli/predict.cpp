// SPDX-License-Identifier: BSD-3-Clause
// resunit predict: a model's outputs for new inputs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "io/npy_file.hpp"
#include "io/transform_table.hpp"
#include "memory.hpp"
#include "model_names.hpp"
#include "option_records.hpp"
#include "overwrite.hpp"
#include "resunit/fit.hpp"
#include "resunit/intervals.hpp"
#include "resunit/model_file.hpp"
#include "samples.hpp"
#include "system/atomic_file.hpp"
#include "terminal.hpp"

namespace resunit::cli::predict_command {
namespace {

struct Arguments {
  std::string model;
  std::string inputs;
  std::string out = "-";
  double interval = 0;  ///< confidence level; 0: no intervals
  bool no_header = false;
  Header header = Header::automatic;
  TransformOptions transform;
};

constexpr int kColumnsPerOutput = 3;  ///< an output and the ends of its interval

/// y1, y1_low, y1_high, y2, ...
Matrix with_intervals(const Matrix& outputs, const Matrix& half_width) {
  Matrix table(outputs.rows(), kColumnsPerOutput * outputs.cols());
  for (Index k = 0; k < outputs.cols(); ++k)
    table.middleCols(kColumnsPerOutput * k, kColumnsPerOutput) << outputs.col(k), outputs.col(k) - half_width.col(k),
        outputs.col(k) + half_width.col(k);
  return table;
}

std::vector<std::string> names_with_intervals(const std::vector<std::string>& outputs) {
  std::vector<std::string> names;
  for (const std::string& output : outputs)
    for (const char* end : {"", "_low", "_high"}) names.push_back(output + end);
  return names;
}

/// Throws DataError unless the model is a unit fitted by method noisy, with standard errors.
void require_covariance(const Model& model, const std::string& file) {
  const Fit* fit = std::get_if<Fit>(&model);
  if (fit && fit->uncertainty.covariance.A.size() > 0) return;
  if (std::holds_alternative<Regression>(model))
    throw DataError(fmt::format(
        "{0}: a regressor has no confidence intervals; `resunit inspect {0}` prints its estimated error on new "
        "rows",
        file));
  if (std::holds_alternative<NetworkFit>(model))
    throw DataError(fmt::format("{}: intervals are available for units only, and the model is a network", file));
  throw DataError(
      fmt::format("{}: the model has no standard errors, which intervals require. Fit it with --method noisy; for more "
                  "than 32 inputs also increase --largest-covariance",
                  file));
}

/// A model of any kind for tables of inputs; counts the rows outside its training range. Several threads may call it.
class Predictor {
 public:
  Predictor(const Model& model, double interval) : model_(model), interval_(interval) {}

  Matrix operator()(const Table& table) {
    return std::visit([&](const auto& of_kind) { return outputs(of_kind, table); }, model_);
  }

  std::vector<std::string> names() const {
    const auto of_model = [](const auto& of_kind) { return output_names(of_kind); };
    const std::vector<std::string> outputs = std::visit(of_model, model_);
    return interval_ > 0 ? names_with_intervals(outputs) : outputs;
  }

  /// Prints a note if rows are outside the training range.
  void note_rows_outside() const {
    const Index outside = outside_;
    if (outside > 0)
      note(fmt::format("{} of {} rows {} outside the training range of x", outside, rows_.load(),
                       outside == 1 ? "is" : "are"));
  }

 private:
  Matrix outputs(const Fit& fit, const Table& table) {
    const Matrix X = inputs_of(fit, table);
    count_outside(fit.input_range, X);
    const Matrix Y = predict(fit, X);
    return interval_ > 0 ? with_intervals(Y, interval_half_width(fit, X, interval_)) : Y;
  }

  Matrix outputs(const NetworkFit& fit, const Table& table) {
    const Matrix X = inputs_of(fit, table);
    count_outside(fit.input_range, X);
    return predict(fit, X);
  }

  Matrix outputs(const Regression& regression, const Table& table) {
    const Matrix X = inputs_of(regression.regressor, table);
    count_outside(regression.regressor.input_range, X);
    return predict(regression.regressor, X);
  }

  void count_outside(const InputRange& range, const Matrix& X) {
    outside_ += rows_outside(range, X);
    rows_ += X.rows();
  }

  const Model& model_;
  double interval_;
  std::atomic<Index> outside_ = 0, rows_ = 0;
};

ExitCode run(const Arguments& arguments) {
  const std::string out = arguments.out == "-" ? "/dev/stdout" : arguments.out;
  require_distinct_file(out, {arguments.model, arguments.inputs});
  require_writable(out);
  const Model model = read_model(arguments.model, check_interrupt);
  if (arguments.interval > 0) require_covariance(model, arguments.model);
  Predictor predictor(model, arguments.interval);
  const std::vector<std::string> names = arguments.no_header ? std::vector<std::string>{} : predictor.names();
  TransformOptions transform = arguments.transform;
  transform.progress = check_interrupt;
  if (is_npy_file(arguments.inputs)) {
    transform_table(arguments.inputs, out, std::ref(predictor), names, transform);
  } else {
    const Table table = read_with_note(arguments.inputs, arguments.header, check_interrupt);
    transform_table(table, out, std::ref(predictor), names, transform);
  }
  predictor.note_rows_outside();
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("predict", "Compute a model's outputs for new inputs");
  command->footer(
      "Writes the model's outputs for each row of X to standard output as CSV with a header, or to FILE, in NumPy\n"
      "format if its name ends in .npy. If the model and X have column names, columns are matched by name in any\n"
      "order, and X may contain the outputs. Rows outside the range of the training samples are counted in a note.\n"
      "With --interval, each output y1 is followed by y1_low and y1_high, a confidence interval for the mean output\n"
      "from the standard errors of a fit by method noisy.\n\n"
      "Examples:\n"
      "  resunit predict m.json new.csv > yhat.csv\n"
      "  resunit predict m.json new.csv --interval 0.95 --out yhat.npy");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "Model file written by fit or regress.")->required();
  command->add_option("X", arguments->inputs, "Table of inputs.")->required();
  command->add_option("--out", arguments->out, "Table of outputs to write; '-' is standard output.")
      ->type_name("FILE")
      ->capture_default_str();
  command
      ->add_option("--interval", arguments->interval, "Confidence level of intervals for the mean output, in (0, 1).")
      ->check(within(open_interval(0, 1)));
  command->add_flag("--no-header", arguments->no_header, "Write CSV without a header.");
  add_header(*command, arguments->header);
  add_memory(*command, arguments->transform.memory, "A .npy table is processed in blocks of rows.");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::predict_command
