// A unit, and how it was found, as JSON:
//     {"format": "resunit", "version": 1, "kind": "unit", "method": "lp", "status": "solved", ..., "A":
//     [[..]], "B": [[..]]}
// Doubles are written with the shortest digits that read back bit for bit.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/atomic_file.hpp"
#include "io/model_json.hpp"
#include "resunit/io.hpp"

namespace resunit {
namespace {

using Json = nlohmann::ordered_json;

Json header() {
  return {{"format", kModelFormat}, {"version", kModelVersion}, {"kind", kUnitKind}};
}

Json matrix(const MatrixView& M) {
  Json rows = Json::array();
  for (Index i = 0; i < M.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < M.cols(); ++j) row.push_back(M(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

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

Json stages(const std::vector<std::pair<std::string, double>>& seconds) {
  Json object = Json::object();
  for (const auto& [stage, time] : seconds) object[stage] = time;
  return object;
}

Json matrices(const std::vector<Matrix>& list) {
  Json array = Json::array();
  for (const Matrix& M : list) array.push_back(matrix(M));
  return array;
}

Json lack_of_fit(const LackOfFit& facts) {
  return {{"F", facts.F},
          {"p_value", facts.p_value},
          {"linear_p_value", facts.linear_p_value},
          {"held_out_r2", facts.held_out_r2},
          {"median_row_of_A", facts.median_row_of_A},
          {"misfit", facts.misfit},
          {"linear", facts.linear},
          {"no_signal", facts.no_signal},
          {"skip_not_identified", facts.skip_not_identified}};
}

/// What prediction intervals need.
Json covariance(const Covariance& covariance) {
  return {{"input_scale", covariance.input_scale},
          {"output_scale", covariance.output_scale},
          {"A", matrix(covariance.A)},
          {"N", matrix(covariance.N)},
          {"beta", matrices(covariance.beta)},
          {"A_and_beta", matrices(covariance.A_and_beta)}};
}

void add_uncertainty(Json& document, const Uncertainty& uncertainty) {
  document["noise_std"] = uncertainty.noise_std;
  document["degrees_of_freedom"] = uncertainty.degrees_of_freedom;
  document["reweighted"] = uncertainty.reweighted;
  document["lack_of_fit"] = lack_of_fit(uncertainty.lack_of_fit);
  document["noise_covariance"] = matrix(uncertainty.noise_covariance);
  document["A_stderr"] = matrix(uncertainty.A_stderr);
  document["B_stderr"] = matrix(uncertainty.B_stderr);
}

void add_report(Json& document, const Fit& fit) {
  document["method"] = to_string(fit.method);
  document["status"] = to_string(fit.status);
  document["reason"] = fit.reason;
  document["choice"] = fit.choice;
  document["warnings"] = fit.warnings;
  document["training_loss"] = fit.training_loss;
  document["certificate"] = {{"holds", fit.certificate.holds},
                             {"layer2_rows", fit.certificate.layer2_rows},
                             {"layer1_rows", fit.certificate.layer1_rows},
                             {"scale_rows", fit.certificate.scale_rows}};
  if (fit.method == Method::noisy)
    add_uncertainty(document, fit.uncertainty);
  else
    document["noise_std"] = fit.method == Method::exact && usable(fit.status) ? Json(0.0) : Json();
  document["layer2_rows"] = row_reports(fit.layer2_rows);
  document["layer1_rows"] = row_reports(fit.layer1_rows);
  document["curve"] = curve(fit.curve);
  document["seconds"] = stages(fit.seconds);
}

void add_weights(Json& document, const Unit& unit) {
  if (unit.bias) document["bias"] = true;
  document["A"] = matrix(unit.A);
  document["B"] = matrix(unit.B);
}

std::string compact(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// One line per field, and one per row of a matrix or table, so that people can read and compare files.
std::string one_field_per_line(const Json& document) {
  std::string text = "{";
  for (const auto& [name, value] : document.items()) {
    text += fmt::format("{}\n  \"{}\": ", text.size() == 1 ? "" : ",", name);
    const bool is_table = value.is_array() && !value.empty() && value.front().is_structured();
    if (!is_table) {
      text += compact(value);
      continue;
    }
    for (const Json& row : value) text += fmt::format("{}\n    {}", &row == &value.front() ? "[" : ",", compact(row));
    text += "\n  ]";
  }
  return text + "\n}\n";
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  AtomicFile out(file);
  out.write(text);
  out.commit();
}

}  // namespace

std::string model_json(const Fit& fit, bool weights) {
  Json document = header();
  add_report(document, fit);
  if (weights) add_weights(document, fit.unit);
  if (weights && fit.uncertainty.covariance.A.size() > 0)
    document["covariance"] = covariance(fit.uncertainty.covariance);
  return one_field_per_line(document);
}

void write_model(const std::filesystem::path& file, const Unit& unit) {
  validate(unit);
  Json document = header();
  add_weights(document, unit);
  write_text(file, one_field_per_line(document));
}

void write_model(const std::filesystem::path& file, const Fit& fit) {
  validate(fit.unit);
  write_text(file, model_json(fit, true));
}

}  // namespace resunit
