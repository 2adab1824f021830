// SPDX-License-Identifier: BSD-3-Clause
// Do a model and tables belong together?
#pragma once

#include <fmt/format.h>

#include "resunit/error.hpp"
#include "resunit/unit.hpp"

namespace resunit::cli {

inline void require_inputs(const Unit& unit, const Matrix& X) {
  if (X.cols() == unit.inputs()) return;
  throw DataError(fmt::format("X has {} columns, the model takes {}", X.cols(), unit.inputs()));
}

inline void require_outputs(const Unit& unit, const Matrix& X, const Matrix& Y) {
  if (Y.cols() != unit.outputs()) {
    throw DataError(fmt::format("Y has {} columns, the model gives {}", Y.cols(), unit.outputs()));
  }
  if (X.rows() != Y.rows()) throw DataError(fmt::format("X has {} rows, Y has {}", X.rows(), Y.rows()));
}

}  // namespace resunit::cli
