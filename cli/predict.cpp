// SPDX-License-Identifier: BSD-3-Clause
// resunit predict: a model's outputs for new inputs.
#include <fmt/format.h>

#include <CLI/App.hpp>
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
  double interval = 0;  ///< level; 0: none
  TransformOptions transform;
};

constexpr int kTriple = 3;  ///< an output and the ends of its interval

/// y1, y1_low, y1_high, y2, ...
Matrix with_intervals(const Matrix& outputs, const Matrix& half_width) {
  Matrix table(outputs.rows(), kTriple * outputs.cols());
  for (Index k = 0; k < outputs.cols(); ++k)
    table.middleCols(kTriple * k, kTriple) << outputs.col(k), outputs.col(k) - half_width.col(k),
        outputs.col(k) + half_width.col(k);
  return table;
}

std::vector<std::string> names_with_intervals(Index outputs) {
  std::vector<std::string> names;
  for (Index k = 1; k <= outputs; ++k)
    for (const char* end : {"", "_low", "_high"}) names.push_back(fmt::format("y{}{}", k, end));
  return names;
}

/// Only a unit fitted under noise knows how far its outputs may be off.
void require_covariance(const Model& model, const std::string& file) {
  const Fit* fit = std::get_if<Fit>(&model);
  if (fit && fit->uncertainty.covariance.A.size() > 0) return;
  throw DataError(
      fmt::format("{}: no standard errors, so no intervals; they come from fit --method noisy "
                  "(up to 32 inputs, or a larger --largest-covariance)",
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
  require_other_file(out, {arguments.model, arguments.inputs});
  require_writable(out);
  const auto model = read_model(arguments.model, honor_interrupt);
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
  transform.progress = honor_interrupt;
  transform_table(arguments.inputs, out, make, names, transform);
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("predict", "Compute a model's outputs for new inputs");
  command->footer(
      "Reads a model and a table of inputs, and writes the table of outputs, one row per row: NumPy's "
      "format\n"
      "if FILE ends in .npy, else CSV without a header. - writes to standard output. For a model of regress\n"
      "columns are found by name, in any order; the targets may be among them.\n"
      "With --interval each output y1 is followed by y1_low and y1_high, which hold the mean output with that\n"
      "probability, by the standard errors of a fit under noise; CSV then has a header.\n\n"
      "Examples:\n"
      "  resunit predict m.json new.csv --out yhat.csv\n"
      "  resunit predict m.json new.csv --interval 0.95 --out yhat.csv");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "model file, as fit or regress writes it")->required();
  command->add_option("X", arguments->inputs, "table of inputs")->required();
  command->add_option("--out", arguments->out, "table to write")->type_name("FILE")->required();
  command->add_option("--interval", arguments->interval, "level of intervals for the mean output, in (0, 1)")
      ->check(within(inside(0, 1)));
  add_memory(*command, arguments->transform.memory, "rows of a .npy table may take at a time");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::predict_command
