// SPDX-License-Identifier: BSD-3-Clause
// Ranges of inputs, and columns in messages.
#include "model/columns.hpp"

#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/samples.hpp"
#include "support/message_of.hpp"
#include "support/not_finite.hpp"

namespace resunit {
namespace {

TEST(InputRange, IsThatOfEachColumn) {
  const InputRange range = range_of(Matrix{{1, -5}, {3, 2}, {-2, 0}});
  EXPECT_EQ(range.low, (Vector{{-2, -5}}));
  EXPECT_EQ(range.high, (Vector{{3, 2}}));
  EXPECT_EQ(range_of(Matrix(0, 2)).low.size(), 0);
}

TEST(InputRange, CountsRowsOutside) {
  const InputRange range{.low = Vector{{0, 0}}, .high = Vector{{1, 2}}};
  EXPECT_EQ(rows_outside(range, Matrix{{0, 0}, {1, 2}, {1.5, 1}, {-1, 3}, {0.5, 2.5}}), 3);
  EXPECT_EQ(rows_outside({}, Matrix{{7, 7}}), 0) << "unknown range";
}

TEST(InputName, IsTheNameOrTheNumber) {
  EXPECT_EQ(input_name({.inputs = {"a", "b"}}, 1), "the column 'b'");
  EXPECT_EQ(input_name({}, 1), "column 2 of X");
  EXPECT_EQ(input_name({.first_number = 0}, 1), "column 1 of X");
}

TEST(ValidateSamples, NamesTheColumn) {
  Matrix X = Matrix::Ones(5, 2);
  X(3, 1) = test::kNan;
  const auto message = [&](const Columns& columns) {
    return test::message_of<DataError>([&] { validate(Samples{X, X}, columns); });
  };
  EXPECT_EQ(message({}), "X is NaN in row 4, column 2");
  EXPECT_EQ(message({.first_number = 0}), "X is NaN in row 3, column 1");
  EXPECT_EQ(message({.inputs = {"a", "b"}, .first_number = 0}), "X is NaN in row 3, column 'b'");
}

}  // namespace
}  // namespace resunit
