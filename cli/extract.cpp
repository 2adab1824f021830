// SPDX-License-Identifier: BSD-3-Clause
// resunit extract: identifies a network from the answers of a command to queries, and writes the model.
#include "resunit/extract.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "command_line.hpp"
#include "commands.hpp"
#include "deep/queries/options.hpp"
#include "layers_option.hpp"
#include "model_files/model_json.hpp"
#include "option_records.hpp"
#include "oracle_process.hpp"
#include "overwrite.hpp"
#include "query_log.hpp"
#include "resunit/error.hpp"
#include "resunit/model_file.hpp"
#include "system/atomic_file.hpp"
#include "terminal.hpp"

namespace resunit::cli::extract_command {
namespace {

struct Arguments {
  OracleOptions oracle;
  Index inputs = 0;
  std::string layers = kAutomaticLayers;
  std::string model;
  std::string log;
  bool json = false;
  ExtractOptions options;
};

/// Runs the extraction. If the oracle fails, its message is completed by what was reached before.
NetworkFit identify(const Arguments& arguments) {
  OracleProcess process(arguments.oracle);
  std::optional<QueryLog> log;
  if (!arguments.log.empty()) log.emplace(arguments.log, arguments.inputs);
  Index answered = 0;
  const Oracle ask = std::ref(process);
  const Oracle oracle = [&](const MatrixView& X) {
    Matrix Y = log ? log->answer(X, ask) : process(X);
    answered += X.rows();
    return Y;
  };
  ProgressLine progress;
  std::string last_stage;
  ExtractOptions options = arguments.options;
  options.layers = layers_of(arguments.layers);
  options.progress = [&](std::string_view stage, double fraction) {
    last_stage = stage;
    progress(stage, fraction);
  };
  try {
    NetworkFit fit = extract(oracle, arguments.inputs, options);
    if (log)
      note(fmt::format("{}: {} of {} queries were answered from the log", arguments.log, log->reused(), answered));
    return fit;
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}\n  {} queries were answered before, at stage '{}'{}", error.what(), answered,
                                last_stage, log ? "; the next run with this log does not repeat them" : ""));
  }
}

ExitCode run(const Arguments& arguments) {
  require_one_document(arguments.json, {arguments.model});
  require_distinct_file(arguments.model, {arguments.log});
  require_writable(arguments.model);
  const NetworkFit fit = identify(arguments);
  throw_if_interrupted();
  if (arguments.json) print(model_json(fit, false));
  if (!fit.usable()) {
    note(fmt::format("resunit extract: no usable fit; no file was written\n{}", fit.full()));
    return kNoUsableFit;
  }
  write_model(arguments.model, fit, check_interrupt);
  if (arguments.json) {
    note(fit.brief());
  } else {
    print_summary(fit.full(), {arguments.model});
    note(fmt::format("Wrote {0}. Next: resunit inspect {0}", arguments.model));
  }
  return kDone;
}

void add_arguments(CLI::App& command, Arguments& arguments) {
  command
      .add_option("--oracle", arguments.oracle.command,
                  wrapped("Shell command that reads one row of x per line (CSV) from standard input and prints one row "
                          "of y per line. It is started once and must flush every line."))
      ->type_name("COMMAND")
      ->required();
  command.add_option("--inputs", arguments.inputs, "Number of inputs d.")
      ->type_name("D")
      ->required()
      ->check(within(at_least(1)))
      ->check(whole_number<Index>());
  command.add_option("--model", arguments.model, "Model file to write.")->type_name("FILE")->required();
  command
      .add_option("--layers", arguments.layers,
                  wrapped("Number of weight matrices, at least 2, or auto for the smallest number that reproduces the "
                          "answers."))
      ->type_name("L|auto")
      ->capture_default_str()
      ->check(CLI::Validator(layers_error, ""));
  describe(arguments.options, [&](const OptionRecord& record, auto& field) {
    if (record.name != "layers") add_option(command, record, field);
  });
  command
      .add_option(
          "--log", arguments.log,
          wrapped("CSV file of all queries and answers. If it exists, queries that it contains are not repeated."))
      ->type_name("FILE");
  command
      .add_option("--timeout", arguments.oracle.timeout, "Seconds without an answer after which the oracle has failed.")
      ->capture_default_str()
      ->check(within(above(0)));
  command.add_flag(
      "--oracle-per-batch", arguments.oracle.per_batch,
      wrapped("Start the command for every batch of queries and close its input at the end of the batch: for "
              "commands that read all their input before they answer."));
  command.add_flag("--json", arguments.json, "Print the contents of the model file, without the weights, as JSON.");
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("extract", "Identify a network by queries to a command");
  command->footer(
      "Identifies the weights of  r_0 = x, r_l = (W_{l-1} r_{l-1})^+ + r_{l-1}, y = W_{L-1} r_{L-1}  from the answers\n"
      "y of a command to inputs x that resunit selects, and writes them to the model file. The answers may be\n"
      "rounded; their precision is estimated, and the result states it. The result is verified on further queries.\n\n"
      "The command reads lines such as 0.25,-1.5 and answers each with a line. Its input stays open, so that it\n"
      "must flush every line:\n"
      "  import sys                          # python3 -u oracle.py\n"
      "  for line in sys.stdin:\n"
      "      x = [float(v) for v in line.split(',')]\n"
      "      print(*f(x), sep=',', flush=True)\n\n"
      "If no network reproduces the answers, no file is written and the exit code is 3.\n\n"
      "Examples:\n"
      "  resunit extract --oracle 'python3 -u oracle.py' --inputs 8 --model m.json\n"
      "  resunit extract --oracle 'python3 -u oracle.py' --inputs 8 --model m.json --log queries.csv --layers 3\n"
      "  resunit extract --oracle 'python3 all_at_once.py' --oracle-per-batch --inputs 8 --model m.json");
  const auto arguments = std::make_shared<Arguments>();
  add_arguments(*command, *arguments);
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::extract_command
