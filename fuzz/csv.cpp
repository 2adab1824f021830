// Any bytes as a CSV file: a table that keeps its promises, or a DataError.
#include "io/csv.hpp"

#include <nlohmann/json.hpp>

#include "promise.hpp"
#include "resunit/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace resunit;
  try {
    const Table table = parse_csv("fuzz.csv", fuzz::text(data, size), 1);
    fuzz::promise(table.values.size() > 0 && table.values.allFinite());
    fuzz::promise(table.names.empty() || std::ssize(table.names) == table.values.cols());
    for (const std::string& name : table.names) (void)nlohmann::json(name).dump();  // throws unless it is UTF-8
  } catch (const DataError&) {
  }
  return 0;
}
