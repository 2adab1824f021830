// resunit predict: a model's outputs for new inputs.
#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "commands.hpp"
#include "resunit/io.hpp"
#include "shapes.hpp"
#include "terminal.hpp"

namespace resunit::cli {
namespace {

struct Arguments {
  std::string model;
  std::string inputs;
  std::string out;
};

Matrix outputs_of(const Fit& fit, const Table& table) {
  require_inputs(fit.unit, table.values);
  return predict(fit.unit, table.values);
}

Matrix outputs_of(const Regression& regression, const Table& table) {
  return predict(regression.regressor, inputs_of(regression.regressor, table));
}

ExitCode run(const Arguments& arguments) {
  require_writable(arguments.out);
  const auto model = read_any_model(arguments.model);
  const Table table = read_table(arguments.inputs);
  stop_if_interrupted();
  const Matrix outputs = std::visit([&](const auto& of_kind) { return outputs_of(of_kind, table); }, model);
  stop_if_interrupted();
  write_table(arguments.out, outputs);
  return kDone;
}

}  // namespace

Command add_predict(CLI::App& program) {
  CLI::App* command = program.add_subcommand("predict", "Compute a model's outputs for new inputs");
  command->footer(
      "Reads a model and a table of inputs, and writes the table of outputs, one row per row: NumPy's "
      "format\n"
      "if FILE ends in .npy, else CSV without a header. /dev/stdout writes to a pipe. For a model of regress\n"
      "columns are found by name, in any order; the targets may be among them.\n\n"
      "Example:\n"
      "  resunit predict m.json new.csv --out yhat.csv");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "model file, as fit or regress writes it")->required();
  command->add_option("X", arguments->inputs, "table of inputs")->required();
  command->add_option("--out", arguments->out, "table to write")->type_name("FILE")->required();
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli
