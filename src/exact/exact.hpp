// SPDX-License-Identifier: BSD-3-Clause
// Exact identification: the unit behind noiseless samples, weights of any sign, each row certified or not.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "exact/search.hpp"
#include "exact/tolerances.hpp"
#include "resunit/certificate.hpp"
#include "resunit/progress.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct ExactOptions {
  std::uint64_t seed = 0;
  SearchBudget budget = {};
  bool bias = false;               ///< the last input is the constant of a bias
  bool quick = false;              ///< give up where a short search finds no row that holds to 1e-7: noise is likely
  std::optional<Unit> start = {};  ///< rows thought to be right, which are tried before any search
  Progress progress = {};
};

struct ExactFit {
  Unit unit;                     ///< zero rows of A where nothing was found
  Index found = 0;               ///< rows found, certified or not
  bool layer2_hidden = false;    ///< Y has rank below d: no row can be looked for
  double relative_residual = 1;  ///< |Yhat - Y| / |Y| over all samples
  double worst_backward_error = std::numeric_limits<double>::infinity();  ///< over all rows; infinite unless all found
  bool is_noiseless = false;  ///< some row holds to rounding on more samples than chance explains
  Certificate certificate;
  std::vector<std::string> notes;  ///< rows that were not found or not certified, with the reason
};

/// Needs m >= d. With fewer than about 2.5 d samples, or a B of rank below d, little or nothing is found.
ExactFit learn_exactly(const Samples& samples, const ExactOptions& options);

/// d = 1: two slopes.
ExactFit learn_single_input(const Samples& samples);

/// B with B r(x) = y in least squares, and its relative residual.
void finish_layer2(const Samples& samples, ExactFit& fit);

}  // namespace resunit
