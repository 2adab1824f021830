// SPDX-License-Identifier: BSD-3-Clause
// A parallel loop.
//     parallel_for(count, threads, work):  work(0), ..., work(count - 1), each once, in any order
// Threads divide items, never sums: if every item writes only its own memory, the result has the same bits for any
// number of threads. The first exception stops the remaining items and is rethrown to the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "parallel/progress_scope.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// For std::async: on another thread or, if the system has no thread left, when the result is requested.
inline constexpr auto kAsyncIfPossible = std::launch::async | std::launch::deferred;

/// The number of threads for an option `threads`, where 0 means all cores.
inline int thread_count(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// The first exception of several threads; every other exception takes precedence over Cancelled.
class FirstFailure {
 public:
  void take(bool cancelled) {
    const std::lock_guard lock(mutex_);
    if (failure_ && (cancelled || !cancelled_)) return;
    failure_ = std::current_exception();
    cancelled_ = cancelled;
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
  bool cancelled_ = false;
};

/// Counts running helper threads; wait() checks for cancellation while it waits for the last one.
class Countdown {
 public:
  void one_more() {
    const std::lock_guard lock(mutex_);
    ++count_;
  }
  void one_less() {
    const std::lock_guard lock(mutex_);
    if (--count_ == 0) none_left_.notify_one();
  }
  void wait() {
    constexpr std::chrono::milliseconds kBetweenChecks{50};
    std::unique_lock lock(mutex_);
    while (!none_left_.wait_for(lock, kBetweenChecks, [this] { return count_ == 0; })) check_cancelled();
  }

 private:
  std::mutex mutex_;
  std::condition_variable none_left_;
  Index count_ = 0;
};

/// Adds a thread to the team and returns true; false if the system has no thread left, which is not an error.
template <class Work>
bool add_helper(std::vector<std::jthread>& team, Work&& work) {
  try {
    team.emplace_back(std::forward<Work>(work));
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

template <class Work>
void parallel_for(Index count, int threads, Work&& work) {
  const Index helpers = std::max<Index>(0, std::min<Index>(thread_count(threads), count) - 1);
  std::atomic<Index> next{0};
  FirstFailure failure;
  const auto guarded = [&](auto&& part) {
    try {
      part();
    } catch (const Cancelled&) {
      failure.take(true);
      next = count;
    } catch (...) {
      failure.take(false);
      next = count;
    }
  };
  const auto run = [&] {
    for (Index item = next++; item < count; item = next++) work(item);
  };
  Countdown busy;
  const auto help = [&, caller = ProgressScope::current()] {
    const ProgressScope::Helper helper(caller);
    guarded(run);
    busy.one_less();
  };
  {
    std::vector<std::jthread> team;
    team.reserve(static_cast<std::size_t>(helpers));
    for (Index i = 0; i < helpers; ++i) {
      busy.one_more();
      if (add_helper(team, help)) continue;
      busy.one_less();
      break;
    }
    guarded(run);
    guarded([&] { busy.wait(); });
  }
  failure.rethrow();
}

}  // namespace resunit
