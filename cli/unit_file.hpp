// SPDX-License-Identifier: BSD-3-Clause
// Reads a model file that must contain a unit.
#pragma once

#include <fmt/format.h>

#include <string>

#include "resunit/error.hpp"
#include "resunit/model_file.hpp"
#include "terminal.hpp"

namespace resunit::cli {

/// Throws DataError if the file contains a model of another kind.
inline Unit read_unit(const std::string& file) {
  const Model model = read_model(file, check_interrupt);
  if (const Fit* fit = std::get_if<Fit>(&model)) return fit->unit;
  throw DataError(fmt::format("{}: the model is of kind \"regressor\", expected \"unit\"", file));
}

}  // namespace resunit::cli
