// SPDX-License-Identifier: BSD-3-Clause
// The result of a fit: the weights, their status, certificate and uncertainty.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resunit/certificate.hpp"
#include "resunit/columns.hpp"
#include "resunit/fit_options.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// The outcome of the convex program of one row.
enum class RowStatus {
  not_run,          ///< no program was solved
  solved,           ///< optimality <= RowOptions::tolerance
  iteration_limit,  ///< iterations = RowOptions::max_iterations, optimality > tolerance
  infeasible,       ///< (R0): every c has F_i c < t_i - tau rms(t) for some i,
                    ///< tau = max(tolerance / 10, 16 epsilon condition)
  stalled,          ///< no step improves the iterate, optimality > tolerance
};
RESUNIT_API std::string_view to_string(RowStatus status);

/// The report of the convex program of one row.
struct RowReport {
  RowStatus status = RowStatus::not_run;
  int iterations = 0;     ///< number of Newton steps
  double objective = 0;   ///< objective of (R1), (R2) or (Rmu); for (R0) the largest violation max_i (t_i - F_i c)^+
  double optimality = 0;  ///< relative optimality residual, defined at the head of each program's file in src/row
};

/// The outcome of a fit.
enum class FitStatus {
  not_run,  ///< no method was run
  solved,   ///< qp, lp, lp-noisy, lr: every convex program (or regression) was solved to its tolerance
            ///< exact: the certificate holds
            ///< noisy: loss <= expected bound, and no lack of fit (p >= 1e-4)
            ///< sgd: training_loss <= rows.tolerance * 1/2n sum |y|^2
  suspect,  ///< noisy: loss > expected bound (a better minimum may exist), lack of fit with p < 1e-4, held-out
            ///< R2 <= 0, median |a_j| > 100, standard errors > |a_j| in most rows, a unit that describes half of
  ///< the samples with less than half of the noise (src/noise/inference/majority.hpp), fewer than d + 2 samples on one side of a kink, weights that are
  ///< not identifiable, fewer than 6 d distinct directions of x; auto: most, but not all, rows fit
  ///< to rounding error; any method: loss > 1.05 times that of linear regression, loss > that of
  ///< the zero map, or a few outliers carry more than half of the loss
  inexact,             ///< a unit was found, but a program stopped before it reached its tolerance: see `warnings`
  undetermined,        ///< exact: relative residual <= 1e-8, but at least one row is not certified
  not_exact,           ///< exact: no unit with relative residual <= 1e-8 was found
  infeasible,          ///< lp: a row has no C_j with C_j y >= x_j for all samples (noise, or no unit)
  rank_deficient,      ///< rank Y < d: the samples do not identify a left inverse of B
                       ///< lr: the all-negative inputs, the all-positive inputs or B have rank < d; noisy: rank X < d
  too_few_samples,     ///< noisy: n < 6 d, or n <= m; exact, qp, lp, lp-noisy: n < d
  too_few_one_signed,  ///< lr: fewer than d all-negative inputs in the first half, or all-positive ones in the second
  unrelated,           ///< any method: no evidence that y depends on x (p > 0.01, src/noise/inference/dependence.hpp)
  diverged,            ///< sgd: the loss is not finite; any method: a weight exceeds
                       ///< kLargestMagnitude, or B = 0 although Y is not
};
RESUNIT_API std::string_view to_string(FitStatus status);

/// What to change if a fit is inadequate.
enum class Remedy {
  none,             ///< the fit is adequate, or no remedy is known
  automatic,        ///< select the method automatically
  robust,           ///< NoisyOptions::robust
  bias_layer1,      ///< a bias in layer 1
  bias_both,        ///< biases in both layers
  remove_outliers,  ///< check the samples Fit::outliers, or remove them
  match_rows,       ///< bring the rows of X and Y into the same order
  add_samples,      ///< `resunit diagnose` reports how many are required
  drop_columns,     ///< fit the linearly independent inputs Fit::independent_inputs only
  regress,          ///< no unit with d neurons describes the samples: predict them by regression
};
RESUNIT_API std::string_view to_string(Remedy remedy);  ///< "none", "auto", "robust", "bias layer1", ...

/// Tests of the model itself, for method noisy. Each comment gives the limit at which a warning follows.
struct LackOfFit {
  double F = 0;                 ///< F statistic of the unit against y = V|Ux| + Wx, which contains it
  double p_value = 1;           ///< p-value of F; misfit if < 1e-4
  double residual_p_value = 1;  ///< p-value of independence of the residuals from x; misfit if < 1e-4
  double linear_p_value = 0;    ///< p-value of y = Wx against the unit; linear if > 1e-4
  double held_out_r2 = 0;       ///< R^2 on a held-out fifth of the samples, refitted on the others; no_signal if <= 0
  double median_row_of_A = 0;   ///< median |a_j| for standardized inputs; skip_not_identified if > 100
  bool misfit = false;          ///< lack of fit: a unit does not describe the samples
  bool linear = false;          ///< a linear model fits equally well
  bool no_signal = false;       ///< predictions are no better than the mean
  bool skip_not_identified = false;  ///< x is negligible compared with (A x)^+, so that the scale is not identifiable
};

/// Covariance of the estimates, for inputs and outputs divided by their scales (src/noise/inference/uncertainty.hpp):
///     dB_l = beta_l - sum_j B_lj N_j da_j,   N_j = (R'R)^-1 R'Z_j,   beta_l = (R'R)^-1 R'noise_l
struct Covariance {
  Vector input_scale;              ///< d, root mean squares of the inputs
  Vector output_scale;             ///< m, root mean squares of the outputs
  Matrix A;                        ///< d^2 x d^2, covariance of the rows of A, concatenated; empty if not computed
  Matrix N;                        ///< d x d^2, [N_1 .. N_d]
  std::vector<Matrix> beta;        ///< m matrices d x d, covariance of beta_l
  std::vector<Matrix> A_and_beta;  ///< m matrices d^2 x d, covariance of A with beta_l; empty if zero
};

/// Noise whose standard deviation grows with |x|, for method noisy (src/noise/inference/growing_noise.hpp):
///     sigma(x)^2 = noise_std^2 (1 - share + share |w o x|^(2 power) / mean_size),   w the input weights
struct NoiseGrowth {
  double p_value = 1;     ///< one-sided p-value of the rank correlation of |w o x| with the size of the residual
  bool detected = false;  ///< the noise grows with |x|: p_value < 3.2e-5, four standard deviations
  bool weighted = false;  ///< samples were weighted by 1 / sigma(|x|)
  double share = 0;       ///< share of the mean noise variance that grows with |x|, in [0, 0.999]
  double power = 1;       ///< 1 or 2
  double mean_size = 1;   ///< mean of |w o x|^(2 power) over the samples
  Vector input_weight;    ///< d, 1 / root mean square of the inputs, 0 for a constant input; empty unless detected
};

/// Noise, standard errors and tests of a fit by method noisy.
struct Uncertainty {
  double noise_std = 0;           ///< sqrt(tr noise_covariance / m)
  double degrees_of_freedom = 0;  ///< nm - d^2 - md
  Matrix noise_covariance;        ///< m x m, covariance of the noise of the outputs; the mean over the samples
  bool robust = false;            ///< the weights minimize Huber's loss
  bool reweighted = false;        ///< the outputs were weighted by the inverse of noise_covariance
  NoiseGrowth noise_growth;       ///< noise that grows with |x|
  Matrix A_stderr;                ///< d x d, standard errors of A; empty if covariance.A is
  Matrix B_stderr;                ///< m x d, standard errors of B; empty if covariance.A is
  Covariance covariance;
  LackOfFit lack_of_fit;
};

/// One point of a learning curve.
struct CurvePoint {
  int epoch = 0;       ///< number of epochs completed
  double seconds = 0;  ///< wall time since the start
  double loss = 0;     ///< training loss, 1/2n sum |yhat - y|^2
};

/// The result of a fit. Starts as "not run"; all fields are set for every status.
struct Fit {
  Unit unit;                          ///< empty unless usable()
  Method method = Method::automatic;  ///< the method that was used; not automatic after a run
  FitStatus status = FitStatus::not_run;
  std::string reason;                 ///< one sentence that explains the status, with numbers
  std::string choice;                 ///< automatic: why the method was selected
  std::vector<std::string> warnings;  ///< problems that limit the use of the weights
  std::string cause;                  ///< one sentence on the probable cause of an inadequate fit; empty if adequate
  Remedy remedy = Remedy::none;       ///< what to change because of `cause`
  std::vector<Index> outliers;        ///< samples that carry most of the loss, from 0; of fits in memory
  std::vector<Index> independent_inputs;  ///< linearly independent columns of X that span the others; for drop_columns
  double training_loss = 0;               ///< 1/2n sum |yhat - y|^2
  Certificate certificate;                ///< by exact; qp, lp and lp-noisy set scale_rows only, as layer 2 found them
  Uncertainty uncertainty;                ///< of method noisy
  std::vector<RowReport> layer2_rows;     ///< d, of methods qp, lp, lp-noisy; otherwise empty
  std::vector<RowReport> layer1_rows;     ///< d, of methods qp, lp, lp-noisy; otherwise empty
  std::vector<CurvePoint> curve;          ///< learning curve of method sgd
  std::vector<std::pair<std::string, double>> seconds;  ///< wall time of each stage, in order
  int passes = 0;          ///< number of passes over the files of an out-of-core fit; 0: the samples were in memory
  Columns columns;         ///< FitOptions::columns: names of the inputs and outputs, if known
  InputRange input_range;  ///< of the samples

  /// True if `unit` can be used for predictions.
  [[nodiscard]] bool usable() const {
    return status == FitStatus::solved || status == FitStatus::suspect || status == FitStatus::inexact ||
           status == FitStatus::undetermined;
  }
  [[nodiscard]] RESUNIT_API std::string brief() const;  ///< one line
  [[nodiscard]] RESUNIT_API std::string full() const;   ///< several lines with statuses, warnings and times
};

/// The fitted unit's outputs for each row of X: n x m. Throws DataError if the fit has no weights or X does not have as
/// many columns as the unit has inputs. `threads`: 0 means all cores.
[[nodiscard]] RESUNIT_API Matrix predict(const Fit& fit, const MatrixView& X, int threads = 1);

}  // namespace resunit
