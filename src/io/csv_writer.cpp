// CSV with the shortest digits that read back bit for bit.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "io/csv.hpp"

namespace resunit {
namespace {

/// A name in double quotes, the quotes within it doubled, if it would otherwise be cut or changed.
std::string quoted_if_needed(const std::string& name) {
  if (name.find_first_of(",;\t\"\r\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string(2, c) : std::string(1, c);
  return quoted + '"';
}

std::string header(const std::vector<std::string>& names) {
  std::vector<std::string> fields;
  std::transform(names.begin(), names.end(), std::back_inserter(fields), quoted_if_needed);
  return fmt::format("{}\n", fmt::join(fields, ","));
}

}  // namespace

void write_csv_header(AtomicFile& out, const std::vector<std::string>& names) {
  if (!names.empty()) out.write(header(names));
}

void write_csv_rows(AtomicFile& out, const MatrixView& values) {
  std::string line;
  for (Index i = 0; i < values.rows(); ++i) {
    line.clear();
    for (Index j = 0; j < values.cols(); ++j) {
      fmt::format_to(std::back_inserter(line), "{}{}", j == 0 ? "" : ",", values(i, j));
    }
    out.write(line += '\n');
  }
}

}  // namespace resunit
