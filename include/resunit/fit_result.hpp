// SPDX-License-Identifier: BSD-3-Clause
// What is known of a fit: the weights, their status, certificate and uncertainty.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resunit/certificate.hpp"
#include "resunit/fit_options.hpp"
#include "resunit/unit.hpp"

namespace resunit {

enum class RowStatus {
  not_run,
  solved,           ///< optimality <= RowOptions::tolerance
  iteration_limit,  ///< iterations = RowOptions::max_iterations, optimality > tolerance
  infeasible,  ///< (R0): every c has F_i c < t_i - tau rms(t) for some i, tau = max(tolerance / 10, 16 eps condition)
  stalled,     ///< no step improves the iterate any more, optimality > tolerance
};
RESUNIT_API std::string_view to_string(RowStatus status);

/// How the convex program of one row ended.
struct RowReport {
  RowStatus status = RowStatus::not_run;
  int iterations = 0;
  double objective = 0;   ///< of (R1), (R2) or (Rmu); for (R0) the largest violation max_i (t_i - F_i c)^+
  double optimality = 0;  ///< relative optimality residual; each program's file says which
};

enum class FitStatus {
  not_run,
  solved,              ///< every convex program (or regression) was solved to its tolerance;
                       ///< exact: the certificate holds
                       ///< noisy: the loss is at most the bound expected for a true unit, and there is no lack of fit
                       ///< sgd: training_loss <= rows.tolerance * 1/2n sum |y|^2
  suspect,             ///< noisy: loss > expected bound (a better minimum may exist), or lack of fit with p < 1e-4
  inexact,             ///< a unit was found, but see `warnings`: some program stopped before its tolerance
  undetermined,        ///< exact: fits every sample to 1e-8 of |Y|, but some row is not certified
  not_exact,           ///< exact: no unit found that fits every sample to 1e-8 of |Y|
  infeasible,          ///< lp: some row has no C with C y >= x; the samples are noisy, or not of a unit
  rank_deficient,      ///< rank Y < d: the samples do not identify a left inverse of B
                       ///< lr: the all-negative or all-positive inputs, or B, have rank < d; noisy: rank X < d
  too_few_samples,     ///< noisy: n < 6 d, or n <= m
  too_few_one_signed,  ///< lr: fewer than d all-negative inputs in the first half, or all-positive ones in the second
  diverged,            ///< sgd: the loss is no longer finite; any method: weights
                       ///< beyond kLargestMagnitude, or B = 0 though Y is not
};
RESUNIT_API std::string_view to_string(FitStatus status);

/// Does the model fit at all? Each fact is next to the limit that turns it into a warning.
struct LackOfFit {
  double F = 0;                ///< of the unit against y = V|Ux| + Wx, which contains it
  double p_value = 1;          ///< of F; misfit where below 1e-4
  double linear_p_value = 0;   ///< of y = Wx against the unit; linear where above 1e-4
  double held_out_r2 = 0;      ///< on a fifth of the samples, the rest refitted; no_signal where <= 0
  double median_row_of_A = 0;  ///< median |a_j| for inputs of unit rms; skip_not_identified where above 100
  bool misfit = false;
  bool linear = false;
  bool no_signal = false;
  bool skip_not_identified = false;  ///< x is negligible compared with (A x)^+: a plain ReLU layer, whose scale is free
};

/// How the estimates vary, for inputs and outputs divided by these scales (src/noise/inference/uncertainty.hpp):
///     dB_l = beta_l - sum_j B_lj N_j da_j,   N_j = (R'R)^-1 R'Z_j,   beta_l = (R'R)^-1 R'noise_l
struct Covariance {
  Vector input_scale;              ///< d
  Vector output_scale;             ///< m
  Matrix A;                        ///< d^2 x d^2, of the rows of A one after the other; empty: not computed
  Matrix N;                        ///< d x d^2
  std::vector<Matrix> beta;        ///< m matrices d x d
  std::vector<Matrix> A_and_beta;  ///< m matrices d^2 x d; empty: zero
};

/// How far a fit under noise can be trusted.
struct Uncertainty {
  double noise_std = 0;           ///< sqrt(tr noise_covariance / m)
  double degrees_of_freedom = 0;  ///< nm - d^2 - md
  Matrix noise_covariance;        ///< m x m, of the outputs' noise
  bool reweighted = false;        ///< outputs were weighted by the inverse of noise_covariance
  Matrix A_stderr;                ///< d x d; empty where covariance.A is
  Matrix B_stderr;                ///< m x d
  Covariance covariance;
  LackOfFit lack_of_fit;
};

/// One point of a learning curve.
struct CurvePoint {
  int epoch = 0;  ///< epochs completed
  double seconds = 0;
  double loss = 0;  ///< training loss, 1/2n sum |yhat - y|^2
};

/// All that is known of a fit. Starts as "not run" and is complete on every path.
struct Fit {
  Unit unit;                          ///< empty unless usable()
  Method method = Method::automatic;  ///< the one that was used, never automatic after a run
  FitStatus status = FitStatus::not_run;
  std::string reason;                 ///< one sentence behind the status, with its numbers
  std::string choice;                 ///< automatic: why this method was selected
  std::vector<std::string> warnings;  ///< what a user should know before trusting the weights
  double training_loss = 0;           ///< 1/2n sum |yhat - y|^2
  Certificate certificate;  ///< what is certified; scale rows also by qp, lp and lp-noisy, as layer 2 found them
  Uncertainty uncertainty;  ///< of noisy
  std::vector<RowReport> layer2_rows;  ///< of qp, lp, lp-noisy
  std::vector<RowReport> layer1_rows;
  std::vector<CurvePoint> curve;                        ///< of sgd
  std::vector<std::pair<std::string, double>> seconds;  ///< wall time by stage, in order
  int passes = 0;  ///< over the files, where they were learned from out of core; 0: the samples were in memory

  /// Is there a unit that can be used?
  [[nodiscard]] bool usable() const {
    return status == FitStatus::solved || status == FitStatus::suspect || status == FitStatus::inexact ||
           status == FitStatus::undetermined;
  }
  [[nodiscard]] RESUNIT_API std::string brief() const;  ///< one line
  [[nodiscard]] RESUNIT_API std::string full() const;   ///< a paragraph with statuses, warnings and times
};

/// The fitted unit's outputs for each row of X: n x m. Throws DataError unless the fit is usable and X has its inputs.
[[nodiscard]] RESUNIT_API Matrix predict(const Fit& fit, const MatrixView& X, int threads = 1);

}  // namespace resunit
