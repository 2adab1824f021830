// SPDX-License-Identifier: BSD-3-Clause
// The format of a table is detected from its content: NumPy if it begins with NumPy's magic word, otherwise CSV.
#include "resunit/table.hpp"

#include <algorithm>
#include <filesystem>

#include "io/csv.hpp"
#include "io/entries.hpp"
#include "io/npy.hpp"
#include "io/table_writer.hpp"
#include "parallel/progress_scope.hpp"
#include "system/whole_file.hpp"

namespace resunit {
namespace {

/// Appends all rows and reports progress.
void append_in_parts(const MatrixView& values, std::string_view stage, const Progress& report, TableWriter& out) {
  constexpr Index kNumbers = 1 << 20;
  const Index rows = std::max<Index>(1, kNumbers / std::max<Index>(1, values.cols()));
  for (Index first = 0; first < values.rows(); first += rows) {
    if (report) report(stage, static_cast<double>(first) / static_cast<double>(values.rows()));
    out.append(values.middleRows(first, std::min(rows, values.rows() - first)));
  }
}

}  // namespace

Table read_table(const std::filesystem::path& file, const ReadOptions& options) {
  ProgressScope scope(options.progress);
  if (options.progress) scope.reports()("reading", 0);
  const std::string bytes = read_whole_file(file);
  if (!is_npy(bytes)) return parse_csv(file.string(), bytes, options);
  Table table{.values = parse_npy(file.string(), bytes), .names = {}};
  require_finite_entries(file.string(), table.values, 0);
  return table;
}

void write_table(const std::filesystem::path& file, const MatrixView& values, const std::vector<std::string>& names,
                 const Progress& progress) {
  ProgressScope scope(progress);
  TableWriter out(file, values.rows(), values.cols(), names);
  append_in_parts(values, "writing", scope.reports(), out);
  out.commit();
}

void write_samples(const std::filesystem::path& X, const std::filesystem::path& Y, const Samples& samples,
                   const Progress& progress) {
  ProgressScope scope(progress);
  TableWriter inputs(X, samples.X.rows(), samples.X.cols()), outputs(Y, samples.Y.rows(), samples.Y.cols());
  append_in_parts(samples.X, "writing inputs", scope.reports(), inputs);
  append_in_parts(samples.Y, "writing outputs", scope.reports(), outputs);
  inputs.commit();
  outputs.commit();
}

}  // namespace resunit
