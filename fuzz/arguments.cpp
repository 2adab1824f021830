// SPDX-License-Identifier: BSD-3-Clause
// Arbitrary words as the command line, one word per line: parsed and validated as by the program, but no command runs.
#include <vector>

#include "program.hpp"
#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace resunit;
  std::vector<std::string> words = {"resunit"};
  for (std::string_view rest = fuzz::text(data, size); !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  const auto run_nothing = [](const cli::Command&) { return cli::kDone; };
  const cli::ExitCode code = cli::run_program(static_cast<int>(argv.size()), argv.data(), run_nothing);
  fuzz::require(code == cli::kDone || code == cli::kWrongUsage);
  return 0;
}
