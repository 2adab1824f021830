// The commands: each adds its arguments to the program and says what to run once they are parsed.
#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace resunit::cli {

/// What the program returns to the shell. OptionError is wrong usage, DataError bad data.
enum ExitCode : int {
  kDone = 0,
  kWrongUsage = 1,
  kBadData = 2,
  kNoUsableFit = 3,
  kInterrupted = 130,  // 128 + SIGINT, as shells have it
};

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
