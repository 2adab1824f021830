// SPDX-License-Identifier: BSD-3-Clause
// The program `resunit`.
#include "program.hpp"
#include "terminal.hpp"

int main(int argc, char** argv) {
  using namespace resunit::cli;
  watch_signals();
  return run_program(argc, argv, [](const Command& command) { return command.run(); });
}
