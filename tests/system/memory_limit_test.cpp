// SPDX-License-Identifier: BSD-3-Clause
// What a file may take of the memory.
#include "system/memory_limit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "support/message_of.hpp"

namespace resunit {
namespace {

using ::testing::HasSubstr;

TEST(MemoryLimit, IsHalfOfTheMemory) {
  require_memory("table.csv", half_of_memory());
  EXPECT_THAT(test::message_of<DataError>([] { require_memory("table.csv", half_of_memory() + 1); }),
              HasSubstr("cannot read table.csv: more than half of this machine's memory"));
}

}  // namespace
}  // namespace resunit
