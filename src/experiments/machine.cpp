// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/machine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>
#include <vector>

#include "experiments/extent.hpp"

namespace resunit::experiments {
namespace {

std::string content_of(const char* file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string trimmed(const std::string& text) {
  constexpr const char* kSurrounding = " \t\"";
  const std::size_t first = text.find_first_not_of(kSurrounding);
  return first == std::string::npos ? std::string()
                                    : text.substr(first, text.find_last_not_of(kSurrounding) - first + 1);
}

}  // namespace

std::string value_of_key(const std::string& text, const std::string& key, char separator) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t at = line.find(separator); line.starts_with(key) && at != std::string::npos)
      return trimmed(line.substr(at + 1));
  return {};
}

std::string machine_text() {
  std::vector<std::string> parts = {value_of_key(content_of("/proc/cpuinfo"), "model name", ':'),
                                    counted(std::thread::hardware_concurrency(), "core"),
                                    value_of_key(content_of("/etc/os-release"), "PRETTY_NAME", '=')};
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace resunit::experiments
