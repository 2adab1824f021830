// SPDX-License-Identifier: BSD-3-Clause
// The paper's synthetic worlds (section "Synthetic Data Experiments"): teachers, inputs and noisy outputs, each from a
// seed.
#pragma once

#include <cstdint>

#include "resunit/progress.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

struct TeacherOptions {
  Index inputs = 16;     ///< d >= 1
  Index outputs = 0;     ///< m >= d; 0 means m = d (d + 1 with a bias)
  double negative = 0;   ///< fraction of the entries of A, chosen at random, that are made negative, in [0, 1]
  Index scale_rows = 0;  ///< how many rows of A, chosen at random, keep only their diagonal entry, in [0, d]
  double condition = 0;  ///< condition number of B = U diag(l^-1 .. l^-d) V' (>= 1); 0 draws B from N(0, 1)
  bool bias = false;     ///< both layers get a bias, from N(0, 1): the unit has d + 1 rows, the last of A is zero
  std::uint64_t seed = 0;
};

/// A from the folded Gaussian |N(0, 1)| with the changes above, B Gaussian or of a given condition number.
[[nodiscard]] RESUNIT_API Unit draw_teacher(const TeacherOptions& options);

enum class InputDistribution {
  mixture,   ///< each entry from N(-0.1, 1) or U(-0.9, 1.1) with equal chance: the paper's inputs
  gaussian,  ///< each entry from N(mean, 1): the paper's inputs for vanilla linear regression
};

struct SampleOptions {
  Index samples = 512;  ///< n >= 1
  double noise = 0;     ///< standard deviation of the Gaussian noise on every output, >= 0
  InputDistribution distribution = InputDistribution::mixture;
  double mean = 0;  ///< of gaussian inputs
  std::uint64_t seed = 0;
};

/// The seed of the samples beside a teacher of that seed: they draw from streams of their own, for with one seed for
/// both, weights and inputs would be the same numbers.
[[nodiscard]] constexpr std::uint64_t seed_of_samples(std::uint64_t seed) {
  return seed ^ 0x9E3779B97F4A7C15;
}

/// n inputs and the unit's outputs for them, with noise. `progress` may stop it.
[[nodiscard]] RESUNIT_API Dataset draw_samples(const Unit& unit, const SampleOptions& options,
                                               const Progress& progress = {});

}  // namespace resunit
