// SPDX-License-Identifier: BSD-3-Clause
// Rows solved in passes equal those solved in memory, from any starting point.
#include "out_of_core/row_passes.hpp"

#include <gtest/gtest.h>

#include "out_of_core/world.hpp"
#include "support/random.hpp"

namespace resunit::test {
namespace {

/// Rows of layer 2: least squares of x on y.
OutOfCoreRows rows_of_layer2(const Triangles& triangles) {
  return {.F = [](const Samples& chunk) { return Matrix(chunk.Y); },
          .targets = [](const Samples& chunk, Index first,
                        Index count) { return Matrix(chunk.X.middleCols(first, count).transpose()); },
          .triangle = triangles.Y,
          .target_lengths = triangles.X.colwise().norm().transpose()};
}

TEST(RowPasses, ConvergeToTheSameRowsFromAnyStart) {
  const Unit unit = draw_teacher({.inputs = 4, .outputs = 5, .seed = 4});
  const Files files(unit, {.samples = 1500, .noise = 0.3});
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 4000});
  const Triangles triangles = find_triangles(stream, 2);
  for (const RowProgram program : {RowProgram::least_squares, RowProgram::central_path}) {
    const RowsResult in_memory = solve_rows(program, files.data.Y, Matrix(files.data.X.transpose()));
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Matrix start = 50 * Random(seed).gaussian(4, 5);
      const RowsResult found = solve_rows_out_of_core(program, stream, rows_of_layer2(triangles), start, {}, 2);
      EXPECT_EQ(found.status(), RowStatus::solved);
      EXPECT_TRUE(found.C.isApprox(in_memory.C, 1e-6)) << found.C << "\n\n" << in_memory.C;
      for (std::size_t j = 0; j < in_memory.rows.size(); ++j)
        EXPECT_NEAR(found.rows[j].objective, in_memory.rows[j].objective, 1e-8 * std::abs(in_memory.rows[j].objective));
    }
  }
}

TEST(RowPasses, ReturnZeroRowsIfFIsZero) {
  const Files files({Random(1).gaussian(50, 2), Matrix::Zero(50, 3)});
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 400});
  const RowsResult found = solve_rows_out_of_core(RowProgram::least_squares, stream,
                                                  rows_of_layer2(find_triangles(stream, 1)), Matrix::Zero(2, 3), {}, 1);
  EXPECT_EQ(found.rank, 0);
  EXPECT_EQ(found.C, Matrix::Zero(2, 3));
  EXPECT_EQ(found.status(), RowStatus::not_run);
}

}  // namespace
}  // namespace resunit::test
