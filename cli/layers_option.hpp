// SPDX-License-Identifier: BSD-3-Clause
// --layers L|auto: the number of weight matrices.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "resunit/types.hpp"

namespace resunit::cli {

inline constexpr const char* kAutomaticLayers = "auto";

/// For a validator: empty if the text is "auto" or a number of at least 2.
inline std::string layers_error(const std::string& text) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool is_number = !text.empty() && text.size() <= 3 && std::all_of(text.begin(), text.end(), is_digit);
  if (text == kAutomaticLayers || (is_number && text.front() != '0' && text != "1")) return "";
  return fmt::format("'{}' given, expected auto or a number of at least 2", text);
}

/// 0 for "auto".
inline Index layers_of(const std::string& text) {
  return text == kAutomaticLayers ? 0 : std::stoi(text);
}

}  // namespace resunit::cli
