// SPDX-License-Identifier: BSD-3-Clause
// Matrices of weights as text with names of rows and columns.
#pragma once

#include <string>
#include <vector>

#include "resunit/types.hpp"

namespace resunit::cli {

/// "A        x1        x2\n x1    0.5  ...": a line with the name of the matrix and its columns, then one line per row.
std::string matrix_text(const std::string& name, const MatrixView& M, const std::vector<std::string>& rows,
                        const std::vector<std::string>& columns);

}  // namespace resunit::cli
