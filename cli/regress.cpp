// SPDX-License-Identifier: BSD-3-Clause
// resunit regress: learns a regressor from a table and writes the model file.
#include "resunit/regress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "columns.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "model_files/model_json.hpp"
#include "option_records.hpp"
#include "overwrite.hpp"
#include "report/report.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "samples.hpp"
#include "system/atomic_file.hpp"
#include "tables/options.hpp"
#include "terminal.hpp"

namespace resunit::cli::regress_command {
namespace {

struct Arguments {
  std::string table;
  std::vector<std::string> targets;
  std::string model;
  std::string report;  ///< empty: not written
  bool json = false;
  Header header = Header::automatic;
  RegressOptions options = {.folds = 5};
};

TableSplit read_split(const Arguments& arguments) {
  const Table table = read_with_note(arguments.table, arguments.header, check_interrupt);
  return split_table(table, find_columns(table, "--target", arguments.targets));
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

ExitCode run(const CLI::App& command, const Arguments& arguments) {
  validate(arguments.options);
  require_one_document(arguments.json, {arguments.model, arguments.report});
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
    write_page(arguments.report, regression_page(result, data.X, data.Y, command_line(command)), check_interrupt);
  if (arguments.json) {
    print(model_json(result, false));
    note(result.brief());
  } else {
    print_summary(result.full(), {arguments.model, arguments.report});
    if (result.linear_is_sufficient())
      note(fmt::format("A linear model is as accurate and easier to explain: {} --linear",
                       command_line(command, {"--fast", "--members", "--width"})));
    note(fmt::format("Wrote {0}. Next: resunit predict {0} NEW.csv", arguments.model));
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
  add_header(*command, arguments->header);
  add_options(*command, arguments->options);
  return {command, [command, arguments] { return run(*command, *arguments); }};
}

}  // namespace resunit::cli::regress_command
