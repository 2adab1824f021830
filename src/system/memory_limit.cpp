// SPDX-License-Identifier: BSD-3-Clause
#include "system/memory_limit.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <limits>

#include "resunit/error.hpp"

namespace resunit {

std::uint64_t half_of_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), page_size = ::sysconf(_SC_PAGESIZE);
  if (pages < 0 || page_size < 0) return std::numeric_limits<std::uint64_t>::max();  // unknown: no limit
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size) / 2;
}

void require_memory(const std::string& file, std::uint64_t bytes) {
  if (bytes <= half_of_memory()) return;
  throw DataError(fmt::format("cannot read {}: it requires {} MB, more than half of this machine's memory of {} MB",
                              file, bytes >> 20, 2 * half_of_memory() >> 20));
}

}  // namespace resunit
