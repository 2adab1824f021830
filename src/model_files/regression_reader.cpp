// SPDX-License-Identifier: BSD-3-Clause
// Reads a regressor from a model file: weights, scalings and columns are required and must match; every field of the
// report is optional.
#include "model_files/json_fields.hpp"
#include "model_files/model_json.hpp"
#include "resunit/error.hpp"
#include "tables/regressor.hpp"

namespace resunit {
namespace {

using namespace json;

Scaling scaling(const Json& document, const char* name) {
  const Json& value = member("the model", document, name);
  const auto part = [&](const char* field) {
    return vector(fmt::format("{}.{}", name, field), member(name, value, field), number);
  };
  return {.low = part("low"), .high = part("high"), .mean = part("mean"), .scale = part("scale")};
}

Columns columns(const Json& document) {
  const auto field = [&](const char* name) -> const Json& { return member("the model", document, name); };
  Columns result{.inputs = list("inputs", field("inputs"), text), .targets = list("targets", field("targets"), text)};
  result.target_at = positions("target_columns", field("target_columns"));
  return result;
}

Score score(const std::string& where, const Json& value) {
  const auto part = [&](const char* field) {
    return vector(fmt::format("{}.{}", where, field), member(where, value, field), reported);
  };
  return {.rmse = part("rmse"), .mae = part("mae"), .r2 = part("r2")};
}

CrossValidation cross_validation(const std::string& where, const Json& value) {
  const auto part = [&](const char* field) { return score(where + "." + field, member(where, value, field)); };
  CrossValidation result{.folds = integer(where + ".folds", member(where, value, "folds")),
                         .unit = part("resunit"),
                         .mean = part("mean"),
                         .linear = part("linear")};
  const auto read = [&](const char* name, Vector& values) {  // since version 0.3.0
    read_field(value, name,
               [&](auto, auto& entries) { values = vector(fmt::format("{}.{}", where, name), entries, reported); });
  };
  read("r2_std", result.r2_std);
  read("r2_gain_stderr", result.r2_gain_stderr);
  return result;
}

/// Reads the report of a regression; every field is optional.
void read_report(const Json& document, Regression& result) {
  const auto read = [&](const char* name, auto&& take) { read_field(document, name, take); };
  read("width", [&](auto name, auto& value) { result.width = integer(name, value); });
  read("members", [&](auto name, auto& value) { result.members = integer(name, value); });
  read("dropped", [&](auto name, auto& value) { result.dropped = integer(name, value); });
  read("penalty", [&](auto name, auto& value) { result.penalty = reported(name, value); });
  read("held_out_rmse", [&](auto name, auto& value) { result.held_out_rmse = vector(name, value, reported); });
  read("held_out_stderr", [&](auto name, auto& value) { result.held_out_stderr = vector(name, value, reported); });
  read("target_std", [&](auto name, auto& value) { result.target_std = vector(name, value, reported); });
  read("warnings", [&](auto name, auto& value) { result.warnings = list(name, value, text); });
  read("cross_validation", [&](auto name, auto& value) { result.cross_validation = cross_validation(name, value); });
  read("seconds", [&](auto name, auto& value) { result.seconds = stages(name, value); });
}

/// Throws DataError unless there are entries for no target or for all targets.
void require_target_counts(const Regression& result) {
  const Index m = result.regressor.output_count();
  const auto require = [m](const char* name, const Vector& values) {
    if (values.size() != 0 && values.size() != m)
      throw DataError(fmt::format("{} has length {}, expected {}, the number of targets", name, values.size(), m));
  };
  require("held_out_rmse", result.held_out_rmse);
  require("held_out_stderr", result.held_out_stderr);
  require("target_std", result.target_std);
  require("cross_validation.r2_std", result.cross_validation.r2_std);
  require("cross_validation.r2_gain_stderr", result.cross_validation.r2_gain_stderr);
  if (result.held_out_rmse.size() != result.target_std.size())
    throw DataError("held_out_rmse and target_std have different lengths");
  const CrossValidation& cross = result.cross_validation;
  for (const Score* score : {&cross.unit, &cross.mean, &cross.linear})
    for (const Vector* values : {&score->rmse, &score->mae, &score->r2})
      if (cross.folds > 0 && values->size() != m)
        throw DataError(fmt::format("cross_validation has scores of length {}, expected {}, the number of targets",
                                    values->size(), m));
}

}  // namespace

Regression regression_from(const Json& document) {
  Regression result;
  Regressor& regressor = result.regressor;
  regressor.inputs = scaling(document, "input_scaling");
  regressor.outputs = scaling(document, "output_scaling");
  regressor.A = matrix(document, "A");
  regressor.W = matrix(document, "W");
  regressor.V = matrix(document, "V");
  if (regressor.A.rows() == 0) regressor.A.resize(0, regressor.input_count() + 1);  // an empty array has no columns
  regressor.columns = columns(document);
  regressor.input_range = input_range_from(document);
  validate(regressor);
  read_report(document, result);
  require_target_counts(result);
  return result;
}

}  // namespace resunit
