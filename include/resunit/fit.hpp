// Learn a unit from samples: the whole task in one call.
//
//     resunit::Dataset data = ...;
//     resunit::Fit fit = resunit::fit(data, {.method = resunit::Method::lp});
//     std::cout << fit.brief();
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resunit/certificate.hpp"
#include "resunit/noise.hpp"
#include "resunit/progress.hpp"
#include "resunit/row.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

enum class Method {
  automatic,  ///< exact if the samples are noiseless, else noisy
  exact,      ///< noiseless samples, weights of any sign, with a certificate
  noisy,      ///< maximum likelihood under noise, weights of any sign, with standard errors
  qp,         ///< the paper's algorithm with (R1) rows
  lp,         ///< the paper's algorithm with (R0) rows: noiseless samples only
  lp_noisy,   ///< the paper's algorithm with (R2) rows
  lr,         ///< the paper's warm-up: regressions on all-negative and all-positive inputs
  sgd,        ///< mini-batch stochastic gradient descent on the output loss
};
RESUNIT_API std::string_view to_string(Method method);         ///< as the command spells it: "auto", "lp-noisy"
RESUNIT_API Method method_from_string(std::string_view name);  ///< throws OptionError for a name it does not know

/// Which samples the scale factor of a layer-1 row is regressed on (alg:preReLU-TLRN-QP-Layer1).
enum class Rescale {
  paper,    ///< those with h_ij > 0
  authors,  ///< those with A_j x_i > 0, as in the authors' program
};
RESUNIT_API std::string_view to_string(Rescale rescale);
RESUNIT_API Rescale rescale_from_string(std::string_view name);

struct SgdOptions {
  int epochs = 256;     ///< passes over the samples, >= 1
  int batch = 32;       ///< samples a step, >= 1
  double rate = 1e-3;   ///< initial learning rate eta_0, > 0
  double decay = 1e-5;  ///< eta = eta_0 / (1 + decay * epoch), >= 0
  double stop = 0;      ///< ends after an epoch that changes the loss by less than this share of it, in [0, 1)
};

struct FitOptions {
  Method method = Method::automatic;
  std::uint64_t seed = 0;            ///< of everything random
  int threads = 0;                   ///< 0: all cores. The result has the same bits for any number
  bool bias = false;                 ///< a constant input is appended: both layers learn a bias; needs m >= d + 1
  bool polish = false;               ///< qp, lp, lp_noisy, lr, sgd: descend to the nearest minimum of the output loss
  bool nonnegative = false;          ///< constrain A >= 0 in layer 1, as the paper's benchmark program does
  Rescale rescale = Rescale::paper;  ///< of layer 1
  double scale_tolerance =
      0.1;  ///< a row is a scale row where the regression of (Cy)_j on x_j over x_j < 0 leaves at most
            ///< this share of the mean square of x_j (alg:preReLU-TLRN-QP-Layer2-rescale), in [0, 1)
  RowOptions rows = RowOptions();  ///< threads and progress here are taken from this struct
  SgdOptions sgd = {};
  NoisyOptions noise = NoisyOptions();  ///< seed, threads and progress here are taken from this struct
  std::optional<Unit> start = {};       ///< where sgd and noisy start; elsewhere if absent
  Progress progress = {};
};

enum class FitStatus {
  not_run,
  solved,              ///< every convex program (or regression) was solved to its tolerance;
                       ///< exact: the certificate holds
                       ///< noisy: the loss is as low as the relaxed model lets expect, and that model is no better
                       ///< sgd: training_loss <= rows.tolerance * 1/2n sum |y|^2
  suspect,             ///< noisy: the loss stayed above that, or the relaxed model fits better (p < 1e-4)
  inexact,             ///< a unit was found, but see `warnings`: some program stopped before its tolerance
  undetermined,        ///< exact: fits every sample to 1e-8 of |Y|, but some row of the certificate is not proved
  not_exact,           ///< exact: no unit found that fits every sample to 1e-8 of |Y|
  infeasible,          ///< lp: some row has no C with C y >= x; the samples are noisy, or not of a unit
  rank_deficient,      ///< rank Y < d: no left inverse of B can be told from these samples
                       ///< lr: the all-negative or all-positive inputs, or B, have rank < d; noisy: rank X < d
  too_few_samples,     ///< noisy: n < 6 d, or n <= m
  too_few_one_signed,  ///< lr: fewer than d all-negative inputs in the first half, or all-positive ones in the second
  diverged,            ///< sgd: the loss is no longer finite; any method: weights
                       ///< beyond kLargestMagnitude, or B = 0 though Y is not
};
RESUNIT_API std::string_view to_string(FitStatus status);

/// Does a fit with this status hold a unit that can be used?
RESUNIT_API bool usable(FitStatus status);

/// One point of a learning curve: the training loss after so many epochs.
struct CurvePoint {
  int epoch = 0;
  double seconds = 0;
  double loss = 0;  ///< 1/2n sum |yhat - y|^2
};

/// All that is known of a fit. Starts as "not run" and is complete on every path.
struct Fit {
  Unit unit;                          ///< empty unless usable(status)
  Method method = Method::automatic;  ///< the one that was used, never automatic after a run
  FitStatus status = FitStatus::not_run;
  std::string reason;                 ///< one sentence behind the status, with its numbers
  std::string choice;                 ///< automatic: why this method was taken
  std::vector<std::string> warnings;  ///< what a user should know before trusting the weights
  double training_loss = 0;           ///< 1/2n sum |yhat - y|^2
  Certificate certificate;            ///< what is proved; scale rows also by qp, lp and lp-noisy, as layer 2 found them
  Uncertainty uncertainty;            ///< of noisy
  std::vector<RowReport> layer2_rows;  ///< of qp, lp, lp-noisy
  std::vector<RowReport> layer1_rows;
  std::vector<CurvePoint> curve;                        ///< of sgd
  std::vector<std::pair<std::string, double>> seconds;  ///< wall time by stage, in order
  int passes = 0;  ///< over files too large for memory (resunit/stream.hpp); 0: the samples were in memory

  RESUNIT_API std::string brief() const;  ///< one line
  RESUNIT_API std::string full() const;   ///< a paragraph with statuses, warnings and times
};

/// Throws DataError for samples it cannot use and OptionError for options out of range; any other outcome is a status.
RESUNIT_API Fit fit(const Samples& samples, const FitOptions& options = {});

}  // namespace resunit
