// What the paper prints, and what was read off its figures: facts to stand beside ours (paper_results.json, built in).
#pragma once

#include <nlohmann/json.hpp>

namespace resunit::experiments {

const nlohmann::json& paper_results(const char* experiment);

/// A printed number; null stands for the infinity that the paper prints.
double printed(const nlohmann::json& value);
std::vector<double> printed_list(const nlohmann::json& values);

}  // namespace resunit::experiments
