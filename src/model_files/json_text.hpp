// SPDX-License-Identifier: BSD-3-Clause
// A model file as text that people can read and compare. Doubles are written as the shortest decimal numbers that are
// read back bit for bit.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "resunit/types.hpp"

namespace resunit::json {

using Json = nlohmann::ordered_json;

/// The first fields of every model file.
Json header(const char* kind);

Json matrix(const MatrixView& M);
Json matrices(const std::vector<Matrix>& list);
Json vector(const Vector& values);

/// Column numbers in files begin with 1.
Json column_numbers(const std::vector<Index>& positions);

Json stages(const std::vector<std::pair<std::string, double>>& seconds);

/// One line per field, and one per row of a matrix, of an array of matrices or of a table.
std::string one_field_per_line(const Json& document);

}  // namespace resunit::json
