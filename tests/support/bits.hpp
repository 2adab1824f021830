// SPDX-License-Identifier: BSD-3-Clause
// Random doubles of all magnitudes, and comparison bit for bit: -0 differs from 0.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "resunit/types.hpp"

namespace resunit::test {

/// Finite doubles of random bits with magnitude at most `largest`, including subnormal numbers.
inline Matrix random_bits(Index rows, Index cols, std::uint64_t seed,
                          double largest = std::numeric_limits<double>::max()) {
  std::mt19937_64 random(seed);
  const auto draw = [&] {
    for (;;) {
      const auto value = std::bit_cast<double>(random());
      if (std::isfinite(value) && std::abs(value) <= largest) return value;
    }
  };
  Matrix M = Matrix::NullaryExpr(rows, cols, draw);
  const double corners[] = {-0.0, 0.0, 5e-324, -2.2250738585072009e-308, 0.1, 1e23, 9007199254740993.0};
  for (Index k = 0; k < std::min<Index>(std::size(corners), M.size()); ++k) M.data()[k] = corners[k];
  return M;
}

inline bool same_bits(const Matrix& one, const Matrix& other) {
  return one.rows() == other.rows() && one.cols() == other.cols() &&
         std::memcmp(one.data(), other.data(), sizeof(double) * one.size()) == 0;
}

}  // namespace resunit::test
