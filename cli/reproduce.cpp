// SPDX-License-Identifier: BSD-3-Clause
// resunit reproduce: repeats the paper's experiments and writes a page with the results.
#include "experiments/reproduce.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "command_line.hpp"
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

ExitCode run(const CLI::App& command, const Arguments& arguments) {
  ReproduceOptions options = arguments.options;
  options.command = command_line(command);
  if (!options.data.empty() && !std::filesystem::is_directory(options.data))
    throw DataError(fmt::format("--data {}: no such folder", options.data.string()));
  const bool wants_tables = arguments.name == "all" || arguments.name == "benchmarks";
  if (wants_tables && options.data.empty())
    note("resunit reproduce: the regression tables are skipped; give their folder with --data DIR");
  const std::vector<std::string> names =
      arguments.name == "all" ? experiment_names() : std::vector<std::string>{arguments.name};
  try {
    ProgressLine progress;
    options.progress = std::ref(progress);
    reproduce(names, options);
  } catch (const Interrupted& by) {
    note(fmt::format("resunit reproduce: interrupted; finished results are kept. Continue with: {} --resume",
                     options.command));
    return exit_code(by);
  }
  note(fmt::format("Wrote {}; the raw results are in the same folder.", (options.out / "index.html").string()));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("reproduce", "Repeat the paper's experiments and compare the results");
  command->footer(
      "Repeats one experiment of the paper, or all of them, with the paper's settings. Writes the raw results\n"
      "(NAME.csv, NAME.json) and a page (index.html, index.md) that compares the results with the paper's values. "
      "Each\n"
      "figure of the page can be saved as SVG or CSV.\n\n"
      "  weights            errors over many networks            sample-efficiency  few samples\n"
      "  noise              errors for increasing noise          running-time       error as a function of time\n"
      "  condition-number   nearly singular B                    vanilla-lr         the paper's warm-up\n"
      "  nonnegativity      negative weights, scale rows         multilayer         networks of more layers\n"
      "  benchmarks         regression tables\n\n"
      "After Ctrl-C, finished results are kept, and --resume continues from them. The regression tables are not part\n"
      "of resunit: see docs/data.md.\n\n"
      "Examples:\n"
      "  resunit reproduce weights --out results\n"
      "  resunit reproduce all --quick --data tables --out results");
  const auto arguments = std::make_shared<Arguments>();
  ReproduceOptions& options = arguments->options;
  command->add_option("NAME", arguments->name, "Name of an experiment, or all.")->required();
  command->add_option("--out", options.out, "Output folder; created if it does not exist.")
      ->type_name("DIR")
      ->required();
  command->add_option("--data", options.data, "Folder with the regression tables.")->type_name("DIR");
  command->add_flag("--quick", options.quick, "Run only a few trials, to test the setup; do not quote these results.");
  command->add_flag("--resume", options.resume, "Continue an interrupted run in the output folder.");
  add_threads(*command, options.threads);
  return {command, [command, arguments] { return run(*command, *arguments); }};
}

}  // namespace resunit::cli::reproduce_command
