// SPDX-License-Identifier: BSD-3-Clause
// The paper's synthetic data (section "Synthetic Data Experiments"): teachers of two or more layers, inputs and noisy
// outputs, drawn at random from a seed.
#pragma once

#include <cstdint>

#include "resunit/network.hpp"
#include "resunit/progress.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Options of draw_teacher and draw_network.
struct TeacherOptions {
  Index inputs = 16;        ///< d >= 1
  Index outputs = 0;        ///< m >= d; 0: m = d (with a bias in both layers: m = d + 1)
  Index layers = 2;         ///< number of weight matrices L >= 2; draw_teacher requires 2
  double negative = 0;      ///< fraction of the entries of A, selected at random, that are made negative, in [0, 1]
  Index scale_rows = 0;     ///< number of rows of A, selected at random, that keep only their diagonal entry, in [0, d]
  double hidden_scale = 1;  ///< factor of the entries of A, > 0; 1/sqrt(d) keeps the outputs of deep networks small
  double condition = 0;     ///< condition number of B = U diag(l^-1, ..., l^-d) V', >= 1; 0: entries of B from N(0, 1)
  Bias bias = Bias::none;  ///< layers with a bias, from N(0, 1): the unit has d + 1 rows, the last row of A is 0; L = 2
  std::uint64_t seed = 0;  ///< random seed; equal seeds give identical results
};

/// Draws a unit: the entries of A from the folded normal distribution |N(0, 1)|, modified as the options specify; B
/// Gaussian or with a given condition number. Throws OptionError for options out of range.
[[nodiscard]] RESUNIT_API Unit draw_teacher(const TeacherOptions& options);

/// Draws a network of L layers: each hidden layer as A of a unit, the last one as B. With L = 2 it is the unit that
/// draw_teacher draws.
[[nodiscard]] RESUNIT_API Network draw_network(const TeacherOptions& options);

/// The distribution of the inputs.
enum class InputDistribution {
  mixture,   ///< each entry from N(-0.1, 1) or U(-0.9, 1.1) with equal probability: the paper's inputs
  gaussian,  ///< each entry from N(mean, 1): the paper's inputs for vanilla linear regression
};

/// Options of draw_samples.
struct SampleOptions {
  Index samples = 512;  ///< n >= 1
  double noise = 0;     ///< standard deviation of the Gaussian noise on every output, >= 0
  InputDistribution distribution = InputDistribution::mixture;
  double mean = 0;         ///< mean of gaussian inputs
  std::uint64_t seed = 0;  ///< random seed; equal seeds give identical results
};

/// The random seed of the samples of a teacher that was drawn with `seed`. It differs from `seed`, because with equal
/// seeds the weights and the inputs would be the same random numbers.
[[nodiscard]] constexpr std::uint64_t seed_of_samples(std::uint64_t seed) {
  return seed ^ 0x9E3779B97F4A7C15;
}

/// Draws n inputs and computes the outputs of a unit or network with noise. An exception thrown by `progress` cancels it. Throws
/// OptionError for options out of range.
[[nodiscard]] RESUNIT_API Dataset draw_samples(const Unit& unit, const SampleOptions& options,
                                               const Progress& progress = {});
[[nodiscard]] RESUNIT_API Dataset draw_samples(const Network& network, const SampleOptions& options,
                                               const Progress& progress = {});

}  // namespace resunit
