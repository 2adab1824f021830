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

/// How the first line of a CSV file was read.
enum class FirstLine {
  sample,           ///< numbers; also for .npy files
  doubtful_sample,  ///< a sample, but its integers could be column names
  names,            ///< a header
  numeric_names,    ///< a header whose names are integers
};

/// A table as read from a file.
struct Table {
  Matrix values;                   ///< one sample per row
  std::vector<std::string> names;  ///< names of the columns; empty if the file has no header
  FirstLine first_line = FirstLine::sample;
};

/// Whether the first line of a CSV file is a header.
enum class Header {
  automatic,  ///< yes if it contains text and no number, or only the integers 0, 1, .. that `to_csv` of pandas writes
              ///< (the rules are in docs/data.md); otherwise no
  yes,
  no,
};

/// Options of read_table.
struct ReadOptions {
  Header header = Header::automatic;  ///< ignored for .npy files
  int threads = 0;                    ///< 0: all cores
  Progress progress = {};             ///< an exception thrown by it (stage "reading") cancels the reading
};

/// Reads CSV (delimiter comma, semicolon or tab; with or without a header) or .npy (float32 or float64, C or Fortran
/// order); the format is detected from the content. Throws DataError for empty files, ragged rows, text in place of a
/// number, NaN and infinities.
[[nodiscard]] RESUNIT_API Table read_table(const std::filesystem::path& file, const ReadOptions& options = {});

/// The same without ReadOptions::header.
[[nodiscard]] inline Table read_table(const std::filesystem::path& file, int threads, const Progress& progress = {}) {
  return read_table(file, ReadOptions{.threads = threads, .progress = progress});
}

/// Writes .npy if the file name ends in .npy, otherwise CSV with `names` as header (no header if empty). The numbers
/// are read back bit for bit. Throws DataError if an entry is not finite or the file cannot be written. An exception
/// thrown by `progress` (stage "writing") cancels it.
RESUNIT_API void write_table(const std::filesystem::path& file, const MatrixView& values,
                             const std::vector<std::string>& names = {}, const Progress& progress = {});

}  // namespace resunit
