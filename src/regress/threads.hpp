// Who works where. The result does not depend on it.
#pragma once

#include "parallel/parallel_for.hpp"
#include "regress/network.hpp"

namespace resunit::regression {

/// From so many rows on threads share the rows of a member, so that a member is soon done and can be stopped; below,
/// they share members.
inline constexpr Index kManyRows = 40000;

struct Threads {
  int on_members = 1;
  int on_rows = 1;

  Threads(Index rows, int threads) { (rows < kManyRows ? on_members : on_rows) = thread_count(threads); }
};

}  // namespace resunit::regression
