// SPDX-License-Identifier: BSD-3-Clause
// Learn a unit from samples: the whole task in one call.
//
//     resunit::Dataset data = ...;
//     resunit::Fit fit = resunit::fit(data, {.method = resunit::Method::lp});
//     std::cout << fit.brief();
#pragma once

#include <cstdint>
#include <filesystem>

#include "resunit/fit_options.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Throws DataError for samples it cannot use and OptionError for options out of range; any other outcome is a status.
[[nodiscard]] RESUNIT_API Fit fit(const Samples& samples, const FitOptions& options = {});

/// The same for the tables in two files, CSV or .npy.
///     resunit::Fit fit = resunit::fit_files("x.npy", "y.npy", {}, 2ULL << 30);
///     std::cout << fit.full();                    // reports how often the files were read
/// `memory` limits the bytes that samples and the work on them may take (0: half of the machine's memory; the program
/// itself takes some 60 MB more). Two .npy files that exceed it are learned from out of core: a search on a random part
/// of the samples, then passes over all of them, one chunk at a time. The weights agree with those in memory to
/// rounding for qp and exact, under noise to a hundredth of their standard errors. Out of core there are methods auto,
/// exact, noisy (without robust and sandwich; the lack-of-fit test and the curvature behind the standard errors come
/// from a part of the samples) and qp (without nonnegative); the others need all samples in memory and ignore the
/// default limit. Throws what fit and read_table throw, and OptionError where the limit is too small for the method or
/// for tables of text; while text is read, it and its numbers may take up to five times its length.
[[nodiscard]] RESUNIT_API Fit fit_files(const std::filesystem::path& X, const std::filesystem::path& Y,
                                        const FitOptions& options = {}, std::uint64_t memory = 0);

}  // namespace resunit
