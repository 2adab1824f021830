// SPDX-License-Identifier: BSD-3-Clause
// Evenly spaced samples of two files.
#include "out_of_core/subset.hpp"

#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/table.hpp"
#include "support/temporary_folder.hpp"

namespace resunit::test {
namespace {

const Unit kTeacher = draw_teacher({.inputs = 4, .outputs = 5, .seed = 3});

TEST(PickSamples, ReturnsEvenlySpacedRowsInOrder) {
  const TemporaryFolder folder;
  const Dataset data = draw_samples(kTeacher, {.samples = 100});
  write_table(folder / "x.npy", data.X);
  write_table(folder / "y.npy", data.Y);
  const Dataset some = pick_samples(folder / "x.npy", folder / "y.npy", 10);
  ASSERT_EQ(some.X.rows(), 10);
  for (Index k = 0; k < 10; ++k) {
    EXPECT_EQ(some.X.row(k), data.X.row(10 * k));
    EXPECT_EQ(some.Y.row(k), data.Y.row(10 * k));
  }
  EXPECT_EQ(pick_samples(folder / "x.npy", folder / "y.npy", 1000).X, data.X);
}

TEST(PickSamples, RejectsTablesOfDifferentLength) {
  const TemporaryFolder folder;
  write_table(folder / "x.npy", Matrix(Matrix::Ones(10, 2)));
  write_table(folder / "y.npy", Matrix(Matrix::Ones(9, 2)));
  EXPECT_THROW(pick_samples(folder / "x.npy", folder / "y.npy", 3), DataError);
}

}  // namespace
}  // namespace resunit::test
