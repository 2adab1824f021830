// SPDX-License-Identifier: BSD-3-Clause
// resunit fit: learns a unit from two tables and writes the model.
#include "resunit/fit.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "commands.hpp"
#include "memory.hpp"
#include "model/fit_names.hpp"
#include "model/fit_options.hpp"
#include "model_files/model_json.hpp"
#include "option_records.hpp"
#include "out_of_core/parts.hpp"
#include "overwrite.hpp"
#include "report/report.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "system/atomic_file.hpp"
#include "terminal.hpp"
#include "unit_file.hpp"

namespace resunit::cli::fit_command {
namespace {

struct Arguments {
  std::string inputs;
  std::string outputs;
  std::string model;
  std::string method = "auto";
  std::string rescale = "paper";
  std::string start;  ///< empty: random weights
  std::string curve;  ///< empty: not written
  std::string report;
  bool json = false;
  FitOptions options;
  std::uint64_t memory = 0;  ///< bytes; 0: the default
};

FitOptions fit_options(const Arguments& arguments) {
  FitOptions options = arguments.options;
  options.method = from_name<Method>("method", arguments.method);
  options.rescale = from_name<Rescale>("rescale", arguments.rescale);
  if (!arguments.start.empty()) options.start = read_unit(arguments.start);
  return options;
}

void write_curve(const std::string& file, const std::vector<CurvePoint>& curve) {
  Matrix table(curve.size(), 3);
  for (Index k = 0; k < table.rows(); ++k) table.row(k) << curve[k].epoch, curve[k].seconds, curve[k].loss;
  write_table(file, table, {"epoch", "seconds", "loss"}, honor_interrupt);
}

Fit fit_with_progress(const Arguments& arguments, FitOptions options) {
  ProgressLine progress;
  options.progress = std::ref(progress);
  Fit result = fit_files(arguments.inputs, arguments.outputs, options, arguments.memory);
  stop_if_interrupted();
  return result;
}

std::string as_typed(const Arguments& arguments) {
  return fmt::format("resunit fit {} {} --model {} --method {}", arguments.inputs, arguments.outputs, arguments.model,
                     arguments.method);
}

/// The samples that a report shows: all of a fit in memory, some of one in passes.
Dataset shown_samples(const Arguments& arguments, const Fit& result) {
  constexpr Index kManyPoints = 2000;
  if (result.passes > 0) return pick_samples(arguments.inputs, arguments.outputs, kManyPoints);
  return {.X = read_table(arguments.inputs, 0, honor_interrupt).values,
          .Y = read_table(arguments.outputs, 0, honor_interrupt).values};
}

void write_report(const Arguments& arguments, const Fit& result) {
  const Dataset data = shown_samples(arguments, result);
  write_page(arguments.report, fit_page(result, data, as_typed(arguments)), honor_interrupt);
}

/// Writes what was asked for and tells of it: to people on standard output, or there as JSON and briefly elsewhere.
ExitCode deliver(const Arguments& arguments, const Fit& result) {
  write_model(arguments.model, result, honor_interrupt);
  if (!arguments.report.empty()) write_report(arguments, result);
  if (!arguments.curve.empty()) write_curve(arguments.curve, result.curve);
  if (arguments.json) {
    print(model_json(result, false));
    note(result.brief());
  } else {
    print(fmt::format("{}\n", result.full()));
    note(fmt::format("The model is in {0}. Next: resunit inspect {0}", arguments.model));
  }
  return kDone;
}

ExitCode decline(const Arguments& arguments, const Fit& result) {
  if (arguments.json) print(model_json(result, false));
  note(fmt::format("resunit fit: no usable fit; nothing was written\n{}", result.full()));
  return kNoUsableFit;
}

/// The methods of every option, by name. With another method an option is an error; under auto the fit warns of those
/// that none of the methods it may select uses.
using MethodsOfOptions = std::map<std::string, Methods, std::less<>>;

MethodsOfOptions methods_of_options() {
  MethodsOfOptions methods = {
      {"--rescale", kLayerwise}, {"--start", {Method::sgd, Method::noisy}}, {"--curve", kSgdOnly}};
  const FitOptions defaults;
  describe(defaults, [&](const OptionRecord& record, const auto&) {
    methods.emplace(fmt::format("--{}", record.name), record.methods);
  });
  return methods;
}

/// --start and --curve are for an explicit method only: auto never selects sgd, and starts noisy by itself.
void require_effect(const CLI::App& command, Method method) {
  const MethodsOfOptions methods = methods_of_options();
  for (const CLI::Option* option : command.get_options()) {
    const auto known = methods.find(option->get_name());
    if (option->count() == 0 || known == methods.end()) continue;
    const bool needs_method = known->first == "--start" || known->first == "--curve";
    if (method == Method::automatic ? !needs_method : known->second.include(method)) continue;
    throw OptionError(fmt::format("{} has no effect with --method {}: it is for {}", known->first, to_string(method),
                                  known->second.text()));
  }
}

/// A report needs the tables a second time, which a pipe does not give.
void require_rereadable(const std::string& table) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(table, none);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw OptionError(fmt::format("--report reads the tables twice, but {} is no regular file", table));
}

/// Whether all that is asked for can be written, before hours of work. A start may be replaced by the model it leads
/// to.
void require_places(const Arguments& arguments) {
  require_other_file(arguments.model, {arguments.inputs, arguments.outputs});
  require_writable(arguments.model);
  if (!arguments.curve.empty()) {
    require_other_file(arguments.curve, {arguments.inputs, arguments.outputs, arguments.start, arguments.model});
    require_writable(arguments.curve);
  }
  if (!arguments.report.empty()) {
    require_other_file(arguments.report,
                       {arguments.inputs, arguments.outputs, arguments.start, arguments.model, arguments.curve});
    require_writable(arguments.report);
    for (const std::string& table : {arguments.inputs, arguments.outputs}) require_rereadable(table);
  }
}

ExitCode run(const CLI::App& command, const Arguments& arguments) {
  require_effect(command, from_name<Method>("method", arguments.method));
  const FitOptions options = fit_options(arguments);
  require_places(arguments);
  const Fit result = fit_with_progress(arguments, options);
  return result.usable() ? deliver(arguments, result) : decline(arguments, result);
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("fit", "Learn a unit from samples");
  command->footer(
      "Learns A and B of  y = B[(Ax)^+ + x]  from the rows of X and Y and writes them, with how they were found,\n"
      "to the model file. X has d columns, Y at least as many. Weights may have any sign.\n\n"
      "  auto      looks at the samples: exact if a unit fits them without noise, else noisy (qp where columns of\n"
      "            X depend on others)\n"
      "  exact     the very weights, each row with a proof or without\n"
      "  noisy     maximum likelihood, with the noise level and standard errors\n"
      "  qp, lp, lp-noisy   the paper's convex programs (A >= 0; lp for samples without noise)\n"
      "  lr        the paper's regressions on inputs of one sign\n"
      "  sgd       stochastic gradient descent, for comparison\n\n"
      "If the samples determine no unit, nothing is written and the exit code is 3.\n\n"
      "Examples:\n"
      "  resunit fit x.csv y.csv --model m.json\n"
      "  resunit fit x.npy y.npy --model m.json --method qp --polish");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("X", arguments->inputs, "table of inputs, one sample per row")->required();
  command->add_option("Y", arguments->outputs, "table of outputs, as many rows")->required();
  command->add_option("--model", arguments->model, "model file to write")->type_name("FILE")->required();
  command->add_option("--method", arguments->method, "how to learn")
      ->capture_default_str()
      ->check(CLI::IsMember(names_of<Method>()));
  command
      ->add_option("--rescale", arguments->rescale,
                   wrapped("qp, lp, lp-noisy: which samples scale a row of layer 1, as in the paper or in "
                           "its authors' program"))
      ->capture_default_str()
      ->check(CLI::IsMember(names_of<Rescale>()));
  describe(arguments->options, AddOption{*command});
  command->add_flag("!--no-polish", arguments->options.polish, "the default");
  add_memory(*command, arguments->memory,
             "samples and the work on them may take; .npy files for which that is too little are read in passes "
             "(auto, exact, noisy, qp)");
  command->add_option("--start", arguments->start, "sgd, noisy: model file to start from")->type_name("FILE");
  command->add_option("--curve", arguments->curve, "sgd: table of the learning curve to write")->type_name("FILE");
  command->add_option("--report", arguments->report, "page to write: weights, outputs, residuals, what is proved")
      ->type_name("FILE.html");
  command->add_flag("--json", arguments->json, "print the model file without its weights");
  return {command, [command, arguments] { return run(*command, *arguments); }};
}

}  // namespace resunit::cli::fit_command
