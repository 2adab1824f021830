// SPDX-License-Identifier: BSD-3-Clause
// Names of a model's inputs and outputs: those of its columns, or x1, x2, .. and y1, y2, ..
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "resunit/fit_network.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/regress.hpp"

namespace resunit::cli {

inline std::vector<std::string> names_or_numbers(const std::vector<std::string>& names, char letter, Index count) {
  if (!names.empty()) return names;
  std::vector<std::string> numbered;
  for (Index k = 1; k <= count; ++k) numbered.push_back(fmt::format("{}{}", letter, k));
  return numbered;
}

inline std::vector<std::string> input_names(const Fit& fit) {
  return names_or_numbers(fit.columns.inputs, 'x', fit.unit.inputs());
}
inline std::vector<std::string> input_names(const NetworkFit& fit) {
  return names_or_numbers(fit.columns.inputs, 'x', fit.network.inputs());
}
inline std::vector<std::string> input_names(const Regression& regression) {
  return names_or_numbers(regression.regressor.columns.inputs, 'x', regression.regressor.input_count());
}

inline std::vector<std::string> output_names(const Fit& fit) {
  return names_or_numbers(fit.columns.targets, 'y', fit.unit.outputs());
}
inline std::vector<std::string> output_names(const NetworkFit& fit) {
  return names_or_numbers(fit.columns.targets, 'y', fit.network.outputs());
}
inline std::vector<std::string> output_names(const Regression& regression) {
  return names_or_numbers(regression.regressor.columns.targets, 'y', regression.regressor.output_count());
}

}  // namespace resunit::cli
