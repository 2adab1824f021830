// SPDX-License-Identifier: BSD-3-Clause
// Every item is processed once, also if no thread can be started.
#include "parallel/parallel_for.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <stdexcept>
#include <vector>

namespace resunit {
namespace {

/// During its lifetime the default stack of a thread exceeds the address space, so that no thread can be started.
class NoThreadLeft {
 public:
  NoThreadLeft() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t large;
    pthread_getattr_default_np(&large);
    pthread_attr_setstacksize(&large, std::size_t{1} << 47);
    pthread_setattr_default_np(&large);
    pthread_attr_destroy(&large);
  }
  ~NoThreadLeft() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoThreadLeft(const NoThreadLeft&) = delete;
  NoThreadLeft& operator=(const NoThreadLeft&) = delete;

 private:
  pthread_attr_t before_;
};

std::vector<int> counts_of_work(int threads) {
  std::vector<int> count(100, 0);
  parallel_for(std::ssize(count), threads, [&](Index item) { ++count[item]; });
  return count;
}

TEST(ParallelFor, DoesEveryItemOnce) {
  for (const int threads : {1, 2, 3, 200}) EXPECT_EQ(counts_of_work(threads), std::vector<int>(100, 1)) << threads;
}

TEST(ParallelFor, WithoutItemsDoesNothing) {
  parallel_for(0, 4, [](Index) { FAIL(); });
}

TEST(ParallelFor, RethrowsTheFirstException) {
  const auto fail = [](Index item) {
    if (item == 7) throw std::runtime_error("seven");
  };
  for (const int threads : {1, 3}) EXPECT_THROW(parallel_for(100, threads, fail), std::runtime_error);
}

TEST(ParallelFor, RunsOnTheCallerIfNoThreadCanBeStarted) {
  const NoThreadLeft none;
  EXPECT_THROW(std::jthread([] {}), std::system_error);
  EXPECT_EQ(counts_of_work(4), std::vector<int>(100, 1));
  EXPECT_EQ(std::async(kAsyncIfPossible, [] { return 7; }).get(), 7);
}

}  // namespace
}  // namespace resunit
