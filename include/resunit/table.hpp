// SPDX-License-Identifier: BSD-3-Clause
// Tables of numbers as files: CSV and NumPy .npy. What cannot be read throws DataError with file, line and column;
// whatever is written appears under its name only once it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// A table as read from a file.
struct Table {
  Matrix values;                   ///< one sample per row
  std::vector<std::string> names;  ///< of the columns; empty if the file has no header
};

/// Reads CSV (comma, semicolon or tab; header detected) or .npy (float32 or float64, C or Fortran order), by content.
/// Rejects empty files, ragged rows, text among numbers, NaN and infinities. `threads`: 0 means all cores. An exception
/// from `progress` (stage "reading") stops it, as it stops writing.
[[nodiscard]] RESUNIT_API Table read_table(const std::filesystem::path& file, int threads = 0,
                                           const Progress& progress = {});

/// Writes .npy if the name ends so, else CSV with `names` as header (none if empty); numbers read back bit for bit.
RESUNIT_API void write_table(const std::filesystem::path& file, const MatrixView& values,
                             const std::vector<std::string>& names = {}, const Progress& progress = {});

}  // namespace resunit
