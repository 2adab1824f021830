// SPDX-License-Identifier: BSD-3-Clause
// An exception thrown by the progress function cancels the work on every thread and reaches the caller.
#include "parallel/progress_scope.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

#include "parallel/parallel_for.hpp"

namespace resunit {
namespace {

struct CancelRequest : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void nap() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(ProgressScope, RepeatsTheLastReport) {
  std::string report;
  const Progress progress = [&](std::string_view stage, double fraction) {
    report = std::string(stage) + ' ' + std::to_string(static_cast<int>(100 * fraction));
  };
  ProgressScope scope(progress);
  scope.reports()("descent", 0.25);
  report.clear();
  check_cancelled();
  EXPECT_EQ(report, "descent 25");
}

TEST(ProgressScope, DoesNothingWithoutAProgressFunction) {
  check_cancelled();
  const Progress nobody;
  ProgressScope scope(nobody);
  EXPECT_FALSE(scope.reports());
  EXPECT_EQ(ProgressScope::current(), nullptr);
  check_cancelled();
}

TEST(ProgressScope, RestoresTheOuterScope) {
  const Progress progress = [](std::string_view, double) {};
  ProgressScope outer(progress);
  {
    ProgressScope inner(progress);
    EXPECT_EQ(ProgressScope::current(), &inner);
  }
  EXPECT_EQ(ProgressScope::current(), &outer);
}

/// All threads are processing endless items when the caller cancels.
TEST(ProgressScope, CancellationEndsEveryThread) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> busy{0};
    const Progress progress = [&](std::string_view, double) {
      if (busy == 3) throw CancelRequest("cancel");
    };
    ProgressScope scope(progress);
    const auto endless = [&](Index) {
      ++busy;
      for (;; nap()) check_cancelled();
    };
    EXPECT_THROW(parallel_for(3, 3, endless), CancelRequest);
  }
}

TEST(ProgressScope, AnIdleCallerStillCancels) {
  std::atomic<bool> idle{false};
  const Progress progress = [&](std::string_view, double) {
    if (idle) throw CancelRequest("cancel");
  };
  ProgressScope scope(progress);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> taken{0};
  const auto endless_elsewhere = [&](Index) {
    for (++taken; taken < 2;) nap();  // each thread has one item
    if (std::this_thread::get_id() == caller) {
      idle = true;
      return;
    }
    for (;; nap()) check_cancelled();
  };
  EXPECT_THROW(parallel_for(2, 2, endless_elsewhere), CancelRequest);
}

}  // namespace
}  // namespace resunit
