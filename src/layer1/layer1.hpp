// Layer 1: from inputs and hidden outputs h = (A x)^+ to A, by one convex program per row.
//     X a_j <= h_j,  solved by every k a_j*, 0 <= k <= 1;  then the rescale undoes k (layer 1)
// Paper: alg:preReLU-TLRN-QP-Layer1. a = 0 is always a solution, so the programs are those that return a point inside:
// the centre (R0) of the feasible set, or a point (Rmu) on the central path.
#pragma once

#include <vector>

#include "resunit/fit.hpp"
#include "resunit/row.hpp"

namespace resunit {

struct Layer1Options {
  RowProgram program = RowProgram::centre;  ///< centre or central_path
  bool nonnegative = false;                 ///< also A >= 0
  Rescale rescale = Rescale::paper;
  RowOptions rows;
};

struct Layer1 {
  RowsResult rows;  ///< as solved, before the rescale
  Vector k;         ///< d, the scale factors; 0 where no scale makes sense (a silent neuron), and A is 0 there
  Matrix A;         ///< d x d
};

/// X is n x d, H is d x n with H >= 0.
Layer1 learn_layer1(const MatrixView& X, const MatrixView& H, const Layer1Options& options);

/// The factor k of  u = k h  by regression over the samples that `rescale` names, u = X a.
/// Paper: thm:rescale-layer1 and line 5 of the algorithm.                                                     (layer 1,
/// scale)
double layer1_scale(const Vector& u, const Vector& h, Rescale rescale);

}  // namespace resunit
