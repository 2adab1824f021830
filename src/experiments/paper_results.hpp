// SPDX-License-Identifier: BSD-3-Clause
// Numbers printed in the paper or digitized from its figures, for comparison (paper_results.json, built in).
#pragma once

#include <nlohmann/json.hpp>

namespace resunit::experiments {

const nlohmann::json& paper_results(const char* experiment);

/// A printed number; infinity for null, where the paper prints an infinity.
double printed(const nlohmann::json& value);
std::vector<double> printed_list(const nlohmann::json& values);

}  // namespace resunit::experiments
