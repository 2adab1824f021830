// Files: tables of numbers (CSV, NumPy .npy) and models (JSON). What cannot be read throws DataError with file, line
// and column; whatever is written appears under its name only once it is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "resunit/fit.hpp"
#include "resunit/progress.hpp"
#include "resunit/regress.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Of this machine, in bytes: what files, or numbers, take at most.
RESUNIT_API std::uint64_t half_of_memory();

/// A table as read from a file.
struct Table {
  Matrix values;                   ///< one sample per row
  std::vector<std::string> names;  ///< of the columns; empty if the file has no header
};

/// Reads CSV (comma, semicolon or tab; header detected) or .npy (float32 or float64, C or Fortran order), by content.
/// Refuses empty files, ragged rows, text among numbers, NaN and infinities. `threads`: 0 means all cores. An
/// exception from `progress` (stage "reading") stops it, as it stops writing.
RESUNIT_API Table read_table(const std::filesystem::path& file, int threads = 0, const Progress& progress = {});

/// Writes .npy if the name ends so, else CSV with `names` as header (none if empty); numbers read back bit for bit.
RESUNIT_API void write_table(const std::filesystem::path& file, const MatrixView& values,
                             const std::vector<std::string>& names = {}, const Progress& progress = {});

/// Writes two tables. If `progress` stops it, neither appears; both take their names at the end, one after the other.
RESUNIT_API void write_samples(const std::filesystem::path& X, const std::filesystem::path& Y, const Samples& samples,
                               const Progress& progress = {});

/// Throws DataError unless `file` could be written now: to be asked before long work whose result goes there.
RESUNIT_API void require_writable(const std::filesystem::path& file);

/// A model file: {"format": "resunit", "version": 1, "kind": "unit", "A": [[..]], "B": [[..]], ...}. A teacher is
/// weights alone and reads as "not run"; a fit tells how it was found. An exception from `progress` stops writing and
/// reading, here and below: a pipe may let them wait.
RESUNIT_API void write_model(const std::filesystem::path& file, const Unit& unit, const Progress& progress = {});
RESUNIT_API void write_model(const std::filesystem::path& file, const Fit& fit, const Progress& progress = {});
RESUNIT_API Fit read_model(const std::filesystem::path& file, const Progress& progress = {});

/// The same of a regression: {"format": "resunit", "version": 1, "kind": "regressor", "inputs": [..], "A": [[..]],
/// ...}.
RESUNIT_API void write_model(const std::filesystem::path& file, const Regression& regression,
                             const Progress& progress = {});
RESUNIT_API Regression read_regression(const std::filesystem::path& file, const Progress& progress = {});

/// Either, by its "kind"; from a file, or from the text of one.
RESUNIT_API std::variant<Fit, Regression> read_any_model(const std::filesystem::path& file,
                                                         const Progress& progress = {});
RESUNIT_API std::variant<Fit, Regression> parse_any_model(const std::string& text);
RESUNIT_API std::string model_json(const Regression& regression, bool weights);

/// The document behind a model file, for `--json`; without the weights if asked.
RESUNIT_API std::string model_json(const Fit& fit, bool weights);

/// A table divided into inputs and targets.
struct TableSplit {
  Matrix X;
  Matrix Y;
  Columns columns;
};

/// `targets` counts columns from 0. Throws DataError where two columns have one name, for then names choose none.
RESUNIT_API TableSplit split_table(const Table& table, const std::vector<Index>& targets);

/// The columns of a table that a regressor takes, by name in any order; its targets may be there too. A table, or a
/// regressor, without names must have the columns in the order of training: inputs alone, or for a regressor without
/// names also the whole training table. Throws DataError that names what is missing or too much.
RESUNIT_API Matrix inputs_of(const Regressor& regressor, const Table& table);

/// The columns of a table that a regressor predicts, found likewise.
RESUNIT_API Matrix targets_of(const Regressor& regressor, const Table& table);

}  // namespace resunit
