// Tables by content: what begins with NumPy's magic is an array, everything else is CSV.
#include <filesystem>

#include "io/csv.hpp"
#include "io/finite_entries.hpp"
#include "io/npy.hpp"
#include "io/table_writer.hpp"
#include "io/whole_file.hpp"
#include "parallel/underway.hpp"
#include "resunit/io.hpp"

namespace resunit {
Table read_table(const std::filesystem::path& file, int threads, const Progress& progress) {
  const Underway underway(progress);
  const std::string bytes = read_whole_file(file);
  if (!is_npy(bytes)) return parse_csv(file.string(), bytes, threads);
  Table table{.values = parse_npy(file.string(), bytes), .names = {}};
  require_finite_entries(file.string(), table.values, 0);
  return table;
}

void write_table(const std::filesystem::path& file, const MatrixView& values, const std::vector<std::string>& names,
                 const Progress& progress) {
  const Underway underway(progress);
  TableWriter out(file, values.rows(), values.cols(), names);
  out.append(values);
  out.commit();
}

}  // namespace resunit
