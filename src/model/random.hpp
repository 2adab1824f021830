// SPDX-License-Identifier: BSD-3-Clause
// Random numbers that are identical on every machine: the standard defines the bits of std::mt19937_64 but not those of
// its distributions, so the required distributions are implemented here.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// The purpose of a random number. Each purpose has its own stream per seed, so that drawing more numbers for one
/// purpose (noise, negative weights) does not change those of the others.
enum class Stream : std::uint64_t {
  layer1,
  layer2,
  negative,
  scale_rows,
  inputs,
  noise,
  sgd_start,
  sgd_order,
  exact_samples,
  exact_search,
  noisy_search,
  noisy_holdout,
  diagnosis,
  regress_directions,
  experiment_order,
  search_subset,
  thinning,
  exact_working_set,
  dependence,
  cause,
  deep_search,
  deep_samples,
  deep_halves,
  deep_nonnegative,
  deep_noise,
  query_lines,
  query_checks,
  residual_signs,
};

/// The finalizer of SplitMix64: neighboring seeds give unrelated states.
constexpr std::uint64_t split_mix(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

class Random {
 public:
  Random(std::uint64_t seed, Stream stream) : bits_(split_mix(split_mix(seed) + static_cast<std::uint64_t>(stream))) {}

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }

  /// From N(0, 1) by the polar method, which yields two numbers at a time: the second is stored for the next call.
  double normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    double u, v, square;
    do {
      u = 2 * uniform() - 1;
      v = 2 * uniform() - 1;
      square = u * u + v * v;
    } while (square >= 1 || square == 0);
    const double length = std::sqrt(-2 * std::log(square) / square);
    spare_ = v * length;
    has_spare_ = true;
    return u * length;
  }

  /// Uniform in {0, ..., count - 1}: draws from the last, incomplete multiple of `count` below 2^64 are rejected.
  Index below(Index count) {
    assert(count > 0);
    const auto n = static_cast<std::uint64_t>(count);
    const std::uint64_t whole_rounds = std::numeric_limits<std::uint64_t>::max() / n * n;
    std::uint64_t draw = bits_();
    while (draw >= whole_rounds) draw = bits_();
    return static_cast<Index>(draw % n);
  }

  /// A uniformly random permutation (Fisher and Yates).
  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left)
      std::swap(items[left - 1], items[static_cast<std::size_t>(below(static_cast<Index>(left)))]);
  }

 private:
  std::mt19937_64 bits_;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// A matrix with entries from N(0, 1), drawn row by row.
inline Matrix gaussian(Index rows, Index cols, Random& random) {
  Matrix matrix(rows, cols);
  std::generate_n(matrix.data(), matrix.size(), [&random] { return random.normal(); });
  return matrix;
}

}  // namespace resunit
