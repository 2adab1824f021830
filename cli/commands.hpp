// The commands: each adds its arguments to the program and says what to run once they are parsed.
#pragma once

#include <CLI/App.hpp>
#include <functional>

#include "terminal.hpp"

namespace resunit::cli {

/// What the program returns to the shell. OptionError is wrong usage, DataError bad data.
enum ExitCode : int {
  kDone = 0,
  kWrongUsage = 1,
  kBadData = 2,
  kNoUsableFit = 3,
  kEndedBySignal = 128,  // and its number, as shells have it: 130 after Ctrl-C
};

inline ExitCode exit_code(const Interrupted& by) {
  return static_cast<ExitCode>(kEndedBySignal + by.signal);
}

struct Command {
  CLI::App* app;
  std::function<ExitCode()> run;
};

Command add_generate(CLI::App& program);
Command add_fit(CLI::App& program);
Command add_regress(CLI::App& program);
Command add_predict(CLI::App& program);
Command add_evaluate(CLI::App& program);
Command add_inspect(CLI::App& program);
Command add_diagnose(CLI::App& program);
Command add_reproduce(CLI::App& program);

}  // namespace resunit::cli
