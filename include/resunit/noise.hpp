// The maximum-likelihood unit under noise, for weights of any sign, with standard errors and a test of the model.
//     y_i = B [(A x_i)^+ + x_i] + noise,   (A, B) = argmin 1/2n sum_i |y_i - B [(A x_i)^+ + x_i]|^2              (N)
//
//     resunit::NoisyFit fit = resunit::learn_under_noise(data);
//     resunit::Matrix error = resunit::prediction_stderr(fit.unit, fit, X);
//     // 95% interval: predict(fit.unit, X) +- 1.96 error
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct NoisyOptions {
  std::uint64_t seed = 0;
  int threads = 0;        ///< 0: all cores. The result has the same bits for any number
  int restarts = 2;       ///< further searches while the loss is above what the relaxed model lets expect, >= 0
  bool reweight = true;   ///< weigh outputs by their estimated noise covariance where it is not sigma^2 I
  bool robust = false;    ///< Huber's loss instead of squares; excludes reweighting
  bool sandwich = false;  ///< standard errors that allow the noise to depend on x (robust always has them)
  Index largest_covariance = 1024;  ///< standard errors are computed for d^2 up to this, >= 0
  Progress progress = {};
};

/// Samples an input below which noise cannot be told from weights.
inline constexpr Index kFewestSamplesUnderNoise = 6;

enum class NoisyStatus {
  not_run,
  fitted,           ///< loss <= what the relaxed model lets expect of a unit
  suspect,          ///< a unit was found, but its loss stayed above that: a better one may exist, or the model is wrong
  too_few_samples,  ///< n < 6 d, or n <= m: no unit is given
  rank_deficient,   ///< the columns of X are dependent: no unit is given
};
RESUNIT_API std::string_view to_string(NoisyStatus status);

/// Does the model fit at all? Each fact stands beside the limit that turns it into a warning.
struct LackOfFit {
  double F = 0;                ///< of the unit against y = V|Ux| + Wx, which contains it
  double p_value = 1;          ///< of F; misfit where below 1e-4
  double linear_p_value = 0;   ///< of y = Wx against the unit; linear where above 1e-4
  double held_out_r2 = 0;      ///< on a fifth of the samples, the rest refitted; no_signal where <= 0
  double median_row_of_A = 0;  ///< median |a_j| for inputs of unit rms; skip_not_identified where above 100
  bool misfit = false;
  bool linear = false;
  bool no_signal = false;
  bool skip_not_identified = false;  ///< x is negligible beside (A x)^+: a plain ReLU layer, whose scale is free
};

/// How the estimates vary, for inputs and outputs divided by these scales (src/noise/uncertainty.hpp):
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
  bool reweighted = false;        ///< outputs were weighed by the inverse of noise_covariance
  Matrix A_stderr;                ///< d x d; empty where covariance.A is
  Matrix B_stderr;                ///< m x d
  Covariance covariance;
  LackOfFit lack_of_fit;
};

struct NoisyFit : Uncertainty {
  NoisyStatus status = NoisyStatus::not_run;
  std::string reason;  ///< one sentence behind the status, with its numbers
  Unit unit;           ///< empty unless usable(status)
  double loss = 0;     ///< 1/2n sum |yhat - y|^2
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, double>> seconds;  ///< wall time by stage, in order

  bool suspect() const { return status == NoisyStatus::suspect || lack_of_fit.misfit; }
};
RESUNIT_API bool usable(NoisyStatus status);

/// `start`: a unit thought to be near, for example of an exact search on rounded samples; if its minimum is as low as
/// can be expected, no search follows. Throws DataError for samples it cannot use and OptionError for options out of
/// range.
RESUNIT_API NoisyFit learn_under_noise(const Samples& samples, const NoisyOptions& options = {},
                                       const std::optional<Unit>& start = {});

/// The standard error of the mean prediction, for each row of X and each output: n x m. (A new observation also has
/// noise_std.) Throws DataError where the fit has no covariance.
RESUNIT_API Matrix prediction_stderr(const Unit& unit, const Uncertainty& uncertainty, const MatrixView& X);

/// Half the width of an interval that holds the mean prediction with probability `level`, by Student's t: n x m.
RESUNIT_API Matrix interval_half_width(const Unit& unit, const Uncertainty& uncertainty, const MatrixView& X,
                                       double level);

}  // namespace resunit
