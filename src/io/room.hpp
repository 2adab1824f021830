// What a file may take of the memory: half for its bytes, and half for the numbers in them, which may take four times
// as much ("0,1").
#pragma once

#include <cstdint>
#include <string>

namespace resunit {

/// Throws DataError "cannot read FILE: ..." where `bytes` are more than half of the memory.
void require_room(const std::string& file, std::uint64_t bytes);

}  // namespace resunit
