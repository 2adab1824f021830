// SPDX-License-Identifier: BSD-3-Clause
// resunit evaluate: the errors of a model's outputs on samples and, if the teacher is given, of its weights.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "columns.hpp"
#include "commands.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "option_records.hpp"
#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "samples.hpp"
#include "terminal.hpp"
#include "unit_file.hpp"

namespace resunit::cli::evaluate_command {
namespace {

struct Arguments {
  std::string model;
  SampleArguments samples;
  std::string teacher;  ///< empty: unknown
  bool json = false;
};

/// A measure of error: its name in text and JSON, its value and its definition.
struct Measure {
  std::string name;
  double value;
  std::string meaning;
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

/// These columns without their names, or the whole table if none are given.
Table selected(const Table& table, const char* option, const std::vector<std::string>& columns) {
  if (columns.empty()) return table;
  return {.values = selected_columns(table, find_columns(table, option, columns)).values, .names = {}};
}

/// The tables of inputs and outputs: columns that are named explicitly, otherwise whole tables, from which the model
/// selects its columns.
std::pair<Table, Table> read_tables(const SampleArguments& samples) {
  const Table x = read_with_note(samples.X, samples.header, check_interrupt);
  const Table y = samples.Y.empty() ? x : read_with_note(samples.Y, samples.header, check_interrupt);
  return {selected(x, "--input-columns", samples.input_columns),
          selected(y, "--output-columns", samples.output_columns)};
}

void add_weight_errors(const Arguments& arguments, const Network& network, std::vector<Measure>& measures) {
  const Network teacher = read_network(arguments.teacher);
  const std::vector<double> errors = weight_errors(network, teacher);
  for (std::size_t l = 0; l < errors.size(); ++l)
    measures.push_back(
        {fmt::format("layer{}_error", l + 1), errors[l], fmt::format("|W_{0} - W_{0}*| / |W_{0}*|, spectral norm", l)});
}

/// True if the outputs of a unit or network can be found in a table that also contains its inputs.
bool has_distinct_names(const Columns& columns) {
  const auto is_input = [&](const std::string& name) {
    return std::find(columns.inputs.begin(), columns.inputs.end(), name) != columns.inputs.end();
  };
  return !columns.targets.empty() && std::none_of(columns.targets.begin(), columns.targets.end(), is_input);
}

/// Throws OptionError if a unit or network cannot find its outputs in X.
void require_outputs_in_table(const Arguments& arguments, const Columns& columns, const Table& table) {
  const SampleArguments& samples = arguments.samples;
  const bool by_name = has_distinct_names(columns) && !table.names.empty();
  if (samples.Y.empty() && samples.output_columns.empty() && !by_name && columns.target_at.empty())
    throw OptionError("Y is required: the outputs cannot be found in X by name; give Y or --output-columns");
}

const Unit& weights_of(const Fit& fit) {
  return fit.unit;
}
const Network& weights_of(const NetworkFit& fit) {
  return fit.network;
}

/// `Result` is Fit or NetworkFit.
template <class Result>
void add_errors_of(const Arguments& arguments, const Result& fit, std::vector<Measure>& measures) {
  const auto [x, y] = read_tables(arguments.samples);
  require_outputs_in_table(arguments, fit.columns, y);
  const Matrix X = inputs_of(fit, x), Y = outputs_of(fit, y);
  require_equal_rows(X.rows(), Y.rows());
  throw_if_interrupted();
  add_output_errors(predict(weights_of(fit), X, 0), Y, measures);
  if (!arguments.teacher.empty()) add_weight_errors(arguments, weights_of(fit), measures);
}

void add_errors_of(const Arguments& arguments, const Regression& regression, std::vector<Measure>& measures) {
  if (!arguments.teacher.empty())
    throw OptionError("--teacher compares the weights of units and networks, but this model is a regressor");
  const Regressor& regressor = regression.regressor;
  const auto [x, y] = read_tables(arguments.samples);
  const Matrix X = inputs_of(regressor, x), Y = targets_of(regressor, y);
  require_equal_rows(X.rows(), Y.rows());
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
      "Compares the model's outputs for X with Y. If the model and the tables have column names, columns are matched\n"
      "by name, and Y may be omitted if X contains the outputs. With --teacher, also prints the relative errors of\n"
      "the weights of each layer as defined in the paper.\n\n"
      "Example:\n"
      "  resunit evaluate m.json x.csv y.csv --teacher teacher.json");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "Model file written by fit or regress.")->required();
  add_samples(*command, arguments->samples);
  command->add_option("--teacher", arguments->teacher, "Model file with the true weights.")->type_name("FILE");
  command->add_flag("--json", arguments->json, "Print a JSON document.");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::evaluate_command
