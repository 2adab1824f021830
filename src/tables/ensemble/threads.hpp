// SPDX-License-Identifier: BSD-3-Clause
// The division of threads. Results do not depend on it.
#pragma once

#include "parallel/parallel_for.hpp"
#include "tables/data/network.hpp"

namespace resunit::regression {

/// Number of rows from which threads divide the rows of a member, so that a member ends soon and can be cancelled; with
/// fewer rows they divide members.
inline constexpr Index kManyRows = 40000;

struct Threads {
  int on_members = 1;
  int on_rows = 1;

  Threads(Index rows, int threads) { (rows < kManyRows ? on_members : on_rows) = thread_count(threads); }
};

}  // namespace resunit::regression
