// SPDX-License-Identifier: BSD-3-Clause
// Random orders and random subsets of samples.
#pragma once

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <vector>

#include "model/random.hpp"

namespace resunit {

/// 0, ..., n - 1 in random order.
inline std::vector<Index> random_order(Index n, Random& random) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  return order;
}

/// A uniformly random subset of {0, ..., n - 1} of size min(count, n), in ascending order. Requires memory for `count`
/// numbers only (Floyd's algorithm; Bentley 1987).
inline std::vector<Index> random_subset(Index n, Index count, Random random) {
  std::vector<Index> subset;
  if (count >= n) {
    subset.resize(static_cast<std::size_t>(n));
    std::iota(subset.begin(), subset.end(), Index{0});
    return subset;
  }
  std::unordered_set<Index> chosen;
  for (Index k = n - count; k < n; ++k)
    if (!chosen.insert(random.below(k + 1)).second) chosen.insert(k);
  subset.assign(chosen.begin(), chosen.end());
  std::sort(subset.begin(), subset.end());
  return subset;
}

}  // namespace resunit
