// SPDX-License-Identifier: BSD-3-Clause
#include "remedies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "command_line.hpp"

namespace resunit::cli {
namespace {

constexpr const char* kRegressTemplate = "resunit regress TABLE --target NAME,... --model FILE";

bool is_csv(const std::string& file) {
  return std::filesystem::path(file).extension() == ".csv";
}

/// "a,b", quoted for the shell.
std::string joined(const std::vector<std::string>& words) {
  return quoted(fmt::format("{}", fmt::join(words, ",")));
}

/// The names of the outputs, or their column numbers in a table whose columns are the inputs followed by the outputs.
std::vector<std::string> targets_after(const Columns& columns, Index inputs, Index outputs) {
  if (!columns.targets.empty()) return columns.targets;
  std::vector<std::string> numbers;
  for (Index l = 1; l <= outputs; ++l) numbers.push_back(fmt::format("{}", inputs + l));
  return numbers;
}

/// The outputs of one table as options name them.
std::vector<std::string> targets_in_table(const SampleArguments& samples, const Columns& columns) {
  if (!samples.output_columns.empty()) return samples.output_columns;
  if (!columns.targets.empty()) return columns.targets;
  std::vector<std::string> numbers;
  for (const Index j : columns.target_at) numbers.push_back(fmt::format("{}", j + 1));
  return numbers;
}

std::string regress_on(const std::string& table, const std::vector<std::string>& targets, const std::string& model) {
  return fmt::format("resunit regress {} --target {} --model {}", quoted(table), joined(targets), quoted(model));
}

/// True if all inputs and outputs have different names, or none has one.
bool have_consistent_names(const Columns& columns) {
  std::vector<std::string> names = columns.inputs;
  names.insert(names.end(), columns.targets.begin(), columns.targets.end());
  std::sort(names.begin(), names.end());
  const bool distinct = std::adjacent_find(names.begin(), names.end()) == names.end();
  return columns.inputs.empty() == columns.targets.empty() && distinct;
}

}  // namespace

std::string command_to_diagnose(const SampleArguments& samples) {
  std::string text = "resunit diagnose " + quoted(samples.X);
  if (!samples.Y.empty()) text += ' ' + quoted(samples.Y);
  if (!samples.input_columns.empty()) text += " --input-columns " + joined(samples.input_columns);
  if (!samples.output_columns.empty()) text += " --output-columns " + joined(samples.output_columns);
  return text;
}

std::string command_to_compare_rows(const SampleArguments& samples) {
  if (samples.Y.empty() || !is_csv(samples.X) || !is_csv(samples.Y)) return {};
  return fmt::format("paste {} {} | head", quoted(samples.X), quoted(samples.Y));
}

std::string independent_inputs(const Fit& fit) {
  std::vector<std::string> words;
  for (const Index j : fit.independent_inputs)
    words.push_back(fit.columns.inputs.empty() ? fmt::format("{}", j + 1)
                                               : fit.columns.inputs[static_cast<std::size_t>(j)]);
  return joined(words);
}

std::string command_to_regress(const SampleArguments& samples, const std::string& model, const Fit& fit) {
  const Columns& columns = fit.columns;
  if (samples.Y.empty()) return regress_on(samples.X, targets_in_table(samples, columns), model);
  if (!samples.are_whole_files() || !have_consistent_names(columns)) return kRegressTemplate;
  const std::string stem = std::filesystem::path(model).replace_extension("").string() + "-samples";
  const std::vector<std::string> targets = targets_after(columns, fit.unit.inputs(), fit.unit.outputs());
  if (is_csv(samples.X) && is_csv(samples.Y))
    return fmt::format("paste -d, {} {} > {} && {}", quoted(samples.X), quoted(samples.Y), quoted(stem + ".csv"),
                       regress_on(stem + ".csv", targets, model));
  return kRegressTemplate;
}

}  // namespace resunit::cli
