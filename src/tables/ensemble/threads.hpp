// SPDX-License-Identifier: BSD-3-Clause
// Division of the threads between members and rows. Results do not depend on it.
#pragma once

#include "parallel/parallel_for.hpp"
#include "tables/data/network.hpp"

namespace resunit::regression {

/// From this number of rows on, threads divide the rows of one member, so that a fit can be cancelled quickly; with
/// fewer rows they divide the members.
inline constexpr Index kManyRows = 40000;

struct Threads {
  int on_members = 1;
  int on_rows = 1;

  Threads(Index rows, int threads) { (rows < kManyRows ? on_members : on_rows) = thread_count(threads); }
};

}  // namespace resunit::regression
