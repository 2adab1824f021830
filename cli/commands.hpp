// SPDX-License-Identifier: BSD-3-Clause
// The commands, a namespace each: `add` adds its arguments to the program and returns what to run once they are parsed.
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

namespace generate_command {
Command add(CLI::App& program);
}
namespace fit_command {
Command add(CLI::App& program);
}
namespace regress_command {
Command add(CLI::App& program);
}
namespace predict_command {
Command add(CLI::App& program);
}
namespace evaluate_command {
Command add(CLI::App& program);
}
namespace inspect_command {
Command add(CLI::App& program);
}
namespace diagnose_command {
Command add(CLI::App& program);
}
namespace reproduce_command {
Command add(CLI::App& program);
}

}  // namespace resunit::cli
