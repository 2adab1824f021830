// SPDX-License-Identifier: BSD-3-Clause
// The HTML report of a regression.
#include <fmt/format.h>

#include "report/page.hpp"
#include "report/report.hpp"
#include "report/scatter.hpp"

namespace resunit {
namespace {

using report::Section;

std::string target_name(const Regression& regression, Index l) {
  const std::vector<std::string>& names = regression.regressor.columns.targets;
  return names.empty() ? fmt::format("target {}", l + 1) : names[static_cast<std::size_t>(l)];
}

report::Table scores_table(const Regression& regression, Index l) {
  const CrossValidation& validation = regression.cross_validation;
  report::Table table{
      .caption = fmt::format("{}: {}-fold cross-validation; each fold is predicted by a model trained on the others",
                             target_name(regression, l), validation.folds),
      .header = {"model", "RMSE", "MAE", "R²"}};
  const auto add = [&](const char* name, const Score& score, bool strong) {
    table.rows.push_back({{.text = name, .strong = strong},
                          {report::number(score.rmse(l))},
                          {report::number(score.mae(l))},
                          {report::number(score.r2(l))}});
  };
  add("mean", validation.mean, false);
  add("linear regression", validation.linear, false);
  add("resunit", validation.unit, true);
  return table;
}

Section result_section(const Regression& regression) {
  Section section("result", "Result");
  section.paragraph(regression.brief());
  for (const std::string& warning : regression.warnings) section.paragraph("Warning: " + warning);
  if (regression.cross_validation.folds == 0)
    section.paragraph("No cross-validation was requested (option --folds): the plots below show the training rows.");
  else
    for (Index l = 0; l < regression.regressor.output_count(); ++l) section.table(scores_table(regression, l));
  return section;
}

}  // namespace

std::string regression_page(const Regression& regression, const MatrixView& X, const MatrixView& Y,
                            const std::string& command) {
  const bool validated = regression.cross_validation.folds > 0;
  const Matrix predicted = validated ? regression.cross_validation.outputs : predict(regression.regressor, X);
  report::Page page("Regression");
  page.lead(fmt::format("{} rows, {} inputs, {} target{}.", X.rows(), X.cols(), Y.cols(), Y.cols() == 1 ? "" : "s"));
  page.add(result_section(regression));
  for (Index l = 0; l < Y.cols(); ++l) {
    Section section(fmt::format("target-{}", l + 1), target_name(regression, l));
    section.plots(report::scatter(predicted.col(l), Y.col(l), "predicted"));
    page.add(std::move(section));
  }
  page.footer(command);
  return page.html();
}

}  // namespace resunit
