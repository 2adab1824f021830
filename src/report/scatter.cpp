// SPDX-License-Identifier: BSD-3-Clause
#include "report/scatter.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace resunit::report {
namespace {

constexpr Index kMaxPoints = 2000;

}  // namespace

std::vector<Plot> scatter(const MatrixView& predicted, const MatrixView& truth, const std::string& kind) {
  const Index step = std::max<Index>(1, truth.size() / kMaxPoints);
  Series points{.style = Series::Style::dots}, residuals{.style = Series::Style::dots};
  for (Index i = 0; i < truth.rows(); i += step)
    for (Index l = 0; l < truth.cols(); ++l) {
      points.x.push_back(truth(i, l));
      points.y.push_back(predicted(i, l));
      residuals.x.push_back(predicted(i, l));
      residuals.y.push_back(truth(i, l) - predicted(i, l));
    }
  const double low = truth.minCoeff(), high = truth.maxCoeff();
  const Series diagonal{.x = {low, high}, .y = {low, high}, .style = Series::Style::dashes, .color = 4};
  const Series zero{
      .x = {predicted.minCoeff(), predicted.maxCoeff()}, .y = {0, 0}, .style = Series::Style::dashes, .color = 4};
  const std::string shown = step > 1 ? fmt::format(", {} of {} values", points.x.size(), truth.size()) : std::string();
  return {
      {.title = "Observed and " + kind + " outputs" + shown,
       .x_label = "observed output",
       .y_label = kind + " output",
       .series = {points, diagonal}},
      {.title = "Residuals" + shown, .x_label = kind + " output", .y_label = "residual", .series = {residuals, zero}}};
}

}  // namespace resunit::report
