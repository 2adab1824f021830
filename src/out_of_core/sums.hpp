// SPDX-License-Identifier: BSD-3-Clause
// Sums over all samples of a stream, in one pass. Each chunk is divided into the same parts for any number of threads,
// and the sums of the parts are added in order: threads divide parts, never sums.
#pragma once

#include <algorithm>
#include <vector>

#include "out_of_core/sample_stream.hpp"
#include "parallel/parallel_for.hpp"

namespace resunit {

/// The samples [first, first + rows) of a chunk.
inline Samples part_of(const Samples& chunk, Index first, Index rows) {
  return {chunk.X.middleRows(first, rows), chunk.Y.middleRows(first, rows)};
}

/// work(slice, sums) adds a slice of samples to the sums of its part; a slice and its intermediate results fit the
/// second-level cache. The sums start as copies of `zero` and have operator+=.
template <class Sums, class Work>
Sums sum_over_samples(SampleStream& stream, int threads, const Sums& zero, Work&& work) {
  constexpr Index kParts = 8, kSlice = 256;
  Sums total = zero;
  stream.pass([&](Index, const Samples& chunk) {
    const Index rows = (chunk.count() + kParts - 1) / kParts, parts = (chunk.count() + rows - 1) / rows;
    std::vector<Sums> sums(static_cast<std::size_t>(parts), zero);
    parallel_for(parts, threads, [&](Index k) {
      const Index end = std::min((k + 1) * rows, chunk.count());
      for (Index first = k * rows; first < end; first += kSlice)
        work(part_of(chunk, first, std::min(kSlice, end - first)), sums[static_cast<std::size_t>(k)]);
    });
    for (const Sums& part : sums) total += part;
  });
  return total;
}

}  // namespace resunit
