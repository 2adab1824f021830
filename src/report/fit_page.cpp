// SPDX-License-Identifier: BSD-3-Clause
// The HTML report of a fit.
#include <fmt/format.h>

#include <algorithm>

#include "report/diagnostics.hpp"
#include "report/page.hpp"
#include "report/report.hpp"

namespace resunit {
namespace {

using report::Badge;
using report::Cell;
using report::Section;
using report::Table;
using Names = std::vector<std::string>;

constexpr Index kMaxShown = 32;  ///< rows and columns of a weight table; larger tables are not readable

Badge badge_of(const Fit& fit) {
  if (fit.status == FitStatus::solved) return fit.warnings.empty() ? Badge::good : Badge::caution;
  return fit.usable() ? Badge::caution : Badge::failure;
}

/// The given names if there is one for each, otherwise numbered ones: x1, x2, ...
Names names_or_numbers(const Names& given, Index count, const std::string& prefix) {
  if (std::ssize(given) == count) return given;
  Names names;
  for (Index k = 1; k <= count; ++k) names.push_back(prefix + std::to_string(k));
  return names;
}

Section result_section(const Fit& fit) {
  Section section("result", "Result");
  section.badge(badge_of(fit), fmt::format("{} by method {}", to_string(fit.status), to_string(fit.method)));
  section.paragraph(fit.brief());
  if (!fit.choice.empty()) section.paragraph(fit.choice + ".");
  if (!fit.reason.empty()) section.paragraph(fit.reason + ".");
  for (const std::string& warning : fit.warnings) section.paragraph("Warning: " + warning);
  if (fit.uncertainty.noise_std > 0)
    section.paragraph(fmt::format("Noise: standard deviation {:.4g} per output.", fit.uncertainty.noise_std));
  return section;
}

/// One of the weight matrices, with the names of its rows and columns.
struct WeightMatrix {
  const char* name;
  const Matrix& values;
  const Matrix& stderrors;  ///< empty if unknown
  Names rows, columns;
};

std::string caption_of(const WeightMatrix& weights) {
  const Index rows = weights.values.rows(), cols = weights.values.cols();
  std::string caption = fmt::format("{}, {} x {}", weights.name, rows, cols);
  if (weights.stderrors.size() > 0) caption += ", entries ± standard errors";
  if (rows > kMaxShown) caption += fmt::format("; rows {} to {} are omitted", kMaxShown + 1, rows);
  if (cols > kMaxShown) caption += fmt::format("; columns {} to {} are omitted", kMaxShown + 1, cols);
  return caption;
}

/// Entries with their standard errors if known, colored by sign and magnitude.
Table weights_table(const WeightMatrix& weights) {
  const Matrix& M = weights.values;
  const Index rows = std::min(M.rows(), kMaxShown), cols = std::min(M.cols(), kMaxShown);
  const double largest = M.cwiseAbs().maxCoeff();
  Table table{.caption = caption_of(weights),
              .header = {""},
              .color_bar = report::signed_color_bar(fmt::format("entry of {}", weights.name), largest)};
  table.header.insert(table.header.end(), weights.columns.begin(), weights.columns.begin() + cols);
  for (Index j = 0; j < rows; ++j) {
    std::vector<Cell> row = {{weights.rows[static_cast<std::size_t>(j)]}};
    for (Index k = 0; k < cols; ++k) {
      std::string text = report::number(M(j, k));
      if (weights.stderrors.size() > 0) text += " ± " + report::number(weights.stderrors(j, k));
      row.push_back({.text = std::move(text), .heat = report::signed_heat(M(j, k), largest)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table certificate_table(const Certificate& certificate) {
  Table table{
      .caption = certificate.holds
                     ? "Certificate: holds. No other unit with d neurons and B of full rank (m >= d) fits the samples"
                     : "Certificate: does not hold for all rows",
      .header = {"row", "row of C", "row of A", "kind"}};
  for (std::size_t j = 0; j < certificate.layer2_rows.size(); ++j)
    table.rows.push_back({{fmt::format("{}", j + 1)},
                          {certificate.layer2_rows[j] ? "certified" : "not certified"},
                          {certificate.layer1_rows[j] ? "certified" : "not certified"},
                          {certificate.scale_rows[j] ? "scale row" : ""}});
  return table;
}

Section weights_section(const Fit& fit, const ColumnNames& names) {
  const Matrix &A = fit.unit.A, &B = fit.unit.B;
  const Names neurons = names_or_numbers({}, A.rows(), "neuron ");
  Section section("weights", "Weights");
  section.paragraph(
      "y = B[(Ax)^+ + x]. A row of A has the weights of a hidden neuron for each input. A row of B has the weights of "
      "an output for each component of (Ax)^+ + x, which is a neuron plus the input with the same number.");
  section.table(weights_table({.name = "A",
                               .values = A,
                               .stderrors = fit.uncertainty.A_stderr,
                               .rows = neurons,
                               .columns = names_or_numbers(names.inputs, A.cols(), "x")}));
  section.table(weights_table({.name = "B",
                               .values = B,
                               .stderrors = fit.uncertainty.B_stderr,
                               .rows = names_or_numbers(names.outputs, B.rows(), "y"),
                               .columns = names_or_numbers({}, B.cols(), "neuron ")}));
  if (fit.method == Method::exact) section.table(certificate_table(fit.certificate));
  return section;
}

Section curve_section(const Fit& fit) {
  report::Series curve{.name = "SGD", .color = 3};
  for (const CurvePoint& point : fit.curve) {
    curve.x.push_back(point.epoch);
    curve.y.push_back(point.loss);
  }
  Section section("curve", "Learning curve");
  section.plots({{.title = "Training loss by epoch",
                  .x_label = "epoch",
                  .y_label = "training loss",
                  .log_y = true,
                  .series = {curve}}});
  return section;
}

}  // namespace

std::string fit_page(const Fit& fit, const Samples& samples, const std::string& command, const ColumnNames& names) {
  report::Page page("Fit of a residual unit");
  page.lead(fmt::format("{} samples{}, {} inputs, {} outputs.", samples.count(),
                        fit.passes > 0 ? " selected from the files" : "", samples.inputs(), samples.outputs()));
  page.add(result_section(fit));
  if (fit.usable()) {
    page.add(weights_section(fit, names));
    const Matrix fitted = predict(fit, samples.X);
    report::add_output_sections(page, {.predicted = fitted,
                                       .observed = samples.Y,
                                       .names = names_or_numbers(names.outputs, samples.outputs(), "y"),
                                       .kind = "fitted"});
  }
  if (!fit.curve.empty()) page.add(curve_section(fit));
  page.footer(command);
  return page.html();
}

}  // namespace resunit
