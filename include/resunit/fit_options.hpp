// SPDX-License-Identifier: BSD-3-Clause
// How to learn a unit: the method, and the options of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "resunit/progress.hpp"
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
RESUNIT_API std::string_view to_string(Method method);  ///< as the command spells it: "auto", "lp-noisy"

/// Which samples the scale factor of a layer-1 row is regressed on (alg:preReLU-TLRN-QP-Layer1).
enum class Rescale {
  paper,    ///< those with h_ij > 0
  authors,  ///< those with A_j x_i > 0, as in the authors' program
};
RESUNIT_API std::string_view to_string(Rescale rescale);

/// Of the convex program behind one row of a layer (resunit/row.hpp).
struct RowOptions {
  double tolerance = 1e-9;        ///< on the optimality residual, relative, in (0, 1)
  int max_iterations = 200;       ///< Newton steps, >= 1
  double rank_tolerance = 1e-12;  ///< singular values of F (columns at unit length) below this times the largest are
                                  ///< zero, in (0, 1)
  double path_parameter = 1e-4;   ///< mu of (Rmu) as a share of the mean square of t, > 0
};

struct SgdOptions {
  int epochs = 256;     ///< passes over the samples, >= 1
  int batch = 32;       ///< samples per step, >= 1
  double rate = 1e-3;   ///< initial learning rate eta_0, > 0
  double decay = 1e-5;  ///< eta = eta_0 / (1 + decay * epoch), >= 0
  double stop = 0;      ///< ends after an epoch that changes the loss by less than this share of it, in [0, 1)
};

struct NoisyOptions {
  int restarts = 2;       ///< further searches while the loss exceeds the bound expected for a true unit, >= 0
  bool reweight = true;   ///< weight outputs by their estimated noise covariance where it is not sigma^2 I
  bool robust = false;    ///< Huber's loss instead of squares; excludes reweighting
  bool sandwich = false;  ///< standard errors that allow the noise to depend on x (robust always has them)
  Index largest_covariance = 1024;  ///< standard errors are computed for d^2 up to this, >= 0
};

/// With an explicit method, an option of another method that differs from its default is an OptionError.
struct FitOptions {
  Method method = Method::automatic;
  std::uint64_t seed = 0;            ///< random seed; equal seeds give identical results
  int threads = 0;                   ///< 0: all cores. The result has the same bits for any number
  bool bias = false;                 ///< a constant input is appended: both layers learn a bias; needs m >= d + 1
  bool polish = false;               ///< qp, lp, lp_noisy, lr, sgd: descend to the nearest minimum of the output loss
  bool nonnegative = false;          ///< constrain A >= 0 in layer 1, as the paper's benchmark program does
  Rescale rescale = Rescale::paper;  ///< of layer 1
  double scale_tolerance = 0.1;      ///< a row is a scale row where the regression of (Cy)_j on x_j over x_j < 0 has a
                                     ///< residual sum of squares of at most this share of that of x_j
                                     ///< (alg:preReLU-TLRN-QP-Layer2-rescale), in [0, 1)
  RowOptions rows = {};
  SgdOptions sgd = {};
  NoisyOptions noise = {};
  std::optional<Unit> start = {};  ///< sgd, noisy: where they start; elsewhere if absent
  Progress progress = {};
};

}  // namespace resunit
