// SPDX-License-Identifier: BSD-3-Clause
#include "model_files/json_text.hpp"

#include <fmt/format.h>

#include "model_files/model_json.hpp"

namespace resunit::json {

Json header(const char* kind) {
  return {{"format", kModelFormat}, {"version", kModelVersion}, {"kind", kind}};
}

Json matrix(const MatrixView& M) {
  Json rows = Json::array();
  for (Index i = 0; i < M.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < M.cols(); ++j) row.push_back(M(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json matrices(const std::vector<Matrix>& list) {
  Json array = Json::array();
  for (const Matrix& M : list) array.push_back(matrix(M));
  return array;
}

Json vector(const Vector& values) {
  Json entries = Json::array();
  for (const double value : values) entries.push_back(value);
  return entries;
}

Json column_numbers(const std::vector<Index>& positions) {
  Json entries = Json::array();
  for (const Index position : positions) entries.push_back(position + 1);
  return entries;
}

Json stages(const std::vector<std::pair<std::string, double>>& seconds) {
  Json object = Json::object();
  for (const auto& [stage, time] : seconds) object[stage] = time;
  return object;
}

namespace {

std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A matrix with one row per line, or an array of matrices; any other value on one line.
std::string one_row_per_line(const Json& value, const std::string& indent) {
  const bool is_table = value.is_array() && !value.empty() && value.front().is_structured();
  if (!is_table) return compact(value);
  std::string text;
  for (const Json& row : value)
    text += fmt::format("{}\n{}  {}", text.empty() ? "[" : ",", indent, one_row_per_line(row, indent + "  "));
  return fmt::format("{}\n{}]", text, indent);
}

}  // namespace

std::string one_field_per_line(const Json& document) {
  std::string text = "{";
  for (const auto& [name, value] : document.items())
    text += fmt::format("{}\n  \"{}\": {}", text.size() == 1 ? "" : ",", name, one_row_per_line(value, "  "));
  return text + "\n}\n";
}

}  // namespace resunit::json
