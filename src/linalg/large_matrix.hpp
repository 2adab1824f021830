// Room for many samples, from pages of 2 MB where the system grants them: the first touch of a large matrix in pages of
// 4 kB costs more than a pass of arithmetic over it (0.5 s a GB, against 0.06 s to write it).
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
