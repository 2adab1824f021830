// SPDX-License-Identifier: BSD-3-Clause
// resunit fit: learns a unit, or with --layers a network, from tables and writes the model.
#include "resunit/fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "commands.hpp"
#include "fit/files.hpp"
#include "layers_option.hpp"
#include "memory.hpp"
#include "model/fit_names.hpp"
#include "model/fit_options.hpp"
#include "model_files/model_json.hpp"
#include "option_records.hpp"
#include "out_of_core/subset.hpp"
#include "overwrite.hpp"
#include "remedies.hpp"
#include "report/report.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "samples.hpp"
#include "system/atomic_file.hpp"
#include "terminal.hpp"
#include "unit_file.hpp"

namespace resunit::cli::fit_command {
namespace {

constexpr const char* kUnitLayers = "2";

struct Arguments {
  SampleArguments samples;
  std::string model;
  std::string method = "auto";
  std::string layers = kUnitLayers;
  int starts = 0;  ///< of the search for a network; 0: by the number of samples
  std::string bias = "none";
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
  options.bias = from_name<Bias>("bias", arguments.bias);
  options.rescale = from_name<Rescale>("rescale", arguments.rescale);
  if (!arguments.start.empty()) options.start = read_unit(arguments.start);
  return options;
}

NetworkOptions network_options(const Arguments& arguments, const FitOptions& options) {
  return {.layers = layers_of(arguments.layers),
          .method = options.method,
          .seed = options.seed,
          .threads = options.threads,
          .starts = arguments.starts,
          .columns = options.columns,
          .progress = options.progress};
}

void write_curve(const std::string& file, const std::vector<CurvePoint>& curve) {
  Matrix table(curve.size(), 3);
  for (Index k = 0; k < table.rows(); ++k) table.row(k) << curve[k].epoch, curve[k].seconds, curve[k].loss;
  write_table(file, table, {"epoch", "seconds", "loss"}, check_interrupt);
}

/// A fit and the samples, which are empty if fit_files has read them.
struct Learned {
  std::variant<Fit, NetworkFit> fit;
  Dataset data;
};

/// Reads tables that must be in memory, and their column names.
Dataset read_into_memory(const Arguments& arguments, FitOptions& options) {
  for (const std::string& file : {arguments.samples.X, arguments.samples.Y})
    if (!file.empty()) require_memory(std::filesystem::path(file), arguments.memory);
  SampleTables tables = read_samples(arguments.samples, options.progress);
  Dataset data{.X = std::move(tables.X.values), .Y = std::move(tables.Y.values)};
  require_memory(data, arguments.memory);
  options.columns = std::move(tables.columns);
  return data;
}

/// With --layers auto, a unit if it is solved; otherwise the network with the fewest layers that is, or the unit if it
/// can be used.
std::variant<Fit, NetworkFit> fit_layers(const Dataset& data, const Arguments& arguments, const FitOptions& options) {
  if (arguments.layers != kAutomaticLayers) return fit_network(data, network_options(arguments, options));
  Fit unit = fit(data, options);
  if (unit.status == FitStatus::solved || unit.status == FitStatus::unrelated) return unit;
  NetworkFit network = fit_network(data, network_options(arguments, options));
  const bool found = network.status == FitStatus::solved || network.status == FitStatus::undetermined;
  if (found || !unit.usable()) return network;
  unit.warnings.push_back(fmt::format("--layers auto: {}", network.reason));
  return unit;
}

/// Two .npy files have no column names; fit_files processes them out of core if they exceed the memory limit.
Learned learn(const Arguments& arguments, FitOptions options) {
  ProgressLine progress;
  options.progress = std::ref(progress);
  const SampleArguments& samples = arguments.samples;
  Learned learned;
  const bool is_unit = arguments.layers == kUnitLayers;
  if (is_unit && samples.are_whole_files() && are_readable_in_chunks(samples.X, samples.Y)) {
    learned.fit = fit_files(samples.X, samples.Y, options, arguments.memory);
  } else {
    learned.data = read_into_memory(arguments, options);
    if (is_unit)
      learned.fit = fit(learned.data, options);
    else
      learned.fit = fit_layers(learned.data, arguments, options);
  }
  throw_if_interrupted();
  return learned;
}

/// The robust loss is an option of noisy, which auto selects.
std::string method_option(const Arguments& arguments) {
  return arguments.method == to_string(Method::noisy) ? " --method noisy" : "";
}

/// The command to type next if the fit is inadequate; empty if there is none.
std::string next_command(const CLI::App& command, const Arguments& arguments, const Fit& result) {
  switch (result.remedy) {
    case Remedy::automatic: return command_line(command, {"--method"});
    case Remedy::robust: return command_line(command, {"--method"}) + method_option(arguments) + " --robust";
    case Remedy::bias_layer1: return command_line(command, {"--bias"}) + " --bias layer1";
    case Remedy::bias_both: return command_line(command, {"--bias"}) + " --bias both";
    case Remedy::add_samples: return command_to_diagnose(arguments.samples);
    case Remedy::drop_columns:
      return command_line(command, {"--input-columns"}) + " --input-columns " + independent_inputs(result);
    case Remedy::match_rows: return command_to_compare_rows(arguments.samples);
    case Remedy::regress: return command_to_regress(arguments.samples, arguments.model, result);
    case Remedy::none:
    case Remedy::remove_outliers: break;
  }
  return {};
}

std::string next_command(const CLI::App& command, const Arguments&, const NetworkFit& result) {
  const bool by_formula = result.method == Method::qp && result.status == FitStatus::suspect;
  return by_formula ? command_line(command, {"--method"}) : "";
}

/// The fit as text, with the command to type next. `Result` is Fit or NetworkFit.
template <class Result>
std::string full_text(const CLI::App& command, const Arguments& arguments, const Result& result) {
  const std::string next = next_command(command, arguments, result);
  return result.full() + (next.empty() ? "" : fmt::format("\n  run: {}", next));
}

/// The samples that a report shows: all of them, or evenly spaced ones if the fit read the files in passes.
Dataset reported_samples(const Arguments& arguments, const Learned& learned) {
  constexpr Index kReportedSamples = 2000;
  const SampleArguments& samples = arguments.samples;
  if (learned.data.X.size() > 0) return learned.data;
  if (std::get<Fit>(learned.fit).passes > 0) return pick_samples(samples.X, samples.Y, kReportedSamples);
  return {.X = read_table(samples.X, 0, check_interrupt).values, .Y = read_table(samples.Y, 0, check_interrupt).values};
}

std::vector<CurvePoint> curve_of(const Fit& result) {
  return result.curve;
}
std::vector<CurvePoint> curve_of(const NetworkFit&) {
  return {};
}

/// Writes the model, the report and the learning curve, and prints the fit to standard output as text or JSON.
template <class Result>
ExitCode write_results(const CLI::App& command, const Arguments& arguments, const Result& result,
                       const Learned& learned) {
  write_model(arguments.model, result, check_interrupt);
  if (!arguments.report.empty()) {
    const ColumnNames names{.inputs = result.columns.inputs, .outputs = result.columns.targets};
    write_page(arguments.report, fit_page(result, reported_samples(arguments, learned), command_line(command), names),
               check_interrupt);
  }
  if (!arguments.curve.empty()) write_curve(arguments.curve, curve_of(result));
  if (arguments.json) {
    print(model_json(result, false));
    note(result.brief());
  } else {
    print_summary(full_text(command, arguments, result), {arguments.model, arguments.report, arguments.curve});
    note(fmt::format("Wrote {0}. Next: resunit inspect {0}", arguments.model));
  }
  return kDone;
}

template <class Result>
ExitCode report_no_usable_fit(const CLI::App& command, const Arguments& arguments, const Result& result) {
  if (arguments.json) print(model_json(result, false));
  note(fmt::format("resunit fit: no usable fit; no file was written\n{}", full_text(command, arguments, result)));
  return kNoUsableFit;
}

/// The methods that use each option, by name. An option that an explicit method does not use is an error. With auto,
/// the fit itself warns about options that none of the methods it can select uses.
using MethodsOfOptions = std::map<std::string, Methods, std::less<>>;

MethodsOfOptions methods_of_options() {
  MethodsOfOptions methods = {{"--bias", kLearnBiases},
                              {"--rescale", kLayerwise},
                              {"--start", {Method::sgd, Method::noisy}},
                              {"--starts", {Method::exact, Method::noisy}},
                              {"--curve", kSgdOnly}};
  const FitOptions defaults;
  describe(defaults, [&](const OptionRecord& record, const auto&) {
    methods.emplace(fmt::format("--{}", record.name), record.methods);
  });
  return methods;
}

/// Throws OptionError for options that the method does not use. --start and --curve require an explicit method: auto
/// never selects sgd, and computes the start of noisy itself.
void require_effect(const CLI::App& command, Method method) {
  const MethodsOfOptions methods = methods_of_options();
  for (const CLI::Option* option : command.get_options()) {
    const auto known = methods.find(option->get_name());
    if (option->count() == 0 || known == methods.end()) continue;
    const bool needs_method = known->first == "--start" || known->first == "--curve";
    if (method == Method::automatic ? !needs_method : known->second.include(method)) continue;
    throw OptionError(fmt::format("{} has no effect with --method {}; it applies to {}", known->first,
                                  to_string(method), known->second.text()));
  }
}

/// The options of a fit that apply to networks too.
bool applies_to_networks(const std::string& option) {
  const auto options = {"--method", "--seed", "--starts", "--threads", "--memory"};
  return std::find(options.begin(), options.end(), option) != options.end();
}

/// Throws OptionError for options that have no effect on a network, or on a unit. With auto, both are learned.
void require_effect_on_layers(const CLI::App& command, const Arguments& arguments) {
  if (arguments.layers == kAutomaticLayers) return;
  const MethodsOfOptions methods = methods_of_options();
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    const bool of_units = methods.contains(name) && !applies_to_networks(name), of_networks = name == "--starts";
    if (option->count() > 0 && (arguments.layers == kUnitLayers ? of_networks : of_units))
      throw OptionError(fmt::format("{} has no effect with --layers {}", name, arguments.layers));
  }
}

/// Checks before the fit, which can take hours, that all output files can be written. The model may replace the start.
void require_writable_outputs(const Arguments& arguments) {
  const std::string &X = arguments.samples.X, &Y = arguments.samples.Y;
  require_one_document(arguments.json, {arguments.model, arguments.report, arguments.curve});
  require_distinct_file(arguments.model, {X, Y});
  require_writable(arguments.model);
  if (!arguments.curve.empty()) {
    require_distinct_file(arguments.curve, {X, Y, arguments.start, arguments.model});
    require_writable(arguments.curve);
  }
  if (!arguments.report.empty()) {
    require_distinct_file(arguments.report, {X, Y, arguments.start, arguments.model, arguments.curve});
    require_writable(arguments.report);
  }
}

ExitCode run(const CLI::App& command, const Arguments& arguments) {
  require_effect(command, from_name<Method>("method", arguments.method));
  require_effect_on_layers(command, arguments);
  const FitOptions options = fit_options(arguments);
  require_writable_outputs(arguments);
  const Learned learned = learn(arguments, options);
  return std::visit(
      [&](const auto& result) {
        return result.usable() ? write_results(command, arguments, result, learned)
                               : report_no_usable_fit(command, arguments, result);
      },
      learned.fit);
}

/// Options of the command that have no record; CLI11 prints each in its group.
void add_options_without_record(CLI::App& command, Arguments& arguments) {
  command
      .add_option("--layers", arguments.layers,
                  wrapped("Number of weight matrices: 2 learns a unit, 3 or more a deeper residual network, auto the "
                          "smallest number that fits."))
      ->type_name("L|auto")
      ->capture_default_str()
      ->check(CLI::Validator(layers_error, ""));
  command
      .add_option("--starts", arguments.starts,
                  wrapped("Largest number of random starts of the search for a network; 0 selects it by the number of "
                          "samples."))
      ->capture_default_str()
      ->check(within(at_least(0)))
      ->check(whole_number<int>())
      ->group(group_name(OptionGroup::advanced));
  add_bias(command, arguments.bias,
           "Learn biases: of both layers, y = B[(Ax + a)^+ + x] + b, or with the value layer1 of layer 1 alone, b = 0. "
           "Not for lr.");
  command.add_flag("!--no-polish", arguments.options.polish, "Do not polish the weights. This is the default.")
      ->group(group_name(OptionGroup::programs));
  command
      .add_option("--rescale", arguments.rescale,
                  wrapped("Samples from which the scale factors of layer 1 are computed: as in the paper, or as in its "
                          "authors' program. Only for qp, lp, lp-noisy."))
      ->capture_default_str()
      ->check(CLI::IsMember(names_of<Rescale>()))
      ->group(group_name(OptionGroup::programs));
  command
      .add_option("--curve", arguments.curve,
                  "Table to write: the learning curve (epoch, seconds, loss). Only for sgd.")
      ->type_name("FILE")
      ->group(group_name(OptionGroup::sgd));
  command.add_option("--start", arguments.start, "Model file with the initial weights. Only for noisy, sgd.")
      ->type_name("FILE")
      ->group(group_name(OptionGroup::advanced));
  add_memory(command, arguments.memory,
             "Larger .npy tables are processed in passes over the files (auto, exact, noisy, qp).")
      ->group(group_name(OptionGroup::advanced));
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("fit", "Learn a unit or a network from samples");
  command->footer(
      "Learns A and B of  y = B[(Ax)^+ + x]  from the rows of X and Y, and writes the weights and a summary of\n"
      "the fit to the model file. X has d columns, Y has m >= d columns. Weights may have any sign.\n\n"
      "Methods:\n"
      "  auto      exact if a unit fits the samples to rounding error, otherwise noisy, or qp if the columns of X are\n"
      "            linearly dependent\n"
      "  exact     noiseless samples: weights to rounding error, and a certificate for each row\n"
      "  noisy     noisy samples: maximum likelihood, the noise level and standard errors\n"
      "  qp, lp, lp-noisy   the paper's convex programs, for A >= 0; lp requires noiseless samples\n"
      "  lr        the paper's linear regressions on all-negative and all-positive inputs\n"
      "  sgd       stochastic gradient descent, for comparison\n\n"
      "With --layers L, learns the L weight matrices of  r_0 = x, r_l = (W_{l-1} r_{l-1})^+ + r_{l-1},\n"
      "y = W_{L-1} r_{L-1}  by method exact, noisy, or auto: exact if a network fits to rounding error. Method qp is\n"
      "the paper's formula for W >= 0, which identifies the last layer only.\n\n"
      "If no usable fit is found, no file is written and the exit code is 3.\n\n"
      "Examples:\n"
      "  resunit fit x.csv y.csv --model m.json\n"
      "  resunit fit x.csv y.csv --model m.json --layers 3\n"
      "  resunit fit table.csv --input-columns a,b --output-columns c,d --model m.json\n"
      "  resunit fit x.npy y.npy --model m.json --method qp --polish");
  const auto arguments = std::make_shared<Arguments>();
  add_samples(*command, arguments->samples);
  command->add_option("--model", arguments->model, "Model file to write.")->type_name("FILE")->required();
  command->add_option("--method", arguments->method, "Learning method; see Methods below.")
      ->capture_default_str()
      ->check(CLI::IsMember(names_of<Method>()));
  command
      ->add_option("--report", arguments->report,
                   "HTML report to write: weights, outputs, residuals and the certificate.")
      ->type_name("FILE.html");
  command->add_flag("--json", arguments->json, "Print the contents of the model file, without the weights, as JSON.");
  add_options(*command, arguments->options);
  add_options_without_record(*command, *arguments);
  return {command, [command, arguments] { return run(*command, *arguments); }};
}

}  // namespace resunit::cli::fit_command
