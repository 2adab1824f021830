// SPDX-License-Identifier: BSD-3-Clause
// Models as JSON files. Doubles are read back bit for bit as they were written. A file that cannot be read throws
// DataError with the names of the file and the field; a file appears under its name only once it is complete.
#pragma once

#include <filesystem>
#include <variant>

#include "resunit/fit_network.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/progress.hpp"
#include "resunit/regress.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// A model of any kind.
using Model = std::variant<Fit, NetworkFit, Regression>;

/// {"format": "resunit", "version": 1, "kind": "unit", "A": [[..]], "B": [[..]], ...} for a unit or a fit of one, and
/// {..., "kind": "network", "weights": [W_0, ..], ...} for a network, and {..., "kind": "regressor", "inputs": [..],
/// "A": [[..]], ...} for a regression. The file of a unit or network that was not fitted (a teacher) has weights only,
/// and is read as a fit with status "not run". An exception thrown by `progress`
/// cancels writing and reading, which may block on a pipe. Throws DataError if the file cannot be written.
RESUNIT_API void write_model(const std::filesystem::path& file, const Unit& unit, const Progress& progress = {});
RESUNIT_API void write_model(const std::filesystem::path& file, const Fit& fit, const Progress& progress = {});
RESUNIT_API void write_model(const std::filesystem::path& file, const Network& network, const Progress& progress = {});
RESUNIT_API void write_model(const std::filesystem::path& file, const NetworkFit& fit, const Progress& progress = {});
RESUNIT_API void write_model(const std::filesystem::path& file, const Regression& regression,
                             const Progress& progress = {});

/// Reads a file of any kind, also one written by version 0.1.0. Throws DataError if it cannot be read.
[[nodiscard]] RESUNIT_API Model read_model(const std::filesystem::path& file, const Progress& progress = {});

}  // namespace resunit
