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

ExitCode run(const Arguments& arguments) {
  require_writable(arguments.out);
  const Unit unit = read_model(arguments.model).unit;
  const Matrix X = read_table(arguments.inputs).values;
  require_inputs(unit, X);
  stop_if_interrupted();
  const Matrix outputs = predict(unit, X);
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
      "if FILE ends in .npy, else CSV without a header. /dev/stdout writes to a pipe.\n\n"
      "Example:\n"
      "  resunit predict m.json new.csv --out yhat.csv");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "model file, as fit writes it")->required();
  command->add_option("X", arguments->inputs, "table of inputs")->required();
  command->add_option("--out", arguments->out, "table to write")->type_name("FILE")->required();
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli
