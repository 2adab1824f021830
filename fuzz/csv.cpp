// SPDX-License-Identifier: BSD-3-Clause
// Arbitrary bytes as a CSV file: the result is a valid table, which is read back unchanged after it is written, or a
// DataError.
#include "io/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "require.hpp"
#include "resunit/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace resunit;
  try {
    const std::string_view text = fuzz::text(data, size);
    const auto header = static_cast<Header>(text.size() % 3);  // every kind of header
    const Table table = parse_csv("fuzz.csv", text, {.header = header, .threads = 1});
    fuzz::require(table.values.size() > 0 && table.values.allFinite());
    fuzz::require(table.names.empty() || std::ssize(table.names) == table.values.cols());
    for (const std::string& name : table.names) (void)nlohmann::json(name).dump();  // throws unless it is UTF-8
    const std::string written = csv_header(table.names) + fmt::format("{}\n", fmt::join(table.values.row(0), ","));
    const Header named = table.names.empty() ? Header::no : Header::yes;
    const Table again = parse_csv("written.csv", written, {.header = named, .threads = 1});
    fuzz::require(again.names == table.names && again.values == table.values.topRows(1));
  } catch (const DataError&) {
  }
  return 0;
}
