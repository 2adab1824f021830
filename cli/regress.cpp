// SPDX-License-Identifier: BSD-3-Clause
// resunit regress: learns a regressor from a table and writes the model file.
#include "resunit/regress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "model_files/model_json.hpp"
#include "option_records.hpp"
#include "overwrite.hpp"
#include "report/report.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "system/atomic_file.hpp"
#include "tables/options.hpp"
#include "target.hpp"
#include "terminal.hpp"

namespace resunit::cli::regress_command {
namespace {

struct Arguments {
  std::string table;
  std::vector<std::string> targets;
  std::string model;
  std::string report;  ///< empty: not written
  bool json = false;
  RegressOptions options = {.folds = 5};
};

TableSplit read_split(const Arguments& arguments) {
  const Table table = read_table(arguments.table, 0, check_interrupt);
  return split_table(table, find_targets(table, arguments.targets));
}

Regression learn(const Arguments& arguments, const TableSplit& data) {
  ProgressLine progress;
  RegressOptions options = arguments.options;
  options.columns = data.columns;
  options.progress = std::ref(progress);
  Regression result = regress(data.X, data.Y, options);
  throw_if_interrupted();
  return result;
}

std::string command_line(const Arguments& arguments) {
  return fmt::format("resunit regress {} --target {} --model {} --folds {}", arguments.table,
                     fmt::join(arguments.targets, ","), arguments.model, arguments.options.folds);
}

ExitCode run(const Arguments& arguments) {
  validate(arguments.options);
  require_distinct_file(arguments.model, {arguments.table});
  require_writable(arguments.model);
  if (!arguments.report.empty()) {
    require_distinct_file(arguments.report, {arguments.table, arguments.model});
    require_writable(arguments.report);
  }
  const TableSplit data = read_split(arguments);
  const Regression result = learn(arguments, data);
  write_model(arguments.model, result, check_interrupt);
  if (!arguments.report.empty())
    write_page(arguments.report, regression_page(result, data.X, data.Y, command_line(arguments)), check_interrupt);
  if (arguments.json) {
    print(model_json(result, false));
    note(result.brief());
  } else {
    print(fmt::format("{}\n", result.full()));
    note(fmt::format("Wrote {0}. Next: resunit predict {0} NEW.csv --out yhat.csv", arguments.model));
  }
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("regress", "Learn to predict columns of a table from the other columns");
  command->footer(
      "Learns an ensemble of small networks  W z + V(A z)^+  with z = [x, 1]  that predicts the target columns\n"
      "of a table from all other columns. First compares it with the mean and with linear regression by\n"
      "cross-validation, then trains it on all rows. The order of the rows does not matter.\n\n"
      "Example:\n"
      "  resunit regress wine.csv --target quality --model wine.json");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("TABLE", arguments->table, "Table of numbers, one observation per row.")->required();
  command
      ->add_option(
          "--target", arguments->targets,
          wrapped("Names of the columns to predict, separated by commas. If the table has no header, column numbers, "
                  "starting at 1."))
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required();
  command->add_option("--model", arguments->model, "Model file to write.")->type_name("FILE")->required();
  command->add_option("--report", arguments->report, "HTML report to write: scores, predictions and residuals.")
      ->type_name("FILE.html");
  command->add_flag("--json", arguments->json, "Print the contents of the model file, without the weights, as JSON.");
  add_options(*command, arguments->options);
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::regress_command
