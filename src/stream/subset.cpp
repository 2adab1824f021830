#include "stream/subset.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "model/random.hpp"

namespace resunit {
namespace {

/// `count` of the numbers below n, ascending (Floyd's algorithm; Bentley 1987).
std::vector<Index> choose(Index n, Index count, std::uint64_t seed) {
  Random random(seed, Stream::streamed_part);
  std::unordered_set<Index> chosen;
  for (Index k = n - count; k < n; ++k)
    if (!chosen.insert(random.below(k + 1)).second) chosen.insert(k);
  std::vector<Index> sorted(chosen.begin(), chosen.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace

Dataset random_subset(SampleStream& stream, Index count, std::uint64_t seed) {
  count = std::min(count, stream.count());
  const std::vector<Index> chosen = choose(stream.count(), count, seed);
  Dataset subset{Matrix(count, stream.inputs()), Matrix(count, stream.outputs())};
  Index found = 0;
  stream.pass([&](Index first, const Samples& chunk) {
    for (; found < count && chosen[found] < first + chunk.count(); ++found) {
      subset.X.row(found) = chunk.X.row(chosen[found] - first);
      subset.Y.row(found) = chunk.Y.row(chosen[found] - first);
    }
  });
  return subset;
}

}  // namespace resunit
