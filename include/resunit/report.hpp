// Pages to look at: one HTML file each, which opens offline. Plots need gnuplot; without it there are tables.
#pragma once

#include <filesystem>
#include <string>

#include "resunit/fit.hpp"
#include "resunit/regress.hpp"

namespace resunit {

/// Writes a page under its name, complete or not at all. Throws DataError. An exception from `progress` stops it.
RESUNIT_API void write_page(const std::filesystem::path& file, const std::string& html, const Progress& progress = {});

/// What was learned from these samples: status, weights with certificate or standard errors, outputs, residuals.
RESUNIT_API std::string fit_page(const Fit& fit, const Samples& samples, const std::string& command);

/// How well a regression predicts: scores and predictions of the cross-validation, or of training where there is none.
RESUNIT_API std::string regression_page(const Regression& regression, const MatrixView& X, const MatrixView& Y,
                                        const std::string& command);

}  // namespace resunit
