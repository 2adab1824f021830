// SPDX-License-Identifier: BSD-3-Clause
// Time of layer 2 of a noiseless unit by (R0), all rows, one thread.
// Every sample is checked: F c >= t - 1e-8 max |t|. For comparison, Clp computes any feasible point of the same rows.
#include "layer2_rows.hpp"
#include "oracle/clp.hpp"

namespace resunit::benchmarks {
namespace {

void check_feasible(benchmark::State& state, const Layer2Rows& rows, const Matrix& C) {
  const double largest_violation = (rows.T - C * rows.F.transpose()).maxCoeff();
  if (largest_violation > 1e-8 * rows.T.cwiseAbs().maxCoeff()) state.SkipWithError("a constraint is violated");
}

void center_rows(benchmark::State& state) {
  const Layer2Rows& rows = layer2_rows(state, 0);
  RowsResult result;
  for (auto _ : state) result = solve_rows(RowProgram::center, rows.F, rows.T, {}, 1);
  state.counters["steps"] = mean_iterations(result);
  check_feasible(state, rows, result.C);
}
BENCHMARK(center_rows)->Apply(protocol)->Args({16, 512})->Args({32, 512});

void center_rows_by_clp(benchmark::State& state) {
  const Layer2Rows& rows = layer2_rows(state, 0);
  Matrix C(rows.T.rows(), rows.F.cols());
  for (auto _ : state)
    for (Index j = 0; j < C.rows(); ++j) C.row(j) = oracle::feasible_point(rows.F, rows.T.row(j)).value().transpose();
  check_feasible(state, rows, C);
}
BENCHMARK(center_rows_by_clp)->Apply(protocol)->Args({16, 512})->Args({32, 512});

}  // namespace
}  // namespace resunit::benchmarks
