// What to say to a command line that does not parse.
#pragma once

#include <CLI/App.hpp>
#include <string>

namespace resunit::cli {

/// The parser's message, or for a word that it does not know: the word, and the known one nearest to it.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error);

}  // namespace resunit::cli
