// SPDX-License-Identifier: BSD-3-Clause
#include "weights_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace resunit::cli {

std::string matrix_text(const std::string& name, const MatrixView& M, const std::vector<std::string>& rows,
                        const std::vector<std::string>& columns) {
  constexpr std::size_t kNumberWidth = 12;  // -1.23457e-05
  std::size_t label = name.size();
  for (const std::string& row : rows) label = std::max(label, row.size());
  std::string text = fmt::format("{:<{}}", name, label);
  for (const std::string& column : columns) text += fmt::format("  {:>{}}", column, kNumberWidth);
  for (Index i = 0; i < M.rows(); ++i) {
    text += fmt::format("\n{:<{}}", rows[static_cast<std::size_t>(i)], label);
    for (Index j = 0; j < M.cols(); ++j)
      text += fmt::format("  {:>{}.6g}", M(i, j), std::max(kNumberWidth, columns[static_cast<std::size_t>(j)].size()));
  }
  return text + '\n';
}

}  // namespace resunit::cli
