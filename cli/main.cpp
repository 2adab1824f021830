// SPDX-License-Identifier: BSD-3-Clause
// The program `resunit`.
#include "program.hpp"
#include "terminal.hpp"

int main(int argc, char** argv) {
  using namespace resunit::cli;
  install_signal_handlers();
  return run_program(argc, argv, [](const Command& command) { return command.run(); });
}
