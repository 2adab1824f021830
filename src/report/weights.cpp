// SPDX-License-Identifier: BSD-3-Clause
#include "report/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/table.hpp"

namespace resunit::report {
namespace {

constexpr Index kMaxShown = 32;  ///< rows and columns of a weight table; larger tables are not readable

std::string caption_of(const WeightMatrix& weights) {
  const Index rows = weights.values.rows(), cols = weights.values.cols();
  std::string caption = fmt::format("{}, {} x {}", weights.name, rows, cols);
  if (weights.stderrors.size() > 0) caption += ", entries ± standard errors";
  if (rows > kMaxShown) caption += fmt::format("; rows {} to {} are omitted", kMaxShown + 1, rows);
  if (cols > kMaxShown) caption += fmt::format("; columns {} to {} are omitted", kMaxShown + 1, cols);
  return caption;
}

}  // namespace

Names names_or_numbers(const Names& given, Index count, const std::string& prefix) {
  if (std::ssize(given) == count) return given;
  Names names;
  for (Index k = 1; k <= count; ++k) names.push_back(prefix + std::to_string(k));
  return names;
}

Table weights_table(const WeightMatrix& weights) {
  const Matrix& M = weights.values;
  const Index rows = std::min(M.rows(), kMaxShown), cols = std::min(M.cols(), kMaxShown);
  const double largest = M.cwiseAbs().maxCoeff();
  Table table{.caption = caption_of(weights),
              .header = {""},
              .color_bar = signed_color_bar(fmt::format("entry of {}", weights.name), largest)};
  table.header.insert(table.header.end(), weights.columns.begin(), weights.columns.begin() + cols);
  for (Index j = 0; j < rows; ++j) {
    std::vector<Cell> row = {{weights.rows[static_cast<std::size_t>(j)]}};
    for (Index k = 0; k < cols; ++k) {
      std::string text = number(M(j, k));
      if (weights.stderrors.size() > 0) text += " ± " + number(weights.stderrors(j, k));
      row.push_back({.text = std::move(text), .heat = signed_heat(M(j, k), largest)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace resunit::report
