// SPDX-License-Identifier: BSD-3-Clause
// Noiseless samples of a unit, seen as spaces.
//     span Y contains r_j = x_j + (X a_j)^+ for every row j, whatever the signs of A and the size of B (spans)
// so a row is found by looking for x_j + (X a)^+ in span Y, and proved by its being there on more samples than it has
// weights.
#pragma once

#include "linalg/basis.hpp"
#include "resunit/samples.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// Some samples in orthonormal coordinates: an activation is u = W b, and r = x_j + u^+ lies in span Y where (I - ZZ')
/// r = 0.
struct Spans {
  Matrix X;   ///< n x d, columns of unit rms
  Matrix Z;   ///< n x r, orthonormal basis of span Y
  Matrix W;   ///< n x rho, orthonormal basis of span X
  Matrix PX;  ///< n x d, (I - ZZ') X

  Index count() const { return X.rows(); }
};

/// What the search works with.
struct ExactProblem {
  Dataset
      samples;   ///< in the caller's units: no zero inputs, one sample per direction (units are positively homogeneous)
  Vector scale;  ///< d, rms of the columns of X; 1 for zero columns
  Basis inputs;  ///< of X / scale: W, and the way back to weights
  Basis outputs;                 ///< of Y: Z, and the way back to C
  Spans working_set;             ///< of `samples`
  Spans search_subset;           ///< of a random part of them, enough to search on
  Matrix subset_to_working_set;  ///< rho x rho: W b of the subset continues as W (this b) of the working set
  bool bias = false;             ///< the last input is the constant of a bias, whose row has a = 0 by definition
  bool has_ties = false;  ///< some column of X takes 2 to 0.9 n values (on 256 samples): integers, sparse or rounded

  Index inputs_count() const { return scale.size(); }
  Index rank_inputs() const { return inputs.rank(); }
  Index rank_outputs() const { return outputs.rank(); }
};

/// `searched` is the number of samples to search on. Without spans where Y has rank below d: there is nothing to find.
ExactProblem make_problem(Dataset samples, Index searched, std::uint64_t seed);

}  // namespace resunit
