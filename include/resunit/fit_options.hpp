// SPDX-License-Identifier: BSD-3-Clause
// The methods that learn a unit, and their options.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "resunit/columns.hpp"
#include "resunit/progress.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// How a unit is learned.
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
RESUNIT_API std::string_view to_string(Method method);  ///< the name of option --method: "auto", "lp-noisy"

/// The samples on which the scale factor of a layer-1 row is regressed (alg:preReLU-TLRN-QP-Layer1).
enum class Rescale {
  paper,    ///< samples with h_ij > 0
  authors,  ///< samples with A_j x_i > 0, as in the authors' program
};
RESUNIT_API std::string_view to_string(Rescale rescale);

/// Options of the convex program of one row of a layer (resunit/row.hpp).
struct RowOptions {
  double tolerance = 1e-9;        ///< largest relative optimality residual of a solved row, in (0, 1)
  int max_iterations = 200;       ///< largest number of Newton steps, >= 1
  double rank_tolerance = 1e-12;  ///< singular values of F (columns scaled to unit norm) up to this times the largest
                                  ///< count as zero, in (0, 1)
  double path_parameter = 1e-4;   ///< mu of (Rmu), relative to the mean square of t, > 0
};

/// Options of method sgd.
struct SgdOptions {
  int epochs = 256;     ///< number of passes over the samples, >= 1
  int batch = 32;       ///< number of samples per step, >= 1
  double rate = 1e-3;   ///< initial learning rate eta_0, > 0
  double decay = 1e-5;  ///< learning rate eta = eta_0 / (1 + decay * epoch), >= 0
  double stop = 0;      ///< stops after an epoch in which the relative change of the loss is below this, in [0, 1)
};

/// Options of method noisy.
struct NoisyOptions {
  int restarts = 2;       ///< largest number of further searches while the loss exceeds the expected bound, >= 0
  bool reweight = true;   ///< weight the outputs by the inverse of their noise covariance unless it is sigma^2 I,
                          ///< and the samples by 1 / sigma(|x|) if the noise grows with |x|
  bool robust = false;    ///< Huber's loss instead of the squared loss; the outputs are then not reweighted
  bool sandwich = false;  ///< standard errors that are valid if the noise depends on x (always so with robust)
  Index largest_covariance = 1024;  ///< standard errors are computed if d^2 is at most this, >= 0
};

/// Options of a fit. With an explicit method, an option of another method must have its default value: otherwise fit
/// throws OptionError.
struct FitOptions {
  Method method = Method::automatic;
  std::uint64_t seed = 0;    ///< random seed; equal seeds give identical results
  int threads = 0;           ///< 0: all cores; the result has the same bits for any number of threads
  Bias bias = Bias::none;    ///< the layers that learn a bias; all methods but lr
  bool polish = false;       ///< qp, lp, lp_noisy, lr, sgd: continue by descent to a local minimum of the output loss
  bool nonnegative = false;  ///< constrain A >= 0, as in the paper's benchmark program
  Rescale rescale = Rescale::paper;  ///< scale factors of layer 1
  double scale_tolerance = 0.1;      ///< row j is a scale row if the regression of (Cy)_j on x_j over the samples with
                                     ///< x_j < 0 has a residual sum of squares of at most this times sum x_j^2
                                     ///< (alg:preReLU-TLRN-QP-Layer2-rescale), in [0, 1)
  RowOptions rows = {};
  SgdOptions sgd = {};
  NoisyOptions noise = {};
  std::optional<Unit> start = {};  ///< sgd, noisy: starting point; chosen by the method if absent
  Columns columns = {};            ///< column names for messages and for the result; may be empty
  Progress progress = {};
};

}  // namespace resunit
