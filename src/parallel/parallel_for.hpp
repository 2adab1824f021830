// Work shared out among threads.
//     parallel_for(count, threads, work):  work(0), ..., work(count - 1), each once, in any order
// Threads divide items, never sums: as long as each item writes its own place, the result has the same bits for any
// number of threads. The first exception stops the rest and reaches the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "resunit/types.hpp"

namespace resunit {

/// How many threads to use where an option says `threads`, 0 meaning all cores.
inline int thread_count(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

template <class Work>
void parallel_for(Index count, int threads, Work&& work) {
  const Index helpers = std::min<Index>(thread_count(threads), count) - 1;
  std::atomic<Index> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto run = [&] {
    try {
      for (Index item = next++; item < count; item = next++) work(item);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> team;
    for (Index i = 0; i < helpers; ++i) team.emplace_back(run);
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace resunit
