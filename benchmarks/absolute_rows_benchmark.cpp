// SPDX-License-Identifier: BSD-3-Clause
// Time of layer 2 of a unit with noise 0.2 by (R2), all rows, one thread.
// The sum of the rows' objectives is checked against Clp's lower bound (the dual form).
#include "layer2_rows.hpp"
#include "oracle/clp.hpp"
#include "support/row_objectives.hpp"

namespace resunit::benchmarks {
namespace {

constexpr double kNoise = 0.2;

double loss_of(const Layer2Rows& rows, const Matrix& C) {
  double sum = 0;
  for (Index j = 0; j < C.rows(); ++j) sum += test::objective(RowProgram::absolute, rows.F, rows.T.row(j), C.row(j));
  return sum;
}

/// The minimum of the loss by Clp, computed once per problem.
double minimum_loss(const Layer2Rows& rows) {
  static std::map<const Layer2Rows*, double> known;
  const auto [entry, is_new] = known.try_emplace(&rows, 0);
  if (is_new)
    for (Index j = 0; j < rows.T.rows(); ++j)
      entry->second += oracle::absolute_optimum(rows.F, rows.T.row(j)).objective;
  return entry->second;
}

void check_loss(benchmark::State& state, const Layer2Rows& rows, const Matrix& C) {
  if (loss_of(rows, C) > (1 + 1e-8) * minimum_loss(rows)) state.SkipWithError("the loss is above the minimum");
}

void absolute_rows(benchmark::State& state) {
  const Layer2Rows& rows = layer2_rows(state, kNoise);
  RowsResult result;
  for (auto _ : state) result = solve_rows(RowProgram::absolute, rows.F, rows.T, {}, 1);
  state.counters["steps"] = mean_iterations(result);
  check_loss(state, rows, result.C);
}
BENCHMARK(absolute_rows)->Apply(protocol)->Args({8, 512})->Args({16, 512})->Args({32, 512})->Args({32, 4096});

void absolute_rows_by_clp(benchmark::State& state) {
  const Layer2Rows& rows = layer2_rows(state, kNoise);
  Matrix C(rows.T.rows(), rows.F.cols());
  for (auto _ : state)
    for (Index j = 0; j < C.rows(); ++j) C.row(j) = oracle::absolute_optimum(rows.F, rows.T.row(j)).c.transpose();
  check_loss(state, rows, C);
}
BENCHMARK(absolute_rows_by_clp)->Apply(protocol)->Args({8, 512})->Args({16, 512})->Args({32, 512})->Args({32, 4096});

}  // namespace
}  // namespace resunit::benchmarks
