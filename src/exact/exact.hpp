// SPDX-License-Identifier: BSD-3-Clause
// Exact identification of a unit from noiseless samples: weights of any sign, with a certificate for each row.
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
  std::uint64_t seed = 0;  ///< random seed; equal seeds give identical results
  SearchBudget budget = {};
  Bias bias = Bias::none;  ///< with a bias, the last input and the last output are the constant (model/bias.hpp)
  bool quick = false;      ///< stop if a short search finds no row that fits to 1e-7: noise is likely
  std::optional<Unit> start = {};  ///< starting point whose rows are tried before any search
  Progress progress = {};
};

struct ExactFit {
  Unit unit;                     ///< rows of A that were not found are zero
  Index found = 0;               ///< number of rows found, certified or not
  bool rank_deficient = false;   ///< rank Y < d: no row can be found
  double relative_residual = 1;  ///< |Yhat - Y| / |Y| over all samples
  /// Over all rows; infinite unless all were found.
  double worst_backward_error = std::numeric_limits<double>::infinity();
  bool is_noiseless = false;  ///< a row fits more samples to rounding error than chance explains
  Certificate certificate;
  std::vector<std::string> notes;  ///< rows that were not found or not certified, with the reason
};

/// Identifies a unit. Requires m >= d, where d and m include the constant of a bias. With fewer than about 2.5 d
/// samples, or if B has rank < d, few or no rows are found.
ExactFit learn_exactly(const Samples& samples, const ExactOptions& options);

/// The same for d = 1, by the slopes on both sides of zero.
ExactFit learn_single_input(const Samples& samples);

/// Sets B by least squares on the hidden layer, B r(x) = y, and the relative residual. The constant output of a bias
/// does not count.
void finish_layer2(const Samples& samples, Bias bias, ExactFit& fit);

}  // namespace resunit
