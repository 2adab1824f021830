// SPDX-License-Identifier: BSD-3-Clause
// Models as JSON files. Doubles are written so that they read back bit for bit. What cannot be read throws DataError
// with the file and the field; a file appears under its name only once it is complete.
#pragma once

#include <filesystem>
#include <variant>

#include "resunit/fit_result.hpp"
#include "resunit/progress.hpp"
#include "resunit/regress.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// A model of any kind.
using Model = std::variant<Fit, Regression>;

/// {"format": "resunit", "version": 1, "kind": "unit", "A": [[..]], "B": [[..]], ...} for a unit or a fit of one, and
/// {..., "kind": "regressor", "inputs": [..], "A": [[..]], ...} for a regression. A unit by itself (a teacher) has
/// weights alone and reads as a fit that was not run. An exception from `progress` stops writing and reading: a pipe
/// may have to wait for its other end.
RESUNIT_API void write_model(const std::filesystem::path& file, const Unit& unit, const Progress& progress = {});
RESUNIT_API void write_model(const std::filesystem::path& file, const Fit& fit, const Progress& progress = {});
RESUNIT_API void write_model(const std::filesystem::path& file, const Regression& regression,
                             const Progress& progress = {});

/// A file of either kind; files of version 0.1.0 are still read.
[[nodiscard]] RESUNIT_API Model read_model(const std::filesystem::path& file, const Progress& progress = {});

}  // namespace resunit
