// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "model/fit_names.hpp"
#include "model/option_record.hpp"
#include "resunit/error.hpp"
#include "resunit/version.hpp"
#include "suggest.hpp"
#include "terminal.hpp"

namespace resunit::cli {
namespace {

constexpr const char* kDescription =
    "Learns two-layer ReLU residual units  y = B[(Ax)^+ + x]  from samples.\n"
    "Tables are CSV files (comma, semicolon or tab; header optional) or NumPy .npy files, one sample per row.\n";

constexpr const char* kGettingStarted =
    "Getting started:\n"
    "  resunit generate --inputs 8 --samples 512 --out data      draw a random unit and samples from it\n"
    "  resunit fit data/x.csv data/y.csv --model m.json          learn the unit from the samples\n"
    "  resunit evaluate m.json data/x.csv data/y.csv --teacher data/teacher.json\n"
    "  resunit inspect m.json                                    summarize the model, row by row\n"
    "  resunit predict m.json data/x.csv > yhat.csv              compute outputs for new inputs\n"
    "  resunit extract --oracle 'python3 -u f.py' --inputs 8 --model m.json   identify a network by queries\n"
    "  resunit regress table.csv --target y --model t.json       learn to predict a column of a table\n"
    "  resunit reproduce all --quick --out results               repeat the paper's experiments\n"
    "\n"
    "Run 'resunit COMMAND --help' for the options of a command.\n"
    "Exit codes: 0 success, 1 wrong usage, 2 unreadable or invalid data, 3 no usable fit.";

/// CLI11 2.5 and later reflow descriptions and footers, which would destroy their tables, unless that is switched off.
void keep_line_breaks(auto& formatter) {
  if constexpr (requires { formatter.enable_footer_formatting(false); }) {
    formatter.enable_description_formatting(false);
    formatter.enable_footer_formatting(false);
  }
}

void describe_program(CLI::App& program) {
  program.name("resunit");
  program.footer(kGettingStarted);
  program.set_version_flag("--version", "resunit " RESUNIT_VERSION, "Print the version and exit.");
  program.set_help_flag("-h,--help", "Print this help and exit.");
  program.require_subcommand(1);
  program.get_formatter()->column_width(36);
  keep_line_breaks(*program.get_formatter());
}

/// The command on the command line, if any was recognized.
const Command* parsed_command(const std::vector<Command>& commands) {
  const auto is_parsed = [](const Command& command) { return command.app->parsed(); };
  const auto found = std::find_if(commands.begin(), commands.end(), is_parsed);
  return found == commands.end() ? nullptr : &*found;
}

/// "resunit fit", or "resunit" if no command was recognized.
std::string name_in_messages(const std::vector<Command>& commands) {
  const Command* command = parsed_command(commands);
  return command ? "resunit " + command->app->get_name() : "resunit";
}

ExitCode fail(ExitCode code, const std::vector<Command>& commands, std::string_view message) {
  note(fmt::format("{}: {}", name_in_messages(commands), message));
  return code;
}

ExitCode fail_usage(const std::vector<Command>& commands, std::string_view message) {
  fail(kWrongUsage, commands, message);
  note(fmt::format("Run '{} --help' for usage.", name_in_messages(commands)));
  return kWrongUsage;
}

/// Prints the help or the version, which fails if standard output is a full disk.
ExitCode print_help(const CLI::App& program, const std::vector<Command>& commands, const CLI::Success& request) {
  std::ostringstream text;
  program.exit(request, text, text);
  try {
    print(text.str());
  } catch (const DataError& error) {
    return fail(kBadData, commands, error.what());
  } catch (const Interrupted& by) {
    return exit_code(by);
  }
  return kDone;
}

/// The option of a field: --scale-rows for scale_rows.
std::string option_name(std::string field) {
  std::replace(field.begin(), field.end(), '_', '-');
  return "--" + field;
}

/// The arguments with "--bias", "layer1" joined to "--bias=layer1": the value is optional, and CLI11 would otherwise take
/// the value of such an option from any argument that follows, such as the name of a table.
std::vector<std::string> with_joined_bias(int argc, const char* const* argv) {
  const std::vector<std::string> values = names_of<Bias>();
  std::vector<std::string> arguments(argv, argv + argc);
  for (std::size_t k = 0; k + 1 < arguments.size(); ++k) {
    if (arguments[k] != "--bias" || std::find(values.begin(), values.end(), arguments[k + 1]) == values.end()) continue;
    arguments[k] += "=" + arguments[k + 1];
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(k) + 1);
  }
  return arguments;
}

}  // namespace

ExitCode run_program(int argc, const char* const* argv, const Run& run) {
  CLI::App program(kDescription);
  describe_program(program);
  const std::vector<Command> commands = {
      generate_command::add(program), fit_command::add(program),      extract_command::add(program),
      regress_command::add(program),  predict_command::add(program),  evaluate_command::add(program),
      inspect_command::add(program),  diagnose_command::add(program), reproduce_command::add(program)};
  try {
    if (argc <= 1) throw CLI::CallForHelp();
    const std::vector<std::string> joined = with_joined_bias(argc, argv);
    std::vector<const char*> arguments;
    for (const std::string& argument : joined) arguments.push_back(argument.c_str());
    program.parse(static_cast<int>(arguments.size()), arguments.data());
    return run(*parsed_command(commands));  // not null: require_subcommand(1)
  } catch (const CLI::Success& help_or_version) {
    return print_help(program, commands, help_or_version);
  } catch (const CLI::ParseError& error) {
    return fail_usage(commands, usage_message(program, error));
  } catch (const OptionError& error) {
    return fail_usage(commands, with_renamed_fields(error.what(), option_name));
  } catch (const DataError& error) {
    return fail(kBadData, commands, error.what());
  } catch (const Interrupted& by) {
    return fail(exit_code(by), commands, "interrupted; no incomplete file was written");
  } catch (const std::bad_alloc&) {
    return fail(kBadData, commands, "out of memory");
  } catch (const std::exception& error) {
    return fail(kBadData, commands, fmt::format("unexpected error: {}", error.what()));
  }
}

}  // namespace resunit::cli
