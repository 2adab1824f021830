// SPDX-License-Identifier: BSD-3-Clause
// resunit evaluate: how well a model explains samples and, if the truth is known, how near its weights are to
// it.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
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
  std::string outputs;  ///< empty: the targets stand in the table of inputs
  std::string teacher;  ///< empty: unknown
  bool json = false;
};

/// A figure, its name in the document, and what it is.
struct Measure {
  const char* name;
  double value;
  const char* meaning;
};

void add_output_errors(const Matrix& predicted, const Matrix& Y, std::vector<Measure>& measures) {
  const OutputErrors errors = output_errors(predicted, Y);
  measures.push_back({"output_error", errors.output_error, "mean of |yhat - y| / |y|"});
  measures.push_back({"rmse", errors.rmse, "root of the mean square of yhat - y"});
  measures.push_back({"r2", errors.r2, "share of the variance of y that is explained"});
}

void add_weight_errors(const Arguments& arguments, const Unit& unit, std::vector<Measure>& measures) {
  const Unit teacher = read_unit(arguments.teacher);
  if (teacher.inputs() != unit.inputs() || teacher.outputs() != unit.outputs()) {
    throw DataError(fmt::format("the model has {} inputs and {} outputs, the teacher {} and {}", unit.inputs(),
                                unit.outputs(), teacher.inputs(), teacher.outputs()));
  }
  const WeightErrors errors = weight_errors(unit, teacher);
  measures.push_back({"layer1_error", errors.layer1, "|A - A*| / |A*|, spectral norm"});
  measures.push_back({"layer2_error", errors.layer2, "|B - B*| / |B*|, spectral norm"});
}

void add_errors_of(const Arguments& arguments, const Fit& fit, std::vector<Measure>& measures) {
  if (arguments.outputs.empty()) throw OptionError("a unit needs a table Y of outputs beside X");
  const Matrix X = read_table(arguments.inputs, 0, honor_interrupt).values;
  require_inputs(fit.unit, X);
  const Matrix Y = read_table(arguments.outputs, 0, honor_interrupt).values;
  require_outputs(fit.unit, X, Y);
  stop_if_interrupted();
  add_output_errors(predict(fit.unit, X, 0), Y, measures);
  if (!arguments.teacher.empty()) add_weight_errors(arguments, fit.unit, measures);
}

void add_errors_of(const Arguments& arguments, const Regression& regression, std::vector<Measure>& measures) {
  if (!arguments.teacher.empty()) throw OptionError("--teacher is for units: a regressor has no true weights");
  const Regressor& regressor = regression.regressor;
  const Table table = read_table(arguments.inputs, 0, honor_interrupt);
  const Matrix X = inputs_of(regressor, table);
  const Matrix Y =
      targets_of(regressor, arguments.outputs.empty() ? table : read_table(arguments.outputs, 0, honor_interrupt));
  if (X.rows() != Y.rows()) throw DataError(fmt::format("X has {} rows, Y has {}", X.rows(), Y.rows()));
  stop_if_interrupted();
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
  const auto model = read_model(arguments.model, honor_interrupt);
  std::vector<Measure> measures;
  std::visit([&](const auto& of_kind) { add_errors_of(arguments, of_kind, measures); }, model);
  print(arguments.json ? as_json(measures) : as_text(measures));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("evaluate", "Measure a model on samples, and against a teacher");
  command->footer(
      "Compares the model's outputs for X with Y. For a model of regress columns are found by name, and Y may be\n"
      "left out if the targets stand in X. With a teacher, also compares the weights of both layers,\n"
      "in the paper's measures.\n\n"
      "Example:\n"
      "  resunit evaluate m.json x.csv y.csv --teacher teacher.json");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "model file, as fit or regress writes it")->required();
  command->add_option("X", arguments->inputs, "table of inputs")->required();
  command->add_option("Y", arguments->outputs,
                      wrapped("table of outputs, as many rows; may be left out for a model of regress "
                              "if the targets stand in X"));
  command->add_option("--teacher", arguments->teacher, "model file with the true weights")->type_name("FILE");
  command->add_flag("--json", arguments->json, "print one JSON document");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::evaluate_command
