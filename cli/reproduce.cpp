// SPDX-License-Identifier: BSD-3-Clause
// resunit reproduce: runs the paper's experiments and writes a page of them.
#include "experiments/reproduce.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "commands.hpp"
#include "option_records.hpp"
#include "resunit/error.hpp"
#include "terminal.hpp"

namespace resunit::cli::reproduce_command {
namespace {

struct Arguments {
  std::string name;
  ReproduceOptions options;
};

std::string as_typed(const Arguments& arguments) {
  const ReproduceOptions& options = arguments.options;
  std::string command = "resunit reproduce " + arguments.name;
  if (options.quick) command += " --quick";
  if (!options.data.empty()) command += " --data " + options.data.string();
  return command + " --out " + options.out.string();
}

ExitCode run(const Arguments& arguments) {
  ReproduceOptions options = arguments.options;
  options.command = as_typed(arguments);
  if (!options.data.empty() && !std::filesystem::is_directory(options.data))
    throw DataError(fmt::format("--data {}: no such folder", options.data.string()));
  const bool wants_tables = arguments.name == "all" || arguments.name == "benchmarks";
  if (wants_tables && options.data.empty()) note("resunit reproduce: no --data: the regression tables are left out");
  const std::vector<std::string> names =
      arguments.name == "all" ? experiment_names() : std::vector<std::string>{arguments.name};
  try {
    ProgressLine progress;
    options.progress = std::ref(progress);
    reproduce(names, options);
  } catch (const Interrupted& by) {
    note(fmt::format("resunit reproduce: interrupted; what is done is kept. Go on with: {} --resume", options.command));
    return exit_code(by);
  }
  note(fmt::format("The page is {}; raw results stand beside it.", (options.out / "index.html").string()));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("reproduce", "Run the paper's experiments again, beside its numbers");
  command->footer(
      "Runs one experiment of the paper, or all of them, with its settings and writes raw results (NAME.csv, "
      "NAME.json)\n"
      "and a page (index.html, index.md) to a folder: our tables and plots beside the paper's values.\n\n"
      "  weights            errors over many networks            sample-efficiency  few samples\n"
      "  noise              errors under growing noise           running-time       error against time\n"
      "  condition-number   nearly singular B                    vanilla-lr         the paper's warm-up\n"
      "  nonnegativity      negative weights, scale rows         benchmarks         regression tables\n\n"
      "Ctrl-C keeps what is done; --resume goes on from there. Plots need gnuplot (Debian: gnuplot-nox); without it\n"
      "the page has tables alone. The regression tables are not part of resunit: see docs/data.md.\n\n"
      "Examples:\n"
      "  resunit reproduce weights --out results\n"
      "  resunit reproduce all --quick --data tables --out results");
  const auto arguments = std::make_shared<Arguments>();
  ReproduceOptions& options = arguments->options;
  command->add_option("NAME", arguments->name, "an experiment, or all")->required();
  command->add_option("--out", options.out, "folder to write to; made if it is not there")
      ->type_name("DIR")
      ->required();
  command->add_option("--data", options.data, "folder of the regression tables")->type_name("DIR");
  command->add_flag("--quick", options.quick, "few trials: to see that all works, not to quote");
  command->add_flag("--resume", options.resume, "take over what an earlier run left in the folder");
  command->add_option("--threads", options.threads, "0 means all cores")
      ->capture_default_str()
      ->check(within(at_least(0)))
      ->check(whole<int>());
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::reproduce_command
