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
  Vector held_out;  ///< m, mean squared errors of standardized outputs; NaN if no rows were held out
  int dropped = 0;  ///< number of members that were dropped because their descent failed
};

/// Requires members >= 2. Scales the inputs in `rows` by their relevance; the networks are for unscaled inputs.
Ensemble learn_ensemble(Rows& rows, const EnsembleOptions& options);

/// One network: the penalty is selected on a held-out fifth of the rows, then the descent continues on all rows. With
/// fewer than ten rows the penalty is fixed.
Ensemble learn_single(Rows& rows, const EnsembleOptions& options);

}  // namespace resunit::regression
