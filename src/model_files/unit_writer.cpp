// SPDX-License-Identifier: BSD-3-Clause
// A unit and the report of its fit as JSON:
//     {"format": "resunit", "version": 1, "kind": "unit", "method": "lp", "status": "solved", ...,
//      "A": [[..]], "B": [[..]]}
#include "model_files/json_text.hpp"
#include "model_files/model_json.hpp"
#include "system/atomic_file.hpp"

namespace resunit {
namespace {

using namespace json;

Json row_reports(const std::vector<RowReport>& reports) {
  Json rows = Json::array();
  for (const RowReport& report : reports) {
    rows.push_back({{"status", to_string(report.status)},
                    {"iterations", report.iterations},
                    {"objective", report.objective},
                    {"optimality", report.optimality}});
  }
  return rows;
}

Json curve(const std::vector<CurvePoint>& points) {
  Json rows = Json::array();
  for (const CurvePoint& point : points) {
    rows.push_back({{"epoch", point.epoch}, {"seconds", point.seconds}, {"loss", point.loss}});
  }
  return rows;
}

void add_report(Json& document, const Fit& fit) {
  document["method"] = to_string(fit.method);
  document["status"] = to_string(fit.status);
  document["reason"] = fit.reason;
  document["choice"] = fit.choice;
  document["warnings"] = fit.warnings;
  if (!fit.cause.empty()) document["cause"] = fit.cause;
  if (fit.remedy != Remedy::none) document["remedy"] = to_string(fit.remedy);
  if (!fit.outliers.empty()) document["outliers"] = fit.outliers;
  document["training_loss"] = fit.training_loss;
  document["certificate"] = {{"holds", fit.certificate.holds},
                             {"layer2_rows", fit.certificate.layer2_rows},
                             {"layer1_rows", fit.certificate.layer1_rows},
                             {"scale_rows", fit.certificate.scale_rows}};
  if (fit.method == Method::noisy)
    add_uncertainty(document, fit.uncertainty);
  else
    document["noise_std"] = fit.method == Method::exact && fit.usable() ? Json(0.0) : Json();
  document["layer2_rows"] = row_reports(fit.layer2_rows);
  document["layer1_rows"] = row_reports(fit.layer1_rows);
  document["curve"] = curve(fit.curve);
  document["seconds"] = stages(fit.seconds);
  if (fit.passes > 0) document["passes"] = fit.passes;
}

void add_weights(Json& document, const Unit& unit) {
  if (unit.bias) document["bias"] = true;
  document["A"] = matrix(unit.A);
  document["B"] = matrix(unit.B);
}

}  // namespace

std::string model_json(const Fit& fit, bool weights) {
  Json document = header(kUnitKind);
  add_columns(document, fit.columns, fit.input_range);
  add_report(document, fit);
  if (weights) add_weights(document, fit.unit);
  if (weights && fit.uncertainty.covariance.A.size() > 0)
    document["covariance"] = covariance_json(fit.uncertainty.covariance);
  return one_field_per_line(document);
}

void write_model(const std::filesystem::path& file, const Unit& unit, const Progress& progress) {
  validate(unit);
  Json document = header(kUnitKind);
  add_weights(document, unit);
  write_whole_file(file, one_field_per_line(document), progress);
}

void write_model(const std::filesystem::path& file, const Fit& fit, const Progress& progress) {
  validate(fit.unit);
  write_whole_file(file, model_json(fit, true), progress);
}

}  // namespace resunit
