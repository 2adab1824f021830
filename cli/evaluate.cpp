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
#include "resunit/io.hpp"
#include "resunit/metrics.hpp"
#include "shapes.hpp"
#include "terminal.hpp"

namespace resunit::cli {
namespace {

struct Arguments {
  std::string model;
  std::string inputs;
  std::string outputs;
  std::string teacher;  ///< empty: unknown
  bool json = false;
};

/// A figure, its name in the document, and what it is.
struct Measure {
  const char* name;
  double value;
  const char* meaning;
};

void add_output_errors(const Arguments& arguments, const Unit& unit, std::vector<Measure>& measures) {
  const Matrix X = read_table(arguments.inputs).values;
  require_inputs(unit, X);
  const Matrix Y = read_table(arguments.outputs).values;
  require_outputs(unit, X, Y);
  stop_if_interrupted();
  const OutputErrors errors = output_errors(predict(unit, X), Y);
  measures.push_back({"output_error", errors.output_error, "mean of |yhat - y| / |y|"});
  measures.push_back({"rmse", errors.rmse, "root of the mean square of yhat - y"});
  measures.push_back({"r2", errors.r2, "share of the variance of y that is explained"});
}

void add_weight_errors(const Arguments& arguments, const Unit& unit, std::vector<Measure>& measures) {
  const Unit teacher = read_model(arguments.teacher).unit;
  if (teacher.inputs() != unit.inputs() || teacher.outputs() != unit.outputs()) {
    throw DataError(fmt::format("the model has {} inputs and {} outputs, the teacher {} and {}", unit.inputs(),
                                unit.outputs(), teacher.inputs(), teacher.outputs()));
  }
  const WeightErrors errors = weight_errors(unit, teacher);
  measures.push_back({"layer1_error", errors.layer1, "|A - A*| / |A*|, spectral norm"});
  measures.push_back({"layer2_error", errors.layer2, "|B - B*| / |B*|, spectral norm"});
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
  const Unit unit = read_model(arguments.model).unit;
  std::vector<Measure> measures;
  add_output_errors(arguments, unit, measures);
  if (!arguments.teacher.empty()) add_weight_errors(arguments, unit, measures);
  print(arguments.json ? as_json(measures) : as_text(measures));
  return kDone;
}

}  // namespace

Command add_evaluate(CLI::App& program) {
  CLI::App* command = program.add_subcommand("evaluate", "Measure a model on samples, and against a teacher");
  command->footer(
      "Compares the model's outputs for X with Y. With a teacher, also compares the weights of both layers,\n"
      "in the paper's measures.\n\n"
      "Example:\n"
      "  resunit evaluate m.json x.csv y.csv --teacher teacher.json");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "model file, as fit writes it")->required();
  command->add_option("X", arguments->inputs, "table of inputs")->required();
  command->add_option("Y", arguments->outputs, "table of outputs, as many rows")->required();
  command->add_option("--teacher", arguments->teacher, "model file with the true weights")->type_name("FILE");
  command->add_flag("--json", arguments->json, "print one JSON document");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli
