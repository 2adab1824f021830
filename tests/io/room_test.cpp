// What a file may take of the memory.
#include "io/room.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/io.hpp"
#include "support/message_of.hpp"

namespace resunit {
namespace {

using ::testing::HasSubstr;

TEST(Room, IsHalfOfTheMemory) {
  require_room("table.csv", half_of_memory());
  EXPECT_THAT(test::message_of<DataError>([] { require_room("table.csv", half_of_memory() + 1); }),
              HasSubstr("cannot read table.csv: more than half of this machine's memory"));
}

}  // namespace
}  // namespace resunit
