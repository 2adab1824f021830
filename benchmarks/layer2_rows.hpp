// SPDX-License-Identifier: BSD-3-Clause
// The rows that the benchmarks solve: layer 2 of a random unit, Y c >= x_j for j = 1..d, and the timing protocol.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <utility>

#include "resunit/row.hpp"
#include "resunit/synthetic.hpp"

namespace resunit::benchmarks {

struct Layer2Rows {
  Layer2Rows(Index d, Index n, double noise)
      : unit(draw_teacher({.inputs = d, .seed = 1})),
        data(draw_samples(unit, {.samples = n, .noise = noise, .seed = 2})),
        F(data.Y),
        T(data.X.transpose()) {}

  Unit unit;
  Dataset data;
  const Matrix& F;
  Matrix T;
};

/// The rows for the benchmark's arguments (d, n), generated once for all repetitions.
inline const Layer2Rows& layer2_rows(const benchmark::State& state, double noise) {
  static std::map<std::pair<std::pair<Index, Index>, double>, Layer2Rows> drawn;
  const Index d = state.range(0), n = state.range(1);
  return drawn.try_emplace({{d, n}, noise}, d, n, noise).first->second;
}

/// All benchmarks report the median and spread of 5 repetitions in CPU time of the whole process.
inline void protocol(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"d", "n"})
      ->Unit(benchmark::kMillisecond)
      ->MeasureProcessCPUTime()
      ->Repetitions(5)
      ->ReportAggregatesOnly();
}

/// Mean number of Newton steps per row.
inline double mean_iterations(const RowsResult& result) {
  double sum = 0;
  for (const RowReport& report : result.rows) sum += report.iterations;
  return sum / static_cast<double>(result.rows.size());
}

}  // namespace resunit::benchmarks
