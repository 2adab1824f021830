// SPDX-License-Identifier: BSD-3-Clause
// Noiseless samples of a unit as linear spaces.
//     span Y contains r_j = x_j + (X a_j)^+ for every row j, for any signs of A and any scale of B        (spans)
// so a row is found by searching for x_j + (X a)^+ in span Y, and certified if it lies there on more samples than it
// has weights.
#pragma once

#include <limits>

#include "exact/tolerances.hpp"
#include "linalg/basis.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// A set of samples in orthonormal coordinates: an activation is u = W b, and r = x_j + u^+ lies in span Y if
/// (I - ZZ') r = 0.
struct Spans {
  Matrix X;   ///< n x d, columns of unit rms
  Matrix Z;   ///< n x r, orthonormal basis of span Y
  Matrix W;   ///< n x rho, orthonormal basis of span X
  Matrix PX;  ///< n x d, (I - ZZ') X

  Index count() const { return X.rows(); }
};

/// The samples of exact identification, and their spans.
struct ExactProblem {
  /// In the caller's scale, without zero inputs, one sample per direction (units are positively homogeneous).
  Dataset samples;
  Vector scale;                  ///< d, rms of the columns of X; 1 for zero columns
  Basis inputs;                  ///< of X / scale: W, and its transformation to weights
  Basis outputs;                 ///< of Y: Z, and its transformation to C
  Spans working_set;             ///< of `samples`
  Spans search_subset;           ///< of a random subset of `samples`, on which the searches run
  Matrix subset_to_working_set;  ///< rho x rho: activation W b on the subset is W (this b) on the working set
  Bias bias = Bias::none;        ///< with a bias, the last input and the last output are the constant
  bool has_ties = false;  ///< a column of X has 2 to 0.9 n distinct values (on 256 samples): integer, sparse or rounded

  /// The row of the constant, which has a = 0 by definition: it is certified, but no evidence.
  bool is_bias_row(Index j) const { return bias != Bias::none && j == inputs_count() - 1; }
  Index inputs_count() const { return scale.size(); }
  Index rank_inputs() const { return inputs.rank(); }
  Index rank_outputs() const { return outputs.rank(); }
  /// The largest row_residual that may be rounding error: that of the outputs is amplified by their condition number.
  double rounding() const { return kSpanRounding * std::numeric_limits<double>::epsilon() * outputs.condition; }
};

/// `searched` is the size of the search subset. If rank Y < d, no row can be found, and the spans are empty.
ExactProblem make_problem(Dataset samples, Index searched, std::uint64_t seed);

}  // namespace resunit
