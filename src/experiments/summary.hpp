// Sums over records: which ones, and their mean, median or deviation.
#pragma once

#include <functional>
#include <map>

#include "experiments/experiment.hpp"

namespace resunit::experiments {

/// The values of one figure in the records that pass.
std::vector<double> pick(const Records& records, std::size_t figure, const std::function<bool(const Task&)>& passes);

/// Their means by network: the paper averages over trials first.
std::vector<double> network_means(const Records& records, std::size_t figure,
                                  const std::function<bool(const Task&)>& passes);

double mean(const std::vector<double>& values);       ///< NaN of none
double deviation(const std::vector<double>& values);  ///< of a sample: divided by count - 1; 0 of one
double median(std::vector<double> values);

/// The passing of `method` at `setting`.
std::function<bool(const Task&)> at(std::string method, std::vector<double> setting);
std::function<bool(const Task&)> by(std::string method);

}  // namespace resunit::experiments
