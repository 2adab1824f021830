// SPDX-License-Identifier: BSD-3-Clause
// The memory limit of a file: half of the machine's memory for its bytes, and half for its numbers, which may take four
// times as much ("0,1").
#pragma once

#include <cstdint>
#include <string>

namespace resunit {

/// Half of this machine's memory, in bytes.
std::uint64_t half_of_memory();

/// Throws DataError "cannot read FILE: ..." if `bytes` exceed half of the memory.
void require_memory(const std::string& file, std::uint64_t bytes);

}  // namespace resunit
