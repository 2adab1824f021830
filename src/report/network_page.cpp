// SPDX-License-Identifier: BSD-3-Clause
// The HTML report of a fit of a network.
#include <fmt/format.h>

#include "report/diagnostics.hpp"
#include "report/page.hpp"
#include "report/report.hpp"
#include "report/result_section.hpp"
#include "report/weights.hpp"

namespace resunit {
namespace {

using report::names_or_numbers;
using report::Section;
using report::Table;

std::string yes_or_no(bool value) {
  return value ? "yes" : "no";
}

Table certificate_table(const NetworkCertificate& facts) {
  Table table{.caption = facts.holds ? "Locally identifiable: no other network near this one fits the samples"
                                     : "Not shown to be locally identifiable",
              .header = {"condition", "value", "required"}};
  const auto add = [&](const char* condition, std::string value, std::string required) {
    table.rows.push_back({{condition}, {std::move(value)}, {std::move(required)}});
  };
  add("largest residual of a sample", fmt::format("{:.1e}", facts.backward_error),
      fmt::format("at most {:.0e}", facts.allowed_backward_error));
  add("smallest singular value of the Jacobian", fmt::format("{:.1e}", facts.singular_value),
      fmt::format("above {:.0e}", facts.required_singular_value));
  add("equations", fmt::format("{}", facts.equations), fmt::format("{}", facts.required_equations));
  add("confirmed on held-out samples", yes_or_no(facts.held_out), "yes");
  add("samples on each side of a kink", fmt::format("{}", facts.fewest_per_side),
      fmt::format("{}", facts.required_per_side));
  add("samples between the kinks of two neurons", fmt::format("{}", facts.fewest_apart), "2");
  return table;
}

Section weights_section(const NetworkFit& fit, const ColumnNames& names) {
  Section section("weights", "Weights");
  section.paragraph(
      "r_0 = x, r_l = (W_{l-1} r_{l-1})^+ + r_{l-1}, y = W_{L-1} r_{L-1}. A row of a hidden layer has the weights of a "
      "neuron for each component of the layer below, a row of the last layer those of an output.");
  const Matrix unknown;
  for (std::size_t l = 0; l < fit.network.weights.size(); ++l) {
    const Matrix& W = fit.network.weights[l];
    const std::vector<Matrix>& errors = fit.uncertainty.standard_errors;
    const bool last = l + 1 == fit.network.weights.size();
    section.table(report::weights_table(
        {.name = fmt::format("W_{}", l),
         .values = W,
         .stderrors = errors.empty() ? unknown : errors[l],
         .rows = last ? names_or_numbers(names.outputs, W.rows(), "y") : names_or_numbers({}, W.rows(), "neuron "),
         .columns =
             l == 0 ? names_or_numbers(names.inputs, W.cols(), "x") : names_or_numbers({}, W.cols(), "neuron ")}));
  }
  if (fit.method == Method::exact) section.table(certificate_table(fit.certificate));
  return section;
}

}  // namespace

std::string fit_page(const NetworkFit& fit, const Samples& samples, const std::string& command,
                     const ColumnNames& names) {
  report::Page page("Fit of a residual network");
  page.lead(fmt::format("{} samples, {} inputs, {} outputs.", samples.count(), samples.inputs(), samples.outputs()));
  page.add(report::result_section(fit));
  if (fit.usable()) {
    page.add(weights_section(fit, names));
    report::add_output_sections(page, {.predicted = predict(fit, samples.X),
                                       .observed = samples.Y,
                                       .names = names_or_numbers(names.outputs, samples.outputs(), "y"),
                                       .kind = "fitted"});
  }
  page.footer(command);
  return page.html();
}

}  // namespace resunit
