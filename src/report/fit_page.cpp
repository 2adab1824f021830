// SPDX-License-Identifier: BSD-3-Clause
// The HTML report of a fit.
#include <fmt/format.h>

#include "report/diagnostics.hpp"
#include "report/page.hpp"
#include "report/report.hpp"
#include "report/result_section.hpp"
#include "report/weights.hpp"

namespace resunit {
namespace {

using report::Names;
using report::names_or_numbers;
using report::Section;
using report::Table;
using report::weights_table;

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
  page.add(report::result_section(fit));
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
