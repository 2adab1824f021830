// SPDX-License-Identifier: BSD-3-Clause
// resunit regress: learns a regressor from a table and writes the model.
#include "resunit/regress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
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
  const Table table = read_table(arguments.table, 0, honor_interrupt);
  return split_table(table, find_targets(table, arguments.targets));
}

Regression learn(const Arguments& arguments, const TableSplit& data) {
  ProgressLine progress;
  RegressOptions options = arguments.options;
  options.columns = data.columns;
  options.progress = std::ref(progress);
  Regression result = regress(data.X, data.Y, options);
  stop_if_interrupted();
  return result;
}

std::string as_typed(const Arguments& arguments) {
  return fmt::format("resunit regress {} --target {} --model {} --folds {}", arguments.table,
                     fmt::join(arguments.targets, ","), arguments.model, arguments.options.folds);
}

ExitCode run(const Arguments& arguments) {
  validate(arguments.options);
  require_other_file(arguments.model, {arguments.table});
  require_writable(arguments.model);
  if (!arguments.report.empty()) {
    require_other_file(arguments.report, {arguments.table, arguments.model});
    require_writable(arguments.report);
  }
  const TableSplit data = read_split(arguments);
  const Regression result = learn(arguments, data);
  write_model(arguments.model, result, honor_interrupt);
  if (!arguments.report.empty())
    write_page(arguments.report, regression_page(result, data.X, data.Y, as_typed(arguments)), honor_interrupt);
  if (arguments.json) {
    print(model_json(result, false));
    note(result.brief());
  } else {
    print(fmt::format("{}\n", result.full()));
    note(fmt::format("The model is in {0}. Next: resunit predict {0} NEW.csv --out yhat.csv", arguments.model));
  }
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("regress", "Learn to predict columns of a table from the others");
  command->footer(
      "Learns a small network on the residual unit's pattern,  W z + V(A z)^+  with z = [x, 1],  to predict the\n"
      "target columns of a table from all others. First cross-validates it beside the mean and linear\n"
      "regression in the same folds, then learns from all rows. The order of rows does not matter.\n\n"
      "Example:\n"
      "  resunit regress wine.csv --target quality --model wine.json");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("TABLE", arguments->table, "table of numbers, one row per case")->required();
  command
      ->add_option(
          "--target", arguments->targets,
          wrapped("columns to predict, by name, separated by commas; by number from 1 in a table without header"))
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required();
  command->add_option("--model", arguments->model, "model file to write")->type_name("FILE")->required();
  describe(arguments->options, AddOption{*command});
  command->add_option("--report", arguments->report, "page to write: scores, predictions, residuals")
      ->type_name("FILE.html");
  command->add_flag("--json", arguments->json, "print the model file without its weights");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::regress_command
