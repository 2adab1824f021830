// SPDX-License-Identifier: BSD-3-Clause
// The extent of a run in words, counted from its records: fits, networks, trials, seeds, and what a full run has more.
#pragma once

#include <string>

#include "experiments/experiment.hpp"

namespace resunit::experiments {

/// "18 fits: 3 methods, 1 setting, 6 networks, 1 trial for each network."
std::string extent_text(const Records& records);

/// "Seeds: networks 0 to 5, trial 0."
std::string seeds_text(const Records& records);

/// The methods, values of settings, networks and trials of `full` that are not in the records; empty if there are none.
std::string omitted_text(const Experiment& experiment, const std::vector<Task>& full, const Records& records);

/// 0.05, 1000, 1e10
std::string short_number(double value);

/// "1", "1 to 4"
std::string range_text(double low, double high);

/// "1 network", "6 networks"
std::string counted(std::size_t count, const std::string& noun);

/// The number of networks in the records.
std::size_t network_count(const Records& records);

}  // namespace resunit::experiments
