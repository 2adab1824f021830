// SPDX-License-Identifier: BSD-3-Clause
// Tables of numbers in files: CSV and NumPy .npy. A file that cannot be read throws DataError with file, line and
// column; a file that is written appears under its name only once it is complete.
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
  std::vector<std::string> names;  ///< names of the columns; empty if the file has no header
};

/// Reads CSV (delimiter comma, semicolon or tab; a header is detected) or .npy (float32 or float64, C or Fortran
/// order); the format is detected from the content. Throws DataError for empty files, ragged rows, text in place of a
/// number, NaN and infinities. `threads`: 0 means all cores. An exception thrown by `progress` (stage "reading")
/// cancels it.
[[nodiscard]] RESUNIT_API Table read_table(const std::filesystem::path& file, int threads = 0,
                                           const Progress& progress = {});

/// Writes .npy if the file name ends in .npy, otherwise CSV with `names` as header (no header if empty). The numbers
/// are read back bit for bit. Throws DataError if an entry is not finite or the file cannot be written. An exception
/// thrown by `progress` (stage "writing") cancels it.
RESUNIT_API void write_table(const std::filesystem::path& file, const MatrixView& values,
                             const std::vector<std::string>& names = {}, const Progress& progress = {});

}  // namespace resunit
