// SPDX-License-Identifier: BSD-3-Clause
// Time of layer 2 of a noiseless unit by (R1), all rows, one thread.
// The result is compared with the true C = B^-1. Clp finds the same point: it is the only feasible one of each row.
#include "layer2_rows.hpp"
#include "oracle/clp.hpp"

namespace resunit::benchmarks {
namespace {

double error_of(const Matrix& C, const Unit& unit) {
  const Matrix truth = left_inverse(unit).value();
  return (C - truth).norm() / truth.norm();
}

void least_squares_rows(benchmark::State& state) {
  const Layer2Rows& rows = layer2_rows(state, 0);
  RowsResult result;
  for (auto _ : state) result = solve_rows(RowProgram::least_squares, rows.F, rows.T, {}, 1);
  state.counters["steps"] = mean_iterations(result);
  if (error_of(result.C, rows.unit) > 1e-8) state.SkipWithError("C is not the inverse of B");
}
BENCHMARK(least_squares_rows)->Apply(protocol)->Args({16, 512})->Args({32, 4096})->Args({100, 48000});

void least_squares_rows_by_clp(benchmark::State& state) {
  const Layer2Rows& rows = layer2_rows(state, 0);
  Matrix C(rows.T.rows(), rows.F.cols());
  for (auto _ : state)
    for (Index j = 0; j < C.rows(); ++j) C.row(j) = oracle::feasible_point(rows.F, rows.T.row(j)).value().transpose();
  if (error_of(C, rows.unit) > 1e-5) state.SkipWithError("C is not the inverse of B");
}
BENCHMARK(least_squares_rows_by_clp)->Apply(protocol)->Args({16, 512})->Args({32, 4096});

}  // namespace
}  // namespace resunit::benchmarks
