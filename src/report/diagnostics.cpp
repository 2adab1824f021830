// SPDX-License-Identifier: BSD-3-Clause
#include "report/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "resunit/regress.hpp"

namespace resunit::report {
namespace {

constexpr Index kMaxPoints = 1000;  ///< of a plot
constexpr Index kMaxOutputs = 6;    ///< with plots
constexpr int kPointColor = 0, kReferenceColor = 4;

/// ", 1000 of 5000 samples", or nothing if all are shown.
std::string shown(std::size_t points, Index samples) {
  return std::cmp_less(points, samples) ? fmt::format(", {} of {} samples", points, samples) : std::string();
}

/// Evenly spaced numbers from 0 to count - 1, at most kMaxPoints, with the first and the last.
std::vector<Index> evenly_spaced(Index count) {
  const Index points = std::min(count, kMaxPoints);
  std::vector<Index> numbers;
  for (Index k = 0; k < points; ++k) numbers.push_back(points > 1 ? k * (count - 1) / (points - 1) : 0);
  return numbers;
}

Series reference_line(double x0, double y0, double x1, double y1, std::string name) {
  return {
      .name = std::move(name), .x = {x0, x1}, .y = {y0, y1}, .style = Series::Style::dashes, .color = kReferenceColor};
}

Plot predictions_plot(const OutputDiagnostics& outputs, Index l) {
  const auto observed = outputs.observed.col(l), predicted = outputs.predicted.col(l);
  Series points{.name = "sample", .style = Series::Style::dots, .color = kPointColor};
  for (const Index i : evenly_spaced(observed.size())) {
    points.x.push_back(observed(i));
    points.y.push_back(predicted(i));
  }
  const double low = observed.minCoeff(), high = observed.maxCoeff();
  const std::string& name = outputs.names[static_cast<std::size_t>(l)];
  return {.title = fmt::format("Observed and {} values{}", outputs.kind, shown(points.x.size(), observed.size())),
          .x_label = name + ", observed",
          .y_label = fmt::format("{}, {}", name, outputs.kind),
          .series = {points, reference_line(low, low, high, high, "equal")}};
}

Plot residuals_plot(const OutputDiagnostics& outputs, Index l) {
  const auto observed = outputs.observed.col(l), predicted = outputs.predicted.col(l);
  Series points{.name = "sample", .style = Series::Style::dots, .color = kPointColor};
  for (const Index i : evenly_spaced(observed.size())) {
    points.x.push_back(predicted(i));
    points.y.push_back(predicted(i) - observed(i));
  }
  const std::string& name = outputs.names[static_cast<std::size_t>(l)];
  return {.title = fmt::format("Residuals ({} − observed){}", outputs.kind, shown(points.x.size(), observed.size())),
          .x_label = fmt::format("{}, {}", name, outputs.kind),
          .y_label = "residual of " + name,
          .series = {points, reference_line(predicted.minCoeff(), 0, predicted.maxCoeff(), 0, "zero")}};
}

/// Sorted residuals against the quantiles of the normal distribution; on the line if the residuals are normal.
Plot quantile_plot(const OutputDiagnostics& outputs, Index l) {
  Vector sorted = outputs.predicted.col(l) - outputs.observed.col(l);
  std::sort(sorted.begin(), sorted.end());
  const double mean = sorted.mean(), count = static_cast<double>(sorted.size());
  const double deviation = (sorted.array() - mean).matrix().norm() / std::sqrt(count);
  const boost::math::normal normal;
  Series points{.name = "sample", .style = Series::Style::dots, .color = kPointColor};
  for (const Index rank : evenly_spaced(sorted.size())) {
    points.x.push_back(boost::math::quantile(normal, (static_cast<double>(rank) + 0.5) / count));
    points.y.push_back(sorted(rank));
  }
  const double low = points.x.front(), high = points.x.back();
  return {.title = "Quantiles of the residuals (Q-Q plot)" + shown(points.x.size(), sorted.size()),
          .x_label = "standard normal quantile",
          .y_label = "residual of " + outputs.names[static_cast<std::size_t>(l)],
          .series = {points, reference_line(low, mean + deviation * low, high, mean + deviation * high,
                                            "normal distribution")}};
}

Table errors_table(const OutputDiagnostics& outputs) {
  const Score errors = score(outputs.predicted, outputs.observed);
  Table table{.caption = fmt::format("Errors of the {} values of {} samples", outputs.kind, outputs.observed.rows()),
              .header = {"output", "RMSE", "MAE", "R²", "mean residual", "largest residual"}};
  for (Index l = 0; l < outputs.observed.cols(); ++l) {
    const Vector residuals = outputs.predicted.col(l) - outputs.observed.col(l);
    table.rows.push_back({{outputs.names[static_cast<std::size_t>(l)]},
                          {number(errors.rmse(l))},
                          {number(errors.mae(l))},
                          {number(errors.r2(l))},
                          {number(residuals.mean())},
                          {number(residuals.cwiseAbs().maxCoeff())}});
  }
  return table;
}

}  // namespace

std::vector<Plot> output_plots(const OutputDiagnostics& outputs, Index l) {
  return {predictions_plot(outputs, l), residuals_plot(outputs, l), quantile_plot(outputs, l)};
}

void add_output_sections(Page& page, const OutputDiagnostics& outputs) {
  const Index m = outputs.observed.cols();
  Section errors("errors", "Errors of the outputs");
  errors.table(errors_table(outputs));
  if (m > kMaxOutputs)
    errors.paragraph(fmt::format("Plots are shown for the first {} of {} outputs; omitted: {} to {}.", kMaxOutputs, m,
                                 outputs.names[kMaxOutputs], outputs.names[static_cast<std::size_t>(m - 1)]));
  page.add(std::move(errors));
  for (Index l = 0; l < std::min(m, kMaxOutputs); ++l) {
    Section section(fmt::format("output-{}", l + 1), outputs.names[static_cast<std::size_t>(l)]);
    section.plots(output_plots(outputs, l));
    page.add(std::move(section));
  }
}

}  // namespace resunit::report
