// SPDX-License-Identifier: BSD-3-Clause
// The guard that limits OpenBLAS to one thread and restores the previous number.
#include "linalg/openblas.hpp"

#include <cblas.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <vector>

namespace resunit {
namespace {

class OneBlasThreadTest : public testing::Test {
 protected:
  void SetUp() override { openblas_set_num_threads(2); }
  void TearDown() override { openblas_set_num_threads(former_); }

  const int former_ = openblas_get_num_threads();
};

TEST_F(OneBlasThreadTest, RestoresThePreviousSetting) {
  const int before = openblas_get_num_threads();
  {
    const OneBlasThread guard;
    EXPECT_EQ(openblas_get_num_threads(), 1);
  }
  EXPECT_EQ(openblas_get_num_threads(), before);
}

TEST_F(OneBlasThreadTest, RestoresTheSettingWhenTheLastGuardEnds) {
  const int before = openblas_get_num_threads();
  std::optional<OneBlasThread> first(std::in_place), second(std::in_place);
  first.reset();
  EXPECT_EQ(openblas_get_num_threads(), 1);
  second.reset();
  EXPECT_EQ(openblas_get_num_threads(), before);
}

TEST_F(OneBlasThreadTest, RestoresTheSettingAfterAnException) {
  const int before = openblas_get_num_threads();
  try {
    const OneBlasThread guard;
    throw 1;
  } catch (int) {
  }
  EXPECT_EQ(openblas_get_num_threads(), before);
}

TEST_F(OneBlasThreadTest, MayBeUsedByManyThreads) {
  const int before = openblas_get_num_threads();
  {
    std::vector<std::jthread> team;
    for (int k = 0; k < 4; ++k)
      team.emplace_back([] {
        for (int pass = 0; pass < 1000; ++pass) {
          const OneBlasThread guard;
          EXPECT_EQ(openblas_get_num_threads(), 1);
        }
      });
  }
  EXPECT_EQ(openblas_get_num_threads(), before);
}

}  // namespace
}  // namespace resunit
