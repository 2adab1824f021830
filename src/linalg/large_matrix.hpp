// Room for what is computed from many samples again and again, in pages of 2 MB where the system grants them: (R1) at d
// = 100, n = 48000 takes a sixth less time. Not for what is written once: where memory is full of cached files the
// system may take long to find such pages (0.6 s for 256 MB).
#pragma once

#include <sys/mman.h>

#include <cstdint>

#include "resunit/types.hpp"

namespace resunit {

/// Not set to anything.
inline Matrix large_matrix(Index rows, Index columns) {
  constexpr std::uintptr_t kHugePage = 1 << 21;
  Matrix matrix(rows, columns);
#ifdef MADV_HUGEPAGE
  const auto begin = reinterpret_cast<std::uintptr_t>(matrix.data());
  const std::uintptr_t first = (begin + kHugePage - 1) / kHugePage * kHugePage;
  const std::uintptr_t last = (begin + matrix.size() * sizeof(double)) / kHugePage * kHugePage;
  if (first < last) ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);  // a wish: may fail
#endif
  return matrix;
}

}  // namespace resunit
