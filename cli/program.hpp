// SPDX-License-Identifier: BSD-3-Clause
// The program: parses the command line, runs one command, and turns every error into a message on standard error and an
// exit code. Without arguments it prints its help.
#pragma once

#include <functional>

#include "commands.hpp"

namespace resunit::cli {

/// Called with the command on the command line after parsing.
using Run = std::function<ExitCode(const Command&)>;

ExitCode run_program(int argc, const char* const* argv, const Run& run);

}  // namespace resunit::cli
