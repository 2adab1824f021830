// SPDX-License-Identifier: BSD-3-Clause
// Speed of reading CSV: 200 MB of normally distributed numbers with all digits (about 600,000 x 18), from a file in the
// page cache. The numbers read are compared bit for bit with those written.
#include <benchmark/benchmark.h>

#include <filesystem>

#include "resunit/synthetic.hpp"
#include "resunit/table.hpp"
#include "support/temporary_folder.hpp"

namespace resunit::benchmarks {
namespace {

constexpr Index kColumns = 18;
constexpr Index kRows = 570'000;

void read_csv(benchmark::State& state) {
  const Unit unit = draw_teacher({.inputs = kColumns, .seed = 1});
  const Matrix written = draw_samples(unit, {.samples = kRows, .seed = 2}).X;
  const test::TemporaryFolder folder;
  write_table(folder / "table.csv", written);
  Table table;
  for (auto _ : state) table = read_table(folder / "table.csv");
  state.SetBytesProcessed(
      static_cast<std::int64_t>(state.iterations() * std::filesystem::file_size(folder / "table.csv")));
  if (table.values != written) state.SkipWithError("the numbers read differ from those written");
}
BENCHMARK(read_csv)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Repetitions(5)
    ->ReportAggregatesOnly();

}  // namespace
}  // namespace resunit::benchmarks
