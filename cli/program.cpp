// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <new>
#include <vector>

#include "resunit/error.hpp"
#include "resunit/version.hpp"
#include "suggest.hpp"
#include "terminal.hpp"

namespace resunit::cli {
namespace {

constexpr const char* kDescription =
    "Learns two-layer ReLU residual units  y = B[(Ax)^+ + x]  from samples.\n"
    "Tables are CSV (comma, semicolon or tab, header or none) or NumPy .npy, one sample per row.\n";

constexpr const char* kFiveMinutes =
    "Five minutes with resunit:\n"
    "  resunit generate --inputs 8 --samples 512 --out world     draw a unit, and samples of it\n"
    "  resunit fit world/x.csv world/y.csv --model m.json        learn it back from the samples\n"
    "  resunit evaluate m.json world/x.csv world/y.csv --teacher world/teacher.json\n"
    "  resunit inspect m.json                                    look at the weights, row by row\n"
    "  resunit predict m.json world/x.csv --out yhat.csv         use it\n"
    "  resunit regress table.csv --target y --model t.json       or learn to predict a column of a table\n"
    "  resunit reproduce all --quick --out results               or run the paper's experiments again\n"
    "\n"
    "'resunit COMMAND --help' explains a command and its options.\n"
    "Exit codes: 0 done, 1 wrong usage, 2 unreadable or invalid data, 3 no usable fit.";

void describe_program(CLI::App& program) {
  program.name("resunit");
  program.footer(kFiveMinutes);
  program.set_version_flag("--version", "resunit " RESUNIT_VERSION, "Print the version and exit");
  program.require_subcommand(1);
  program.get_formatter()->column_width(36);
}

/// The command on the command line, if any was recognized.
const Command* chosen(const std::vector<Command>& commands) {
  const auto is_parsed = [](const Command& command) { return command.app->parsed(); };
  const auto found = std::find_if(commands.begin(), commands.end(), is_parsed);
  return found == commands.end() ? nullptr : &*found;
}

/// "resunit fit", or "resunit" as long as no command is known.
std::string spoken_name(const std::vector<Command>& commands) {
  const Command* command = chosen(commands);
  return command ? "resunit " + command->app->get_name() : "resunit";
}

ExitCode fail(ExitCode code, const std::vector<Command>& commands, std::string_view message) {
  note(fmt::format("{}: {}", spoken_name(commands), message));
  return code;
}

ExitCode fail_usage(const std::vector<Command>& commands, std::string_view message) {
  fail(kWrongUsage, commands, message);
  note(fmt::format("Type '{} --help' to see what it takes.", spoken_name(commands)));
  return kWrongUsage;
}

/// The library's TeacherOptions::scale_rows is the command's --scale-rows.
std::string in_the_commands_words(std::string message) {
  constexpr std::string_view kRecord = "Options::";
  const auto is_part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = message.find(kRecord); at != std::string::npos; at = message.find(kRecord)) {
    std::size_t begin = at, end = at + kRecord.size();
    while (begin > 0 && is_part_of_name(message[begin - 1])) --begin;
    for (; end < message.size() && is_part_of_name(message[end]); ++end)
      if (message[end] == '_') message[end] = '-';
    message.replace(begin, at + kRecord.size() - begin, "--");
  }
  return message;
}

}  // namespace

ExitCode run_program(int argc, const char* const* argv, const Run& run) {
  CLI::App program(kDescription);
  describe_program(program);
  const std::vector<Command> commands = {generate_command::add(program), fit_command::add(program),
                                         regress_command::add(program),  predict_command::add(program),
                                         evaluate_command::add(program), inspect_command::add(program),
                                         diagnose_command::add(program), reproduce_command::add(program)};
  try {
    program.parse(argc, argv);
    return run(*chosen(commands));  // there is one: require_subcommand(1)
  } catch (const CLI::Success& help_or_version) {
    program.exit(help_or_version);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return fail_usage(commands, usage_message(program, error));
  } catch (const OptionError& error) {
    return fail_usage(commands, in_the_commands_words(error.what()));
  } catch (const DataError& error) {
    return fail(kBadData, commands, error.what());
  } catch (const Interrupted& by) {
    return fail(exit_code(by), commands, "interrupted; no file is half-written");
  } catch (const std::bad_alloc&) {
    return fail(kBadData, commands, "out of memory");
  } catch (const std::exception& error) {
    return fail(kBadData, commands, fmt::format("unexpected error: {}", error.what()));
  }
}

}  // namespace resunit::cli
