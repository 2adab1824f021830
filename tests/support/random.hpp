// SPDX-License-Identifier: BSD-3-Clause
// Random numbers and matrices for tests, from a seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "resunit/types.hpp"

namespace resunit::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double gaussian() { return std::normal_distribution<double>()(engine_); }
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Index integer(Index low, Index high) { return std::uniform_int_distribution<Index>(low, high)(engine_); }

  Matrix gaussian(Index rows, Index cols) {
    return drawn(rows, cols, [this] { return gaussian(); });
  }
  Matrix uniform(Index rows, Index cols, double low, double high) {
    return drawn(rows, cols, [&] { return uniform(low, high); });
  }
  Matrix integers(Index rows, Index cols, Index low, Index high) {
    return drawn(rows, cols, [&] { return static_cast<double>(integer(low, high)); });
  }
  std::vector<Index> permutation(Index size) {
    std::vector<Index> order(static_cast<std::size_t>(size));
    std::iota(order.begin(), order.end(), Index{0});
    std::shuffle(order.begin(), order.end(), engine_);
    return order;
  }

 private:
  template <class Draw>
  static Matrix drawn(Index rows, Index cols, Draw draw) {
    Matrix matrix(rows, cols);
    std::generate_n(matrix.data(), matrix.size(), draw);
    return matrix;
  }

  std::mt19937_64 engine_;
};

}  // namespace resunit::test
