// SPDX-License-Identifier: BSD-3-Clause
// Statistics of records: selection, mean, median and standard deviation.
#pragma once

#include <functional>
#include <map>

#include "experiments/experiment.hpp"

namespace resunit::experiments {

/// The values in one column of the selected records.
std::vector<double> pick(const Records& records, std::size_t column, const std::function<bool(const Task&)>& passes);

/// The mean of these values per network: the paper averages over trials first.
std::vector<double> network_means(const Records& records, std::size_t column,
                                  const std::function<bool(const Task&)>& passes);

double sum(const std::vector<double>& values);
double mean(const std::vector<double>& values);       ///< NaN if there are no values
double deviation(const std::vector<double>& values);  ///< sample standard deviation (count - 1); 0 for a single value
double median(std::vector<double> values);            ///< NaN if there are no values
std::vector<double> finite_of(const std::vector<double>& values);  ///< without infinities: fits that found no unit

/// The distinct values of one setting in the records, in increasing order.
std::vector<double> setting_values(const Records& records, std::size_t setting);

/// Selects the tasks of `method` at `setting`.
std::function<bool(const Task&)> at(std::string method, std::vector<double> setting);
std::function<bool(const Task&)> by(std::string method);

}  // namespace resunit::experiments
