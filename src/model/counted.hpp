// SPDX-License-Identifier: BSD-3-Clause
// Numbers with their nouns, for messages.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "resunit/types.hpp"

namespace resunit {

/// "1 row", "512 rows"; for nouns whose plural ends in -s.
inline std::string counted(Index count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace resunit
