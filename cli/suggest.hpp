// SPDX-License-Identifier: BSD-3-Clause
// What to say to a command line that does not parse.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace resunit::cli {

/// The parser's message, or for a word that it does not know: the word, and the known one nearest to it.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error);

/// " Did you mean ...?", or nothing if every known word differs in more than half of its letters.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace resunit::cli
