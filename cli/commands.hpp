// SPDX-License-Identifier: BSD-3-Clause
// The commands, one namespace each: `add` adds a command with its arguments to the program and returns the function to
// run after parsing.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "terminal.hpp"

namespace resunit::cli {

/// The program's exit codes. An OptionError is wrong usage, a DataError is bad data.
enum ExitCode : int {
  kDone = 0,
  kWrongUsage = 1,
  kBadData = 2,
  kNoUsableFit = 3,
  kEndedBySignal = 128,  // plus the signal's number, as in shells: 130 after Ctrl-C
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
namespace extract_command {
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
