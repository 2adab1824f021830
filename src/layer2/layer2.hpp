// Layer 2: from samples to B and to what the hidden neurons give, by one convex program per row of its left inverse C.
//     C y = (A x)^+ + x,  C B = I:    row j of C has  Y c_j >= x_j,  with equality where neuron j is silent (layer 2)
// Paper: alg:preReLU-TLRN-QP-Layer2-general, for m >= d and Y of any rank.
#pragma once

#include <vector>

#include "resunit/row.hpp"
#include "resunit/samples.hpp"

namespace resunit {

struct Layer2Options {
  RowProgram program = RowProgram::least_squares;
  double scale_tolerance = 0.1;  ///< see FitOptions
  RowOptions rows;
};

struct Layer2 {
  RowsResult rows;               ///< as solved, before the rescale
  Vector k;                      ///< d, the scale factors: rows of C were divided by them
  std::vector<bool> scale_rows;  ///< d, where k comes from a regression
  Matrix C;                      ///< d x m, left inverse of B
  Matrix B;                      ///< m x d
  Matrix H;                      ///< d x n, the estimate of (A x_i)^+, row j for neuron j, never negative
};

/// B, C and H are empty where rank Y < d, and where a row is infeasible.
Layer2 learn_layer2(const Samples& samples, const Layer2Options& options);

/// The factor k of  image = k x  over the samples with x < 0 if the regression leaves at most `tolerance` of the
/// squares of x there, else 1. Paper: alg:preReLU-TLRN-QP-Layer2-rescale; thm:scale-factor-layer2-general says why:
/// where a_j = alpha e_j, every minimiser c of row j has c y = k x_j for x_j < 0, with 1/(1 + alpha) <= k <= 1. (layer
/// 2, scale) On samples the minimisers only surround that segment, and the regression leaves 1e-30 to 0.3 of the
/// squares, on other rows 0.9 and more (d = 16, n = 512); rows solved exactly are known by their ties instead
/// (docs/results.md, "Scale rows").
struct ScaleFactor {
  double k = 1;
  bool is_scale_row = false;
};
ScaleFactor layer2_scale(const Vector& image, const Vector& x, double tolerance);

}  // namespace resunit
