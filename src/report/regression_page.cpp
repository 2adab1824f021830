// SPDX-License-Identifier: BSD-3-Clause
// The HTML report of a regression.
#include <fmt/format.h>

#include "report/diagnostics.hpp"
#include "report/page.hpp"
#include "report/report.hpp"

namespace resunit {
namespace {

using report::Badge;
using report::Section;

std::vector<std::string> target_names(const Regression& regression) {
  const std::vector<std::string>& given = regression.regressor.columns.targets;
  if (!given.empty()) return given;
  std::vector<std::string> names;
  for (Index l = 1; l <= regression.regressor.output_count(); ++l) names.push_back(fmt::format("target {}", l));
  return names;
}

report::Table scores_table(const Regression& regression, Index l) {
  const CrossValidation& validation = regression.cross_validation;
  report::Table table{
      .caption = fmt::format("{}: {}-fold cross-validation; each fold is predicted by a model trained on the others",
                             target_names(regression)[static_cast<std::size_t>(l)], validation.folds),
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

/// The number of targets with a larger root mean square error than the other model has.
Index count_worse(const Score& score, const Score& other) {
  return (score.rmse.array() >= other.rmse.array()).count();
}

void add_badge(Section& section, const Regression& regression) {
  const CrossValidation& validation = regression.cross_validation;
  const Index targets = regression.regressor.output_count();
  if (validation.folds == 0) return section.badge(Badge::neutral, "not validated");
  if (const Index worse = count_worse(validation.unit, validation.mean); worse > 0)
    return section.badge(Badge::failure, fmt::format("no better than the mean on {} of {} targets", worse, targets));
  if (const Index worse = count_worse(validation.unit, validation.linear); worse > 0)
    return section.badge(Badge::caution,
                         fmt::format("no better than linear regression on {} of {} targets", worse, targets));
  section.badge(regression.warnings.empty() ? Badge::good : Badge::caution, "better than linear regression");
}

Section result_section(const Regression& regression) {
  Section section("result", "Result");
  add_badge(section, regression);
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
  report::add_output_sections(
      page, {.predicted = predicted, .observed = Y, .names = target_names(regression), .kind = "predicted"});
  page.footer(command);
  return page.html();
}

}  // namespace resunit
