// SPDX-License-Identifier: BSD-3-Clause
// One member: minimization of the loss at increasing penalties, each started from the previous minimum. (With
// decreasing penalties most hidden neurons would be zero at the beginning and stay zero.)
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "tables/member/lbfgs.hpp"
#include "tables/member/loss.hpp"
#include "tables/member/progress_ticker.hpp"

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
  /// Starts from greedily chosen hinges.
  Path(const Rows& rows, const PathTask& task, ProgressTicker& ticker);
  /// Starts from a network.
  Path(const Rows& rows, const PathTask& task, const Network& start, ProgressTicker& ticker);

  /// Changes the penalty; the descent continues from the current weights.
  void set_penalty(double lambda);

  /// Takes at most `steps` steps; false if the descent has converged.
  bool descend(int steps);

  Network network() const;

 private:
  const Rows& rows_;
  Index width_;
  ProgressTicker& ticker_;
  Loss loss_;
  Vector weights_;
  std::unique_ptr<Lbfgs> descent_;
};

}  // namespace resunit::regression
