#include "io/room.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "resunit/error.hpp"
#include "resunit/io.hpp"

namespace resunit {

std::uint64_t half_of_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) /
         2;
}

void require_room(const std::string& file, std::uint64_t bytes) {
  if (bytes <= half_of_memory()) return;
  throw DataError(fmt::format("cannot read {}: more than half of this machine's memory of {} MB", file,
                              2 * half_of_memory() >> 20));
}

}  // namespace resunit
