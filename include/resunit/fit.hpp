// SPDX-License-Identifier: BSD-3-Clause
// Learns a unit from samples.
//
//     resunit::Dataset data = ...;
//     resunit::Fit fit = resunit::fit(data, {.method = resunit::Method::lp});
//     std::cout << fit.brief();
#pragma once

#include <cstdint>
#include <filesystem>

#include "resunit/fit_network.hpp"
#include "resunit/fit_options.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"
#include "resunit/table.hpp"

namespace resunit {

/// Learns a unit from samples in memory. Throws DataError for samples that cannot be used and OptionError for options
/// out of range; every other outcome is a status.
[[nodiscard]] RESUNIT_API Fit fit(const Samples& samples, const FitOptions& options = {});

/// Learns a unit from the tables in two files, CSV or .npy.
///     resunit::Fit fit = resunit::fit_files("x.npy", "y.npy", {}, 2ULL << 30);
///     std::cout << fit.full();                    // includes the number of passes over the files
/// `memory` is the memory limit in bytes for the samples and the work on them (0: half of the machine's memory); the
/// program itself needs about 60 MB more. Two .npy files that exceed the limit are processed out of core: a search on a
/// random subset of the samples, then passes over all of them, one chunk at a time. The weights agree with those of a
/// fit in memory to rounding error (qp, exact) or to a hundredth of their standard errors (noisy). Methods auto, exact,
/// noisy and qp support this, but not the options robust and sandwich of noisy, nor nonnegative of qp; the lack-of-fit
/// test and the curvature for the standard errors of noisy then use a subset of the samples. The other methods require
/// all samples in memory and ignore the default limit. Reading a CSV file may need up to five times its size. Throws
/// the exceptions of fit and read_table, and OptionError if the limit is too small for the method or for a CSV file.
/// The fit stores the column names of CSV files with a header unless options.columns has names.
[[nodiscard]] RESUNIT_API Fit fit_files(const std::filesystem::path& X, const std::filesystem::path& Y,
                                        const FitOptions& options = {}, std::uint64_t memory = 0);

/// The inputs of a fitted unit or network, selected from a table by name; their order is arbitrary, and the table may contain the
/// outputs as well. If the table or the fit has no names, the table must have the inputs only, in the order of the
/// samples. Throws DataError with the columns that are missing or unexpected.
[[nodiscard]] RESUNIT_API Matrix inputs_of(const Fit& fit, const Table& table);
[[nodiscard]] RESUNIT_API Matrix inputs_of(const NetworkFit& fit, const Table& table);

/// The outputs of a fitted unit or network, selected from a table in the same way.
[[nodiscard]] RESUNIT_API Matrix outputs_of(const Fit& fit, const Table& table);
[[nodiscard]] RESUNIT_API Matrix outputs_of(const NetworkFit& fit, const Table& table);

}  // namespace resunit
