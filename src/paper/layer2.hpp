// SPDX-License-Identifier: BSD-3-Clause
// Layer 2: from samples to B and to the outputs of the hidden neurons, by one convex program per row of the left
// inverse C of B.
//     C y = (A x)^+ + x,   C B = I                                                                            (layer 2)
//     row j of C:  Y c_j >= x_j,  with equality on the samples where neuron j is inactive
// Paper: alg:preReLU-TLRN-QP-Layer2-general, for m >= d and Y of any rank.
#pragma once

#include <vector>

#include "resunit/row.hpp"
#include "resunit/samples.hpp"

namespace resunit {

struct Layer2Options {
  RowProgram program = RowProgram::least_squares;
  double scale_tolerance = 0.1;  ///< see FitOptions
  RowOptions rows = {};
  int threads = 0;
  Progress progress = {};
};

struct Layer2 {
  RowsResult rows;               ///< the solutions, before the rescale
  Vector k;                      ///< d, the scale factors by which the rows of C were divided
  std::vector<bool> scale_rows;  ///< d, true if k is from the regression
  Matrix C;                      ///< d x m, left inverse of B
  Matrix B;                      ///< m x d
  Matrix H;                      ///< d x n, the estimate of (A x_i)^+, row j for neuron j; empty out of core
};

/// B, C and H are empty if rank Y < d or a row is infeasible.
Layer2 learn_layer2(const Samples& samples, const Layer2Options& options);

/// The factor of a scale row, by regression of the image (C y)_j on x_j over the samples with x_j < 0,
///     image = k x,                                                                                    (layer 2, scale)
/// if the residual sum of squares is at most `tolerance` times the sum of x^2; otherwise k = 1.
/// Paper: alg:preReLU-TLRN-QP-Layer2-rescale. Reason (thm:scale-factor-layer2-general): if a_j = alpha e_j, every
/// minimizer c of row j has c y = k x_j for x_j < 0, with 1/(1 + alpha) <= k <= 1.
/// For finitely many samples the minimizers are only near that segment: the relative residual sum of squares is 1e-30
/// to 0.3 for scale rows and at least 0.9 for other rows (d = 16, n = 512). Rows that were solved exactly are
/// recognized by their ties instead (docs/results.md, "Scale rows").
struct ScaleFactor {
  double k = 1;
  bool is_scale_row = false;
};

/// The factors of all rows, from sums over the samples with x_j < 0, which may be added in parts.
class ScaleSums {
 public:
  explicit ScaleSums(Index inputs);

  /// The images (C y)_j are samples x d, like X; `zero` is that of zero_tolerance.
  void add(const MatrixView& images, const MatrixView& X, const Vector& zero);
  ScaleSums& operator+=(const ScaleSums& other);

  ScaleFactor factor(Index j, double tolerance) const;

 private:
  Eigen::ArrayXd negative_, ties_;  ///< the number of samples with x_j < 0, and of those with image = x_j as well
  Eigen::ArrayXd xx_, xi_, ii_;     ///< sums of x^2, x image, image^2
};

/// Sets the factors k and the scale rows of a layer, and divides the rows of its C by them.
void divide_by_factors(const ScaleSums& sums, double tolerance, Layer2& layer);

/// True if at least one row is infeasible. (RowsResult::status() is the worst status, which may be that of another row.)
bool has_infeasible_row(const RowsResult& rows);

/// Differences between an image and x_j up to this count as zero, given the norms of the columns of X over n samples:
/// an inactive neuron must not count as active because of a rounding error of 1e-15.
Vector zero_tolerance(const Vector& column_lengths, Index n);

/// The hidden outputs (A x)^+ = image - x of rows [first, first + images.rows()), rows x samples, clamped to zero if
/// noise or rounding makes them negative.
/// Differs from the paper: in its noisy LP, xi = C y - x may be negative. Clamped outputs reproduce its noise figure
/// more closely (docs/results.md).
Matrix hidden_outputs(Matrix images, const MatrixView& X, Index first, const Vector& zero);

/// B by regression of the rows of Y on those of `hidden`, C y (n x d), never by inverting C, which may be
/// ill-conditioned or not square. Columns are scaled to similar norms; otherwise a small one would count as a linear
/// combination of the others.
Matrix regress_layer2(const Matrix& hidden, const MatrixView& Y);

}  // namespace resunit
