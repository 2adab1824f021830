// SPDX-License-Identifier: BSD-3-Clause
// The caller's objection ends long work on every thread, and is what the caller gets back.
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

struct Objection : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void nap() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(ProgressScope, RepeatsWhatWasReportedLast) {
  std::string told;
  const Progress progress = [&](std::string_view stage, double fraction) {
    told = std::string(stage) + ' ' + std::to_string(static_cast<int>(100 * fraction));
  };
  ProgressScope scope(progress);
  scope.reports()("descent", 0.25);
  told.clear();
  check_cancelled();
  EXPECT_EQ(told, "descent 25");
}

TEST(ProgressScope, IsSilentWhereNobodyListens) {
  check_cancelled();
  const Progress nobody;
  ProgressScope scope(nobody);
  EXPECT_FALSE(scope.reports());
  EXPECT_EQ(ProgressScope::current(), nullptr);
  check_cancelled();
}

TEST(ProgressScope, RestoresTheOuterWork) {
  const Progress progress = [](std::string_view, double) {};
  ProgressScope outer(progress);
  {
    ProgressScope inner(progress);
    EXPECT_EQ(ProgressScope::current(), &inner);
  }
  EXPECT_EQ(ProgressScope::current(), &outer);
}

/// All threads are in the middle of endless items when the caller objects.
TEST(ProgressScope, TheCallersObjectionEndsEveryThread) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> busy{0};
    const Progress progress = [&](std::string_view, double) {
      if (busy == 3) throw Objection("enough");
    };
    ProgressScope scope(progress);
    const auto endless = [&](Index) {
      ++busy;
      for (;; nap()) check_cancelled();
    };
    EXPECT_THROW(parallel_for(3, 3, endless), Objection);
  }
}

TEST(ProgressScope, ACallerWithNothingLeftToDoStillListens) {
  std::atomic<bool> idle{false};
  const Progress progress = [&](std::string_view, double) {
    if (idle) throw Objection("enough");
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
  EXPECT_THROW(parallel_for(2, 2, endless_elsewhere), Objection);
}

}  // namespace
}  // namespace resunit
