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

void add_report(Json& document, const Fit& fit) {
  document["method"] = to_string(fit.method);
  document["status"] = to_string(fit.status);
  document["reason"] = fit.reason;
  document["warnings"] = fit.warnings;
  document["training_loss"] = fit.training_loss;
  document["certificate"] = {{"holds", fit.certificate.holds},
                             {"layer2_rows", fit.certificate.layer2_rows},
                             {"layer1_rows", fit.certificate.layer1_rows},
                             {"scale_rows", fit.certificate.scale_rows}};
  document["layer2_rows"] = row_reports(fit.layer2_rows);
  document["layer1_rows"] = row_reports(fit.layer1_rows);
  document["curve"] = curve(fit.curve);
  document["seconds"] = stages(fit.seconds);
}

void add_weights(Json& document, const Unit& unit) {
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
