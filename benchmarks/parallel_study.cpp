// SPDX-License-Identifier: BSD-3-Clause
// Overhead of a parallel loop: our parallel_for, which starts its threads on every call, compared with that of oneTBB,
// which keeps a thread pool (docs/journal/threads.md).
//     parallel_study            microseconds per call, two threads, empty items and items of 10 us to 10 ms
#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

#include "parallel/parallel_for.hpp"
#include "system/stopwatch.hpp"

namespace {

using resunit::Index;

constexpr int kThreads = 2;

/// Arithmetic that takes about `microseconds`.
double work_for(double microseconds) {
  const resunit::Stopwatch watch;
  double sum = 1;
  while (watch.seconds() * 1e6 < microseconds)
    for (int k = 0; k < 50; ++k) sum = std::sqrt(sum + k);
  return sum;
}

/// Median microseconds of a call over many repetitions.
template <class Loop>
double median_time(int repeats, Loop&& loop) {
  std::vector<double> times;
  for (int k = 0; k < repeats; ++k) {
    const resunit::Stopwatch watch;
    loop();
    times.push_back(watch.seconds() * 1e6);
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[static_cast<std::size_t>(repeats / 2)];
}

}  // namespace

int main() {
  tbb::task_arena arena(kThreads);
  std::atomic<double> sink{0};
  fmt::print("{:>8} {:>12} | {:>14} {:>14} {:>14}\n", "items", "us per item", "parallel_for", "oneTBB", "one thread");
  for (const double item : {0.0, 10.0, 100.0, 1000.0, 10000.0}) {
    const Index count = 16;
    const int repeats = item >= 1000 ? 15 : 300;
    const auto body = [&](Index) { sink = work_for(item); };
    const double ours = median_time(repeats, [&] { resunit::parallel_for(count, kThreads, body); });
    const double pool = median_time(repeats, [&] { arena.execute([&] { tbb::parallel_for(Index{0}, count, body); }); });
    const double alone = median_time(repeats, [&] { resunit::parallel_for(count, 1, body); });
    fmt::print("{:>8} {:>12} | {:>14.1f} {:>14.1f} {:>14.1f}\n", count, item, ours, pool, alone);
  }
}
