// SPDX-License-Identifier: BSD-3-Clause
// Reports as HTML pages, each one file without external resources.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "resunit/fit_network.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/regress.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Names of the columns of X and Y; empty if unknown.
struct ColumnNames {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
};

/// Writes a page atomically. Throws DataError. An exception from `progress` cancels it.
void write_page(const std::filesystem::path& file, const std::string& html, const Progress& progress = {});

/// The report of a fit: status, weights with certificate or standard errors, errors and residuals of each output.
/// Columns without a name are called x1, x2, ... and y1, y2, ...
std::string fit_page(const Fit& fit, const Samples& samples, const std::string& command, const ColumnNames& names = {});
std::string fit_page(const NetworkFit& fit, const Samples& samples, const std::string& command,
                     const ColumnNames& names = {});

/// The report of a regression: scores and predictions of the cross-validation, or of the training rows without one.
std::string regression_page(const Regression& regression, const MatrixView& X, const MatrixView& Y,
                            const std::string& command);

}  // namespace resunit
