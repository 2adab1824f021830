// SPDX-License-Identifier: BSD-3-Clause
// Conditions of the fuzz targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace resunit::fuzz {

/// Aborts if the condition is false; the fuzzer then saves the input as a finding.
inline void require(bool condition) {
  if (!condition) std::abort();
}

/// The input of the fuzzer as text.
inline std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace resunit::fuzz
