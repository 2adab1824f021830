// SPDX-License-Identifier: BSD-3-Clause
// The program: its command line is parsed, one command runs, and whatever goes wrong becomes a message on standard
// error and an exit code.
#pragma once

#include <functional>

#include "commands.hpp"

namespace resunit::cli {

/// What is done with the command that was asked for.
using Run = std::function<ExitCode(const Command&)>;

ExitCode run_program(int argc, const char* const* argv, const Run& run);

}  // namespace resunit::cli
