// SPDX-License-Identifier: BSD-3-Clause
// Checks that tables have the shapes that a unit requires.
#pragma once

#include <fmt/format.h>

#include "model/counted.hpp"
#include "resunit/error.hpp"
#include "resunit/unit.hpp"

namespace resunit::cli {

inline void require_inputs(const Unit& unit, const Matrix& X) {
  if (X.cols() == unit.inputs()) return;
  throw DataError(
      fmt::format("X has {}, the model has {}", counted(X.cols(), "column"), counted(unit.inputs(), "input")));
}

inline void require_outputs(const Unit& unit, const Matrix& X, const Matrix& Y) {
  if (Y.cols() != unit.outputs()) {
    throw DataError(
        fmt::format("Y has {}, the model has {}", counted(Y.cols(), "column"), counted(unit.outputs(), "output")));
  }
  if (X.rows() != Y.rows()) throw DataError(fmt::format("X has {}, Y has {}", counted(X.rows(), "row"), Y.rows()));
}

}  // namespace resunit::cli
