// SPDX-License-Identifier: BSD-3-Clause
// A teacher, noiseless samples of it, and the exact solutions of both layers.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "resunit/synthetic.hpp"
#include "resunit/unit.hpp"
#include "support/row_problems.hpp"

namespace resunit::test {

struct NoiselessSamples {
  NoiselessSamples(const TeacherOptions& options, Index samples)
      : teacher(draw_teacher(options)),
        data(draw_samples(teacher, {.samples = samples, .seed = options.seed})),
        C(left_inverse(teacher).value()),
        H((teacher.A * data.X.transpose()).cwiseMax(0)) {}

  RowProblem layer2() const { return {data.Y, data.X.transpose()}; }
  RowProblem layer1() const { return {-data.X, -H}; }

  Unit teacher;
  Dataset data;
  Matrix C;  ///< d x m, C B = I
  Matrix H;  ///< d x n, (A x_i)^+
};

/// Teachers of all shapes of the theorems: m = d, and m > d, for which rank Y = d < m.
inline std::vector<TeacherOptions> teachers_of_many_shapes(int seeds, double condition = 10) {
  std::vector<TeacherOptions> all;
  for (int seed = 0; seed < seeds; ++seed)
    for (const Index d : {2, 3, 5, 8, 12})
      for (const Index m : {d, d + 3})
        all.push_back({.inputs = d, .outputs = m, .condition = condition, .seed = static_cast<std::uint64_t>(seed)});
  return all;
}

inline testing::Message traced(const TeacherOptions& options) {
  return testing::Message() << "d = " << options.inputs << ", m = " << options.outputs << ", " << options.scale_rows
                            << " scale rows, seed " << options.seed;
}

}  // namespace resunit::test
