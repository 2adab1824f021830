// SPDX-License-Identifier: BSD-3-Clause
// Reads model files of a known kind.
#pragma once

#include <filesystem>
#include <variant>

#include "resunit/model_file.hpp"

namespace resunit::test {

inline Fit read_fit(const std::filesystem::path& file) {
  return std::get<Fit>(read_model(file));
}

inline Regression read_regression(const std::filesystem::path& file) {
  return std::get<Regression>(read_model(file));
}

}  // namespace resunit::test
