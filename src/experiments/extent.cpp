// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/extent.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace resunit::experiments {
namespace {

constexpr std::size_t kMaxListed = 12;  ///< values that are listed one by one

std::vector<Task> tasks_of(const Records& records) {
  std::vector<Task> tasks;
  for (const Record& record : records) tasks.push_back(record.task);
  return tasks;
}

template <typename Value, typename Get>
std::set<Value> distinct(const std::vector<Task>& tasks, const Get& get) {
  std::set<Value> values;
  for (const Task& task : tasks) values.insert(get(task));
  return values;
}

template <typename Value>
std::vector<Value> missing(const std::set<Value>& all, const std::set<Value>& present) {
  std::vector<Value> values;
  std::set_difference(all.begin(), all.end(), present.begin(), present.end(), std::back_inserter(values));
  return values;
}

/// The smallest and the largest number of distinct values among the groups of a key.
template <typename Key, typename Get>
std::string counts_text(const std::vector<Task>& tasks, const Key& key, const Get& get, const std::string& noun) {
  std::map<decltype(key(tasks.front())), std::set<int>> groups;
  for (const Task& task : tasks) groups[key(task)].insert(get(task));
  std::size_t least = tasks.size(), most = 0;
  for (const auto& [name, values] : groups) {
    least = std::min(least, values.size());
    most = std::max(most, values.size());
  }
  return least == most ? counted(most, noun) : fmt::format("{} to {}", least, counted(most, noun));
}

int network_of(const Task& task) {
  return task.network;
}

int trial_of(const Task& task) {
  return task.trial;
}

std::string value_text(const Experiment& experiment, std::size_t setting, double value) {
  return experiment.value_text ? experiment.value_text(setting, value) : short_number(value);
}

/// "d = 10, 12", or the range of a long list.
std::string omitted_setting(const Experiment& experiment, std::size_t k, const std::vector<Task>& full,
                            const std::vector<Task>& run) {
  const auto get = [k](const Task& task) { return task.setting[k]; };
  const std::set<double> all = distinct<double>(full, get);
  const std::vector<double> values = missing(all, distinct<double>(run, get));
  if (values.empty()) return {};
  if (values.size() > kMaxListed)
    return fmt::format("{} of {} values of {} ({})", values.size(), all.size(), experiment.setting_names[k],
                       range_text(values.front(), values.back()));
  std::vector<std::string> names;
  for (const double value : values) names.push_back(value_text(experiment, k, value));
  return fmt::format("{} = {}", experiment.setting_names[k], fmt::join(names, ", "));
}

std::string omitted_numbers(const std::vector<Task>& full, const std::vector<Task>& run, int (*get)(const Task&),
                            const char* noun) {
  const std::vector<int> values = missing(distinct<int>(full, get), distinct<int>(run, get));
  if (values.empty()) return {};
  return fmt::format("{}{} {}", noun, values.size() > 1 ? "s" : "", range_text(values.front(), values.back()));
}

}  // namespace

std::string short_number(double value) {
  const std::string text = fmt::format("{:g}", value);
  const std::size_t plus = text.find("e+");
  return plus == std::string::npos ? text : text.substr(0, plus + 1) + std::to_string(std::stoi(text.substr(plus + 2)));
}

std::string range_text(double low, double high) {
  return low == high ? short_number(low) : short_number(low) + " to " + short_number(high);
}

std::string counted(std::size_t count, const std::string& noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::size_t network_count(const Records& records) {
  return distinct<int>(tasks_of(records), network_of).size();
}

std::string extent_text(const Records& records) {
  const std::vector<Task> tasks = tasks_of(records);
  if (tasks.empty()) return "No fits.";
  const auto cell = [](const Task& task) { return std::pair(task.method, task.setting); };
  const auto cell_and_network = [](const Task& task) { return std::tuple(task.method, task.setting, task.network); };
  return fmt::format(
      "{}: {}, {}; for each of them {}, {} per network.", counted(tasks.size(), "fit"),
      counted(distinct<std::string>(tasks, [](const Task& task) { return task.method; }).size(), "method"),
      counted(distinct<std::vector<double>>(tasks, [](const Task& task) { return task.setting; }).size(), "setting"),
      counts_text(tasks, cell, network_of, "network"), counts_text(tasks, cell_and_network, trial_of, "trial"));
}

std::string seeds_text(const Records& records) {
  const std::set<int> networks = distinct<int>(tasks_of(records), network_of);
  const std::set<int> trials = distinct<int>(tasks_of(records), trial_of);
  if (networks.empty()) return {};
  return fmt::format("Seeds: network {} is the seed of the teacher; with trial {} it gives the seed of the samples.",
                     range_text(*networks.begin(), *networks.rbegin()), range_text(*trials.begin(), *trials.rbegin()));
}

std::string omitted_text(const Experiment& experiment, const std::vector<Task>& full, const Records& records) {
  const std::vector<Task> run = tasks_of(records);
  std::vector<std::string> parts;
  const auto method_of = [](const Task& task) { return task.method; };
  for (const std::string& method :
       missing(distinct<std::string>(full, method_of), distinct<std::string>(run, method_of)))
    parts.push_back(method);
  for (std::size_t k = 0; k < experiment.setting_names.size(); ++k)
    parts.push_back(omitted_setting(experiment, k, full, run));
  parts.push_back(omitted_numbers(full, run, network_of, "network"));
  parts.push_back(omitted_numbers(full, run, trial_of, "trial"));
  std::erase(parts, "");
  if (parts.empty()) return {};
  return fmt::format("Omitted here, but part of a full run: {}.", fmt::join(parts, "; "));
}

}  // namespace resunit::experiments
