// SPDX-License-Identifier: BSD-3-Clause
// The mean of M networks, each trained without two of M blocks of rows: every row is held out by two members, whose
// predictions give an estimate of the error of the mean.
//     e1: mean squared error of a held-out prediction;   e2: of the mean of the two predictions of a row
//     e_M = e1 - 2 (1 - 1/M) (e1 - e2),   the error of a mean of M with the same correlation               (G-ensemble)
// The penalty is selected by e_M: the best penalty of a single network would be too large for a mean.
#pragma once

#include <cstdint>
#include <vector>

#include "resunit/progress.hpp"
#include "tables/data/blocks.hpp"
#include "tables/data/network.hpp"

namespace resunit::regression {

struct EnsembleOptions {
  int members = 8;
  Index width = 0;  ///< 0: selected on held-out rows
  std::uint64_t seed = 0;
  int threads = 0;
  Progress progress = {};
};

struct Ensemble {
  std::vector<Network> networks;  ///< those that were not dropped
  Index width = 0;
  double penalty = 0;
  Vector held_out;         ///< m, mean squared errors of standardized outputs; NaN if no rows were held out
  Vector held_out_stderr;  ///< m, their standard errors if rows are independent
  int dropped = 0;         ///< number of members that were dropped because their descent failed
};

inline constexpr Index kMinBlocks = 5;     ///< of an ensemble
inline constexpr Index kSingleBlocks = 5;  ///< of a single network

/// Requires members >= 2 and at least max(members, kMinBlocks) blocks. Scales the inputs in `rows` by their relevance;
/// the networks are for unscaled inputs.
Ensemble learn_ensemble(Rows& rows, const Blocks& blocks, const EnsembleOptions& options);

/// One network: the penalty is selected on the last block, then the descent continues on all rows. With one block, no
/// rows are held out, and the penalty is fixed.
Ensemble learn_single(Rows& rows, const Blocks& blocks, const EnsembleOptions& options);

}  // namespace resunit::regression
