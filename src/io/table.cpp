// Tables by content: what begins with NumPy's magic is an array, everything else is CSV.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/csv.hpp"
#include "io/npy.hpp"
#include "io/whole_file.hpp"
#include "resunit/error.hpp"
#include "resunit/io.hpp"

namespace resunit {
namespace {

/// Throws `complaint` with the first entry that is NaN or infinite. (The public require_finite also refuses
/// 1e200.)
void require_finite_entries(const std::string& complaint, const MatrixView& values) {
  if (values.allFinite()) return;
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      if (std::isfinite(values(i, j))) continue;
      throw DataError(
          fmt::format("{}, row {}, column {}: {} is not a finite number", complaint, i + 1, j + 1, values(i, j)));
    }
  }
}

}  // namespace

Table read_table(const std::filesystem::path& file) {
  const std::string bytes = read_whole_file(file);
  if (!is_npy(bytes)) return parse_csv(file.string(), bytes);
  Table table{.values = parse_npy(file.string(), bytes), .names = {}};
  require_finite_entries(file.string(), table.values);
  return table;
}

void write_table(const std::filesystem::path& file, const MatrixView& values, const std::vector<std::string>& names) {
  require_finite_entries(fmt::format("cannot write {}", file.string()), values);
  AtomicFile out(file);
  if (file.extension() == ".npy") {
    write_npy(out, values);
  } else {
    write_csv(out, values, names);
  }
  out.commit();
}

}  // namespace resunit
