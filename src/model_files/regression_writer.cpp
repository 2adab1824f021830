// SPDX-License-Identifier: BSD-3-Clause
// A regressor and the report of its regression as JSON:
//     {"format": "resunit", "version": 1, "kind": "regressor", "inputs": ["a", ..], "targets": ["y"], ...,
//      "input_scaling": {"low": [..], "high": [..], "mean": [..], "scale": [..]}, "output_scaling": {..},
//      "A": [[..]], "W": [[..]], "V": [[..]]}
#include "model_files/json_text.hpp"
#include "model_files/model_json.hpp"
#include "system/atomic_file.hpp"
#include "tables/regressor.hpp"

namespace resunit {
namespace {

using namespace json;

Json scaling(const Scaling& s) {
  return {{"low", vector(s.low)}, {"high", vector(s.high)}, {"mean", vector(s.mean)}, {"scale", vector(s.scale)}};
}

Json scores(const Score& score) {
  return {{"rmse", vector(score.rmse)}, {"mae", vector(score.mae)}, {"r2", vector(score.r2)}};
}

Json better_than_linear(const CrossValidation& cross) {
  Json entries = Json::array();
  for (Index j = 0; j < cross.r2_gain_stderr.size(); ++j) entries.push_back(cross.better_than_linear(j));
  return entries;
}

void add_report(Json& document, const Regression& regression) {
  const Columns& columns = regression.regressor.columns;
  document["inputs"] = columns.inputs;
  document["targets"] = columns.targets;
  document["target_columns"] = column_numbers(columns.target_at);
  document["verdict"] = regression.verdict();
  add_input_range(document, regression.regressor.input_range);
  document["width"] = regression.width;
  document["members"] = regression.members;
  document["dropped"] = regression.dropped;
  document["penalty"] = regression.penalty;
  document["held_out_rmse"] = vector(regression.held_out_rmse);
  document["held_out_stderr"] = vector(regression.held_out_stderr);
  document["target_std"] = vector(regression.target_std);
  document["warnings"] = regression.warnings;
  document["seconds"] = stages(regression.seconds);
  const CrossValidation& cross = regression.cross_validation;
  if (cross.folds > 0)
    document["cross_validation"] = {{"folds", cross.folds},
                                    {"resunit", scores(cross.unit)},
                                    {"mean", scores(cross.mean)},
                                    {"linear", scores(cross.linear)},
                                    {"r2_std", vector(cross.r2_std)},
                                    {"r2_gain_stderr", vector(cross.r2_gain_stderr)},
                                    {"better_than_linear", better_than_linear(cross)}};
}

void add_weights(Json& document, const Regressor& regressor) {
  document["input_scaling"] = scaling(regressor.inputs);
  document["output_scaling"] = scaling(regressor.outputs);
  document["A"] = matrix(regressor.A);
  document["W"] = matrix(regressor.W);
  document["V"] = matrix(regressor.V);
}

}  // namespace

std::string model_json(const Regression& regression, bool weights) {
  Json document = header(kRegressorKind);
  add_report(document, regression);
  if (weights) add_weights(document, regression.regressor);
  return one_field_per_line(document);
}

void write_model(const std::filesystem::path& file, const Regression& regression, const Progress& progress) {
  validate(regression.regressor);
  write_whole_file(file, model_json(regression, true), progress);
}

}  // namespace resunit
