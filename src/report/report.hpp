// SPDX-License-Identifier: BSD-3-Clause
// Reports as HTML pages, each one file without external resources. Plots require gnuplot and are omitted without it.
#pragma once

#include <filesystem>
#include <string>

#include "resunit/fit_result.hpp"
#include "resunit/regress.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Writes a page atomically. Throws DataError. An exception from `progress` cancels it.
void write_page(const std::filesystem::path& file, const std::string& html, const Progress& progress = {});

/// The report of a fit: status, weights with certificate or standard errors, outputs, residuals.
std::string fit_page(const Fit& fit, const Samples& samples, const std::string& command);

/// The report of a regression: scores and predictions of the cross-validation, or of the training rows without one.
std::string regression_page(const Regression& regression, const MatrixView& X, const MatrixView& Y,
                            const std::string& command);

}  // namespace resunit
