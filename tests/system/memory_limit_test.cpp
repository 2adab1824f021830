// SPDX-License-Identifier: BSD-3-Clause
// The memory limit of a file.
#include "system/memory_limit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "support/message_of.hpp"

namespace resunit {
namespace {

using ::testing::MatchesRegex;

TEST(MemoryLimit, IsHalfOfTheMemory) {
  require_memory("table.csv", half_of_memory());
  EXPECT_THAT(
      test::message_of<DataError>([] { require_memory("table.csv", half_of_memory() + 1); }),
      MatchesRegex("cannot read table.csv: it requires [0-9]+ MB, more than half of this machine's memory of .*"));
}

}  // namespace
}  // namespace resunit
