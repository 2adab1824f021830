// The mean of M networks, each trained without two of M blocks of rows: every row is held out by two members, from
// whose predictions the error of the whole mean can be told.
//     e1: mean square error of a held-out prediction;  e2: of the mean of a row's two
//     e_M = e1 - 2 (1 - 1/M) (e1 - e2),  the error of a mean of M with the same correlation             (G-ensemble)
// The penalty is chosen by e_M: the one that suits a single network would be too large for a mean.
#pragma once

#include <cstdint>
#include <vector>

#include "regress/network.hpp"
#include "resunit/progress.hpp"

namespace resunit::regression {

struct EnsembleOptions {
  int members = 8;
  Index width = 0;  ///< 0: chosen
  std::uint64_t seed = 0;
  int threads = 0;
  Progress progress = {};
};

struct Ensemble {
  std::vector<Network> networks;  ///< of the members that are kept
  Index width = 0;
  double penalty = 0;
  Vector held_out;  ///< m, mean square errors in standard units; NaN if no rows were held out
  int dropped = 0;  ///< members that were left out because they went wrong
};

/// members >= 2. Inputs are left scaled by their relevance; the networks are for unscaled ones.
Ensemble learn_mean(Rows& rows, const EnsembleOptions& options);

/// One network: the penalty is chosen on a fifth of the rows, then the descent goes on with all of them. For fewer than
/// ten rows the penalty is not chosen.
Ensemble learn_single(Rows& rows, const EnsembleOptions& options);

}  // namespace resunit::regression
