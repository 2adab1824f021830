// SPDX-License-Identifier: BSD-3-Clause
// Arbitrary bytes as a NumPy file: the result is an array of the size that the header declares, or a DataError.
#include "io/npy.hpp"

#include "require.hpp"
#include "resunit/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace resunit;
  const std::string_view bytes = fuzz::text(data, size);
  if (!is_npy(bytes)) return -1;  // read as CSV: not kept in the corpus
  try {
    const Matrix values = parse_npy("fuzz.npy", bytes);
    fuzz::require(values.size() > 0 && values.size() * 4 <= std::ssize(bytes));
  } catch (const DataError&) {
  }
  return 0;
}
