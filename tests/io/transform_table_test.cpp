// SPDX-License-Identifier: BSD-3-Clause
// Tables computed from other tables in chunks of rows.
#include "io/transform_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/table.hpp"
#include "support/message_of.hpp"
#include "support/random.hpp"
#include "support/temporary_folder.hpp"

namespace resunit::test {
namespace {

using ::testing::ElementsAre;

Matrix twice(const Table& rows) {
  Matrix wide(rows.values.rows(), 2 * rows.values.cols());
  wide << rows.values, 2 * rows.values;
  return wide;
}

TEST(TransformTable, MakesEveryRowOnceInOrder) {
  const TemporaryFolder folder;
  const Matrix X = Matrix::Random(5000, 3);
  write_table(folder / "x.npy", X);
  write_table(folder / "x.csv", X);
  for (const char* in : {"x.npy", "x.csv"})
    for (const char* out : {"y.npy", "y.csv"})
      for (const std::uint64_t memory : {0, 100'000}) {
        transform_table(folder / in, folder / out, twice, {}, {.memory = memory});
        EXPECT_EQ(read_table(folder / out).values, twice({X, {}}));
      }
}

TEST(TransformTable, WritesTheHeader) {
  const TemporaryFolder folder;
  write_table(folder / "x.npy", Matrix(Matrix::Ones(2, 1)));
  transform_table(folder / "x.npy", folder / "y.csv", twice, {"a", "b"});
  EXPECT_EQ(folder.read("y.csv"), "a,b\n1,2\n1,2\n");
}

TEST(TransformTable, WritesNoFileIfAChunkFails) {
  const TemporaryFolder folder;
  write_table(folder / "x.npy", Matrix(Matrix::Random(5000, 3)));
  const auto fail = [](const Table& rows) -> Matrix {
    if (rows.values(0, 0) > 0.9) throw DataError("too much");
    return rows.values;
  };
  EXPECT_EQ(
      message_of<DataError>([&] { transform_table(folder / "x.npy", folder / "y.npy", fail, {}, {.memory = 1000}); }),
      "too much");
  EXPECT_THAT(folder.names(), ElementsAre("x.npy"));
}

struct CancelRequest {};

TEST(TransformTable, WritesNoFileIfCancelled) {
  const TemporaryFolder folder;
  write_table(folder / "x.npy", Matrix(Matrix::Random(20000, 3)));
  write_table(folder / "x.csv", Matrix(Matrix::Random(20000, 3)));
  for (const char* const in : {"x.npy", "x.csv"})
    for (const char* const out : {"y.npy", "y.csv"})
      for (const int threads : {1, 3}) {
        int calls = 0;
        const auto stop = [&](std::string_view, double) {
          if (++calls == 4) throw CancelRequest{};
        };
        EXPECT_THROW(transform_table(folder / in, folder / out, twice, {},
                                     {.memory = 100'000, .threads = threads, .progress = stop}),
                     CancelRequest);
        EXPECT_THAT(folder.names(), ElementsAre("x.csv", "x.npy"));
      }
}

TEST(TransformTable, ReportsIncreasingProgress) {
  const TemporaryFolder folder;
  write_table(folder / "x.npy", Matrix(Matrix::Random(20000, 3)));
  double last = 0;
  transform_table(folder / "x.npy", folder / "y.csv", twice, {},
                  {.memory = 100'000, .progress = [&](std::string_view stage, double fraction) {
                     if (stage != "rows") return;
                     EXPECT_GE(fraction, last);
                     last = fraction;
                   }});
  EXPECT_GT(last, 0.5);
}

}  // namespace
}  // namespace resunit::test
