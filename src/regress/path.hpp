// One member: a descent along growing penalties, each started from the end of the one before. (Descending penalties
// would begin where most units are zero, and those never come back.)
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "regress/lbfgs.hpp"
#include "regress/loss.hpp"
#include "regress/watch.hpp"

namespace resunit::regression {

inline constexpr std::array kPenalties = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 3e-1};

struct PathTask {
  Spans training;
  Index width = 0;
  std::uint64_t seed = 0;
  int threads = 1;
};

class Path {
 public:
  /// Starts at hinges chosen greedily.
  Path(const Rows& rows, const PathTask& task, Watch& watch);
  /// Starts at a network.
  Path(const Rows& rows, const PathTask& task, const Network& start, Watch& watch);

  /// Changes the penalty; the descent goes on from where it is.
  void set_penalty(double lambda);

  /// Up to so many steps; false once they lead no further.
  bool descend(int steps);

  Network network() const;

 private:
  const Rows& rows_;
  Index width_;
  Watch& watch_;
  Loss loss_;
  Vector weights_;
  std::unique_ptr<Lbfgs> descent_;
};

}  // namespace resunit::regression
