// SPDX-License-Identifier: BSD-3-Clause
// What a fuzz target may expect; broken, it ends the run and the input is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace resunit::fuzz {

inline void promise(bool kept) {
  if (!kept) std::abort();
}

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace resunit::fuzz
