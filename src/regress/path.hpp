// One member: a descent along growing penalties, each started from the end of the one before. (Descending penalties
// would begin where most units are zero, and those never come back.)
#pragma once

#include <array>
#include <cstdint>

#include "regress/network.hpp"
#include "regress/watch.hpp"

namespace resunit::regression {

inline constexpr std::array kPenalties = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2};
inline constexpr int kFirstIterations = 50;
inline constexpr int kNextIterations = 25;

/// Evaluations that a whole path takes, about.
inline constexpr Index kPathTicks = kFirstIterations + kNextIterations * (kPenalties.size() - 1);

struct PathTask {
  Spans training;
  Index width = 0;
  std::size_t stop = kPenalties.size();  ///< how many penalties
  std::uint64_t seed = 0;
  int threads = 1;
};

/// The networks at the first `stop` penalties.
std::vector<Network> follow_path(const Rows& rows, const PathTask& task, Watch& watch);

}  // namespace resunit::regression
