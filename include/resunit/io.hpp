// Files: tables of numbers (CSV, NumPy .npy) and models (JSON). What cannot be read throws DataError with file, line
// and column; whatever is written appears under its name only once it is complete.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "resunit/fit.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// A table as read from a file.
struct Table {
  Matrix values;                   ///< one sample per row
  std::vector<std::string> names;  ///< of the columns; empty if the file has no header
};

/// Reads CSV (comma, semicolon or tab; header detected) or .npy (float32 or float64, C or Fortran order), by content.
/// Refuses empty files, ragged rows, text among numbers, NaN and infinities.
RESUNIT_API Table read_table(const std::filesystem::path& file);

/// Writes .npy if the name ends so, else CSV with `names` as header (none if empty); numbers read back bit for bit.
RESUNIT_API void write_table(const std::filesystem::path& file, const MatrixView& values,
                             const std::vector<std::string>& names = {});

/// Throws DataError unless `file` could be written now: to be asked before long work whose result goes there.
RESUNIT_API void require_writable(const std::filesystem::path& file);

/// A model file: {"format": "resunit", "version": 1, "kind": "unit", "A": [[..]], "B": [[..]], ...}.
RESUNIT_API void write_model(const std::filesystem::path& file, const Unit& unit);  ///< a teacher: weights alone
RESUNIT_API void write_model(const std::filesystem::path& file, const Fit& fit);    ///< with how it was found
RESUNIT_API Fit read_model(const std::filesystem::path& file);                      ///< a teacher reads as "not run"

/// The document behind a model file, for `--json`; without the weights if asked.
RESUNIT_API std::string model_json(const Fit& fit, bool weights);

}  // namespace resunit
