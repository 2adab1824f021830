// Tables by content: what begins with NumPy's magic is an array, everything else is CSV.
#include <algorithm>
#include <filesystem>

#include "io/csv.hpp"
#include "io/finite_entries.hpp"
#include "io/npy.hpp"
#include "io/table_writer.hpp"
#include "io/whole_file.hpp"
#include "parallel/underway.hpp"
#include "resunit/io.hpp"

namespace resunit {
namespace {

/// All rows, with a word in between on how many are written.
void append_in_parts(const MatrixView& values, std::string_view stage, const Progress& report, TableWriter& out) {
  constexpr Index kNumbers = 1 << 20;
  const Index rows = std::max<Index>(1, kNumbers / std::max<Index>(1, values.cols()));
  for (Index first = 0; first < values.rows(); first += rows) {
    if (report) report(stage, static_cast<double>(first) / static_cast<double>(values.rows()));
    out.append(values.middleRows(first, std::min(rows, values.rows() - first)));
  }
}

}  // namespace

Table read_table(const std::filesystem::path& file, int threads, const Progress& progress) {
  Underway underway(progress);
  if (progress) underway.reports()("reading", 0);
  const std::string bytes = read_whole_file(file);
  if (!is_npy(bytes)) return parse_csv(file.string(), bytes, threads);
  Table table{.values = parse_npy(file.string(), bytes), .names = {}};
  require_finite_entries(file.string(), table.values, 0);
  return table;
}

void write_table(const std::filesystem::path& file, const MatrixView& values, const std::vector<std::string>& names,
                 const Progress& progress) {
  Underway underway(progress);
  TableWriter out(file, values.rows(), values.cols(), names);
  append_in_parts(values, "writing", underway.reports(), out);
  out.commit();
}

void write_samples(const std::filesystem::path& X, const std::filesystem::path& Y, const Samples& samples,
                   const Progress& progress) {
  Underway underway(progress);
  TableWriter inputs(X, samples.X.rows(), samples.X.cols()), outputs(Y, samples.Y.rows(), samples.Y.cols());
  append_in_parts(samples.X, "writing inputs", underway.reports(), inputs);
  append_in_parts(samples.Y, "writing outputs", underway.reports(), outputs);
  inputs.commit();
  outputs.commit();
}

}  // namespace resunit
