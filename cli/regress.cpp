// resunit regress: learns a regressor from a table and writes the model.
#include "resunit/regress.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "option_records.hpp"
#include "overwrite.hpp"
#include "resunit/io.hpp"
#include "resunit/report.hpp"
#include "target.hpp"
#include "terminal.hpp"

namespace resunit::cli {
namespace {

struct Arguments {
  std::string table;
  std::vector<std::string> targets;
  std::string model;
  std::string report;  ///< empty: not written
  int folds = 5;       ///< 0: no cross-validation
  bool json = false;
  RegressOptions options;
};

TableSplit read_split(const Arguments& arguments) {
  const Table table = read_table(arguments.table, 0, honour_interrupt);
  return split_table(table, find_targets(table, arguments.targets));
}

Regression learn(const Arguments& arguments, const TableSplit& data) {
  ProgressLine progress;
  RegressOptions options = arguments.options;
  options.columns = data.columns;
  options.progress = std::ref(progress);
  CrossValidation cross_validation;
  if (arguments.folds > 0) cross_validation = cross_validate(data.X, data.Y, arguments.folds, options);
  Regression result = regress(data.X, data.Y, options);
  result.cross_validation = std::move(cross_validation);
  stop_if_interrupted();
  return result;
}

std::string as_typed(const Arguments& arguments) {
  return fmt::format("resunit regress {} --target {} --model {} --folds {}", arguments.table,
                     fmt::join(arguments.targets, ","), arguments.model, arguments.folds);
}

ExitCode run(const Arguments& arguments) {
  if (arguments.folds == 1) throw OptionError("--folds 1: expected 0 for none, or at least 2");
  require_other_file(arguments.model, {arguments.table});
  require_writable(arguments.model);
  if (!arguments.report.empty()) {
    require_other_file(arguments.report, {arguments.table, arguments.model});
    require_writable(arguments.report);
  }
  const TableSplit data = read_split(arguments);
  const Regression result = learn(arguments, data);
  write_model(arguments.model, result, honour_interrupt);
  if (!arguments.report.empty())
    write_page(arguments.report, regression_page(result, data.X, data.Y, as_typed(arguments)), honour_interrupt);
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

Command add_regress(CLI::App& program) {
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
  command->add_option("--folds", arguments->folds, "folds of the cross-validation, 0 for none")
      ->capture_default_str()
      ->check(within(at_least(0)))
      ->check(whole<int>());
  describe(arguments->options, AddOption{*command});
  command->add_option("--report", arguments->report, "page to write: scores, predictions, residuals")
      ->type_name("FILE.html");
  command->add_flag("--json", arguments->json, "print the model file without its weights");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli
