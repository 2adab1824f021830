// SPDX-License-Identifier: BSD-3-Clause
// resunit evaluate: the errors of a model's outputs on samples and, if the teacher is given, of its weights.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "model/counted.hpp"
#include "option_records.hpp"
#include "resunit/metrics.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "shapes.hpp"
#include "terminal.hpp"
#include "unit_file.hpp"

namespace resunit::cli::evaluate_command {
namespace {

struct Arguments {
  std::string model;
  std::string inputs;
  std::string outputs;  ///< empty: the targets are columns of the table of inputs
  std::string teacher;  ///< empty: unknown
  bool json = false;
};

/// A measure of error: its name in text and JSON, its value and its definition.
struct Measure {
  const char* name;
  double value;
  const char* meaning;
};

void add_output_errors(const Matrix& predicted, const Matrix& Y, std::vector<Measure>& measures) {
  const OutputErrors errors = output_errors(predicted, Y);
  measures.push_back({"output_error", errors.output_error, "mean of |yhat - y| / |y|"});
  measures.push_back({"rmse", errors.rmse, "root mean square of yhat - y"});
  measures.push_back({"r2", errors.r2, "fraction of the variance of y that is explained"});
}

void add_weight_errors(const Arguments& arguments, const Unit& unit, std::vector<Measure>& measures) {
  const Unit teacher = read_unit(arguments.teacher);
  if (teacher.inputs() != unit.inputs() || teacher.outputs() != unit.outputs()) {
    throw DataError(fmt::format("the model has {} and {}, the teacher has {} and {}", counted(unit.inputs(), "input"),
                                counted(unit.outputs(), "output"), teacher.inputs(), teacher.outputs()));
  }
  const WeightErrors errors = weight_errors(unit, teacher);
  measures.push_back({"layer1_error", errors.layer1, "|A - A*| / |A*|, spectral norm"});
  measures.push_back({"layer2_error", errors.layer2, "|B - B*| / |B*|, spectral norm"});
}

void add_errors_of(const Arguments& arguments, const Fit& fit, std::vector<Measure>& measures) {
  if (arguments.outputs.empty())
    throw OptionError("Y is required: the model is a unit, which is evaluated on two tables X and Y");
  const Matrix X = read_table(arguments.inputs, 0, check_interrupt).values;
  require_inputs(fit.unit, X);
  const Matrix Y = read_table(arguments.outputs, 0, check_interrupt).values;
  require_outputs(fit.unit, X, Y);
  throw_if_interrupted();
  add_output_errors(predict(fit.unit, X, 0), Y, measures);
  if (!arguments.teacher.empty()) add_weight_errors(arguments, fit.unit, measures);
}

void add_errors_of(const Arguments& arguments, const Regression& regression, std::vector<Measure>& measures) {
  if (!arguments.teacher.empty())
    throw OptionError("--teacher compares the weights of units, but this model is a regressor");
  const Regressor& regressor = regression.regressor;
  const Table table = read_table(arguments.inputs, 0, check_interrupt);
  const Matrix X = inputs_of(regressor, table);
  const Matrix Y =
      targets_of(regressor, arguments.outputs.empty() ? table : read_table(arguments.outputs, 0, check_interrupt));
  if (X.rows() != Y.rows()) throw DataError(fmt::format("X has {}, Y has {}", counted(X.rows(), "row"), Y.rows()));
  throw_if_interrupted();
  const Matrix predicted = predict(regressor, X);
  add_output_errors(predicted, Y, measures);
  measures.push_back({"mae", score(predicted, Y).mae.mean(), "mean of |yhat - y|"});
}

std::string as_json(const std::vector<Measure>& measures) {
  nlohmann::ordered_json document;
  for (const Measure& measure : measures) document[measure.name] = measure.value;
  return document.dump(2) + '\n';
}

std::string as_text(const std::vector<Measure>& measures) {
  std::string text;
  for (const Measure& measure : measures) {
    text += fmt::format("{:<13} {:<12.6g} {}\n", measure.name, measure.value, measure.meaning);
  }
  return text;
}

ExitCode run(const Arguments& arguments) {
  const auto model = read_model(arguments.model, check_interrupt);
  std::vector<Measure> measures;
  std::visit([&](const auto& of_kind) { add_errors_of(arguments, of_kind, measures); }, model);
  print(arguments.json ? as_json(measures) : as_text(measures));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("evaluate", "Compute the errors of a model on samples, or relative to a teacher");
  command->footer(
      "Compares the model's outputs for X with Y. For a model written by regress, columns are matched by name, and Y\n"
      "may be omitted if X contains the targets. With --teacher, also prints the relative errors of the weights of\n"
      "both layers as defined in the paper.\n\n"
      "Example:\n"
      "  resunit evaluate m.json x.csv y.csv --teacher teacher.json");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "Model file written by fit or regress.")->required();
  command->add_option("X", arguments->inputs, "Table of inputs.")->required();
  command->add_option("Y", arguments->outputs,
                      wrapped("Table of outputs, with as many rows as X. It may be omitted for a model written by "
                              "regress if X contains the targets."));
  command->add_option("--teacher", arguments->teacher, "Model file with the true weights.")->type_name("FILE");
  command->add_flag("--json", arguments->json, "Print a JSON document.");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::evaluate_command
