// SPDX-License-Identifier: BSD-3-Clause
// Reads a unit from a model file. Unknown fields are ignored; the file of a teacher, which has weights only, is read as
// a fit that was not run.
#include <fmt/format.h>

#include "model_files/json_fields.hpp"
#include "model_files/model_json.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

using namespace json;

RowReport row_report(const std::string& where, const Json& row) {
  return {.status = enumerator<RowStatus>(where + ".status", member(where, row, "status")),
          .iterations = integer(where + ".iterations", member(where, row, "iterations")),
          .objective = reported(where + ".objective", member(where, row, "objective")),
          .optimality = reported(where + ".optimality", member(where, row, "optimality"))};
}

Certificate certificate(const std::string& where, const Json& value) {
  const auto rows = [&](const char* name) {
    return list(fmt::format("{}.{}", where, name), member(where, value, name), boolean);
  };
  return {.holds = boolean(where + ".holds", member(where, value, "holds")),
          .layer2_rows = rows("layer2_rows"),
          .layer1_rows = rows("layer1_rows"),
          .scale_rows = rows("scale_rows")};
}

Index sample_number(const std::string& where, const Json& value) {
  return integer(where, value);
}

CurvePoint curve_point(const std::string& where, const Json& point) {
  return {.epoch = integer(where + ".epoch", member(where, point, "epoch")),
          .seconds = reported(where + ".seconds", member(where, point, "seconds")),
          .loss = reported(where + ".loss", member(where, point, "loss"))};
}

/// Reads the report of a fit; every field is optional.
void read_report(const Json& document, Fit& fit) {
  const auto read = [&](const char* name, auto&& take) { json::read_field(document, name, take); };
  read("method", [&](auto name, auto& value) { fit.method = enumerator<Method>(name, value); });
  read("status", [&](auto name, auto& value) { fit.status = enumerator<FitStatus>(name, value); });
  read("reason", [&](auto name, auto& value) { fit.reason = text(name, value); });
  read("choice", [&](auto name, auto& value) { fit.choice = text(name, value); });
  read("warnings", [&](auto name, auto& value) { fit.warnings = list(name, value, text); });
  read("cause", [&](auto name, auto& value) { fit.cause = text(name, value); });
  read("remedy", [&](auto name, auto& value) { fit.remedy = enumerator<Remedy>(name, value); });
  read("outliers", [&](auto name, auto& value) { fit.outliers = list(name, value, sample_number); });
  read("training_loss", [&](auto name, auto& value) { fit.training_loss = reported(name, value); });
  read("certificate", [&](auto name, auto& value) { fit.certificate = certificate(name, value); });
  read("layer2_rows", [&](auto name, auto& value) { fit.layer2_rows = list(name, value, row_report); });
  read("layer1_rows", [&](auto name, auto& value) { fit.layer1_rows = list(name, value, row_report); });
  read("curve", [&](auto name, auto& value) { fit.curve = list(name, value, curve_point); });
  read("passes", [&](auto name, auto& value) { fit.passes = integer(name, value); });
  read("seconds", [&](auto name, auto& value) { fit.seconds = stages(name, value); });
}

/// Throws DataError unless there are entries for no row or for all rows.
void require_row_count(const char* name, std::size_t count, Index rows) {
  if (count == 0 || static_cast<Index>(count) == rows) return;
  throw DataError(fmt::format("{} has length {}, but A has {} rows", name, count, rows));
}

}  // namespace

Fit fit_from(const Json& document) {
  Fit fit;
  fit.unit = {.A = matrix(document, "A"), .B = matrix(document, "B")};
  json::read_field(document, "bias", [&](auto name, auto& value) { fit.unit.bias = boolean(name, value); });
  validate(fit.unit);
  read_columns(document, fit.unit.inputs(), fit.unit.outputs(), fit.columns, fit.input_range);
  read_report(document, fit);
  fit.uncertainty = uncertainty_from(document, fit.unit);
  require_row_count("certificate.layer2_rows", fit.certificate.layer2_rows.size(), fit.unit.rows());
  require_row_count("certificate.layer1_rows", fit.certificate.layer1_rows.size(), fit.unit.rows());
  require_row_count("certificate.scale_rows", fit.certificate.scale_rows.size(), fit.unit.rows());
  require_row_count("layer2_rows", fit.layer2_rows.size(), fit.unit.rows());
  require_row_count("layer1_rows", fit.layer1_rows.size(), fit.unit.rows());
  return fit;
}

}  // namespace resunit
