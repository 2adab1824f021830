// SPDX-License-Identifier: BSD-3-Clause
// Messages for command lines that do not parse.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace resunit::cli {

/// The parser's message or, for an unknown word, that word and the most similar known one.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error);

/// " Did you mean ...?", or an empty text if every known word differs in more than half of its letters, or in all of
/// them. Upper and lower case count as the same letter.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace resunit::cli
