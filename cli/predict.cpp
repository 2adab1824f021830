// SPDX-License-Identifier: BSD-3-Clause
// resunit predict: a model's outputs for new inputs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "io/transform_table.hpp"
#include "memory.hpp"
#include "option_records.hpp"
#include "overwrite.hpp"
#include "resunit/intervals.hpp"
#include "resunit/model_file.hpp"
#include "shapes.hpp"
#include "system/atomic_file.hpp"
#include "terminal.hpp"

namespace resunit::cli::predict_command {
namespace {

struct Arguments {
  std::string model;
  std::string inputs;
  std::string out;
  double interval = 0;  ///< confidence level; 0: no intervals
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

std::vector<std::string> names_with_intervals(Index outputs) {
  std::vector<std::string> names;
  for (Index k = 1; k <= outputs; ++k)
    for (const char* end : {"", "_low", "_high"}) names.push_back(fmt::format("y{}{}", k, end));
  return names;
}

/// Throws DataError unless the model is a unit fitted by method noisy, with standard errors.
void require_covariance(const Model& model, const std::string& file) {
  const Fit* fit = std::get_if<Fit>(&model);
  if (fit && fit->uncertainty.covariance.A.size() > 0) return;
  throw DataError(
      fmt::format("{}: the model has no standard errors, which intervals require. Fit it with --method noisy; for more "
                  "than 32 inputs also increase --largest-covariance",
                  file));
}

Matrix outputs_of(const Fit& fit, const Table& table) {
  require_inputs(fit.unit, table.values);
  return predict(fit, table.values);
}

Matrix outputs_of(const Regression& regression, const Table& table) {
  return predict(regression.regressor, inputs_of(regression.regressor, table));
}

Matrix outputs_with_intervals(const Fit& fit, const Table& table, double level) {
  const Matrix outputs = outputs_of(fit, table);
  return with_intervals(outputs, interval_half_width(fit, table.values, level));
}

ExitCode run(const Arguments& arguments) {
  const std::string out = arguments.out == "-" ? "/dev/stdout" : arguments.out;
  require_distinct_file(out, {arguments.model, arguments.inputs});
  require_writable(out);
  const auto model = read_model(arguments.model, check_interrupt);
  std::function<Matrix(const Table&)> make = [&](const Table& rows) {
    return std::visit([&](const auto& of_kind) { return outputs_of(of_kind, rows); }, model);
  };
  std::vector<std::string> names;
  if (arguments.interval > 0) {
    require_covariance(model, arguments.model);
    const Fit& fit = std::get<Fit>(model);
    names = names_with_intervals(fit.unit.outputs());
    make = [&](const Table& rows) { return outputs_with_intervals(fit, rows, arguments.interval); };
  }
  TransformOptions transform = arguments.transform;
  transform.progress = check_interrupt;
  transform_table(arguments.inputs, out, make, names, transform);
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("predict", "Compute a model's outputs for new inputs");
  command->footer(
      "Writes the model's outputs for each row of X, in NumPy format if FILE ends in .npy, otherwise as CSV without a\n"
      "header. The name '-' means standard output. For a model written by regress, columns are matched by name in any\n"
      "order, and X may contain the targets.\n"
      "With --interval, each output y1 is followed by y1_low and y1_high, a confidence interval for the mean output\n"
      "from the standard errors of a fit by method noisy; a CSV file then has a header.\n\n"
      "Examples:\n"
      "  resunit predict m.json new.csv --out yhat.csv\n"
      "  resunit predict m.json new.csv --interval 0.95 --out yhat.csv");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "Model file written by fit or regress.")->required();
  command->add_option("X", arguments->inputs, "Table of inputs.")->required();
  command->add_option("--out", arguments->out, "Table of outputs to write.")->type_name("FILE")->required();
  command
      ->add_option("--interval", arguments->interval, "Confidence level of intervals for the mean output, in (0, 1).")
      ->check(within(open_interval(0, 1)));
  add_memory(*command, arguments->transform.memory, "A .npy table is processed in blocks of rows.");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::predict_command
