// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace resunit::experiments {

std::vector<double> pick(const Records& records, std::size_t column, const std::function<bool(const Task&)>& passes) {
  std::vector<double> values;
  for (const Record& record : records)
    if (passes(record.task)) values.push_back(record.values[column]);
  return values;
}

std::vector<double> network_means(const Records& records, std::size_t column,
                                  const std::function<bool(const Task&)>& passes) {
  std::map<int, std::vector<double>> by_network;
  for (const Record& record : records)
    if (passes(record.task)) by_network[record.task.network].push_back(record.values[column]);
  std::vector<double> means;
  for (const auto& [network, values] : by_network) means.push_back(mean(values));
  return means;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::vector<double> finite_of(const std::vector<double>& values) {
  std::vector<double> finite;
  for (const double value : values)
    if (std::isfinite(value)) finite.push_back(value);
  return finite;
}

double mean(const std::vector<double>& values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  return sum(values) / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double center = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - center) * (value - center);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::vector<double> setting_values(const Records& records, std::size_t setting) {
  std::set<double> values;
  for (const Record& record : records) values.insert(record.task.setting[setting]);
  return {values.begin(), values.end()};
}

std::function<bool(const Task&)> at(std::string method, std::vector<double> setting) {
  return [method = std::move(method), setting = std::move(setting)](const Task& task) {
    return task.method == method && task.setting == setting;
  };
}

std::function<bool(const Task&)> by(std::string method) {
  return [method = std::move(method)](const Task& task) { return task.method == method; };
}

}  // namespace resunit::experiments
