// SPDX-License-Identifier: BSD-3-Clause
// The HTML report of a fit.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page.hpp"
#include "report/report.hpp"
#include "report/scatter.hpp"

namespace resunit {
namespace {

using report::Cell;
using report::Section;
using report::Table;

constexpr Index kMaxShown = 32;  ///< rows and columns of a weight table; larger tables are not readable

Section result_section(const Fit& fit) {
  Section section("result", "Result");
  section.paragraph(fit.brief());
  if (!fit.choice.empty()) section.paragraph(fit.choice + ".");
  if (!fit.reason.empty()) section.paragraph(fit.reason + ".");
  for (const std::string& warning : fit.warnings) section.paragraph("Warning: " + warning);
  if (fit.uncertainty.noise_std > 0)
    section.paragraph(fmt::format("Noise: standard deviation {:.4g} per output.", fit.uncertainty.noise_std));
  return section;
}

/// Entries colored by magnitude, with their standard errors if known.
Table weights_table(const char* name, const Matrix& M, const Matrix& stderrors) {
  const Index rows = std::min(M.rows(), kMaxShown), cols = std::min(M.cols(), kMaxShown);
  Table table{
      .caption = fmt::format("{}, {} x {}{}{}", name, M.rows(), M.cols(),
                             stderrors.size() > 0 ? ", entries ± standard errors" : "",
                             M.rows() > rows || M.cols() > cols ? "; only the first rows and columns are shown" : ""),
      .header = {"row"}};
  for (Index k = 0; k < cols; ++k) table.header.push_back(fmt::format("{}", k + 1));
  const double largest = M.cwiseAbs().maxCoeff();
  for (Index j = 0; j < rows; ++j) {
    std::vector<Cell> row = {{fmt::format("{}", j + 1)}};
    for (Index k = 0; k < cols; ++k) {
      std::string text = report::number(M(j, k));
      if (stderrors.size() > 0) text += " ± " + report::number(stderrors(j, k));
      row.push_back({.text = std::move(text), .heat = largest > 0 ? std::abs(M(j, k)) / largest : 0});
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

Section weights_section(const Fit& fit) {
  Section section("weights", "Weights");
  section.paragraph("y = B[(Ax)^+ + x]. Warmer colors mark entries of larger magnitude.");
  section.table(weights_table("A", fit.unit.A, fit.uncertainty.A_stderr));
  section.table(weights_table("B", fit.unit.B, fit.uncertainty.B_stderr));
  if (fit.method == Method::exact) section.table(certificate_table(fit.certificate));
  return section;
}

Section outputs_section(const Fit& fit, const Samples& samples) {
  Section section("outputs", "Outputs");
  section.plots(report::scatter(predict(fit, samples.X), samples.Y, "fitted"));
  return section;
}

Section curve_section(const Fit& fit) {
  report::Series curve{.name = "training loss", .color = 3};
  for (const CurvePoint& point : fit.curve) {
    curve.x.push_back(point.epoch);
    curve.y.push_back(point.loss);
  }
  Section section("curve", "Learning curve");
  section.plots(
      {{.title = "Training loss by epoch", .x_label = "epoch", .y_label = "loss", .log_y = true, .series = {curve}}});
  return section;
}

}  // namespace

std::string fit_page(const Fit& fit, const Samples& samples, const std::string& command) {
  report::Page page("Fit of a residual unit");
  page.lead(fmt::format("{} samples{}, {} inputs, {} outputs.", samples.count(),
                        fit.passes > 0 ? " selected from the files" : "", samples.inputs(), samples.outputs()));
  page.add(result_section(fit));
  if (fit.usable()) {
    page.add(weights_section(fit));
    page.add(outputs_section(fit, samples));
  }
  if (!fit.curve.empty()) page.add(curve_section(fit));
  page.footer(command);
  return page.html();
}

}  // namespace resunit
