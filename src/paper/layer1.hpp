// SPDX-License-Identifier: BSD-3-Clause
// Layer 1: from inputs and hidden outputs h = (A x)^+ to A, by one convex program per row.
//     X a_j <= h_j,  solved by every k a_j*, 0 <= k <= 1;  the rescale then removes k                         (layer 1)
// Paper: alg:preReLU-TLRN-QP-Layer1. a = 0 is always a solution, so the programs are those that return an interior
// point: the center (R0) of the feasible set, or a point (Rmu) on the central path.
#pragma once

#include <vector>

#include "resunit/row.hpp"

namespace resunit {

struct Layer1Options {
  RowProgram program = RowProgram::center;  ///< center or central_path
  bool nonnegative = false;                 ///< also A >= 0
  Rescale rescale = Rescale::paper;
  RowOptions rows = {};
  int threads = 0;
  Progress progress = {};
};

struct Layer1 {
  RowsResult rows;             ///< the solutions, before the rescale
  Vector k;                    ///< d, the scale factors; 0 for rows without a positive factor, where A is 0
  std::vector<bool> unscaled;  ///< d, true if k = 0 although the neuron is active
  Matrix A;                    ///< d x d
};

/// X is n x d, H is d x n with H >= 0.
Layer1 learn_layer1(const MatrixView& X, const MatrixView& H, const Layer1Options& options);

/// The factors k of the regression of u = X a on h over the samples that `rescale` selects, from sums over samples that
/// may be added in parts:
///     u = k h,   k = sum h u / sum h^2                                                                (layer 1, scale)
/// Paper: thm:rescale-layer1 and line 5 of the algorithm.
class RescaleSums {
 public:
  explicit RescaleSums(Index rows);

  /// U and H have one row per neuron and one column per sample.
  void add(const MatrixView& U, const MatrixView& H, Rescale rescale);
  RescaleSums& operator+=(const RescaleSums& other);

  /// 0 if h is zero on all selected samples.
  double factor(Index j) const;

 private:
  Eigen::ArrayXd hh_, hu_;
};

/// Divides the rows of `layer.rows.C` by their factors, and clamps them to A >= 0 if `nonnegative`.
void rescale_rows(const RescaleSums& sums, const std::vector<bool>& active, bool nonnegative, Layer1& layer);

}  // namespace resunit
