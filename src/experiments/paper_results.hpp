// SPDX-License-Identifier: BSD-3-Clause
// The numbers that the paper prints, or digitized from its figures, for comparison (paper_results.json, built in).
#pragma once

#include <nlohmann/json.hpp>

namespace resunit::experiments {

const nlohmann::json& paper_results(const char* experiment);

/// A printed number; null means the infinity that the paper prints.
double printed(const nlohmann::json& value);
std::vector<double> printed_list(const nlohmann::json& values);

}  // namespace resunit::experiments
