// SPDX-License-Identifier: BSD-3-Clause
// Names, positions and ranges of the columns of a fit. Every field is optional.
#include "model/columns.hpp"
#include "model_files/json_fields.hpp"
#include "model_files/json_text.hpp"
#include "model_files/model_json.hpp"

namespace resunit {

using namespace json;

void add_columns(Json& document, const Columns& columns, const InputRange& range) {
  if (!columns.inputs.empty()) document["inputs"] = columns.inputs;
  if (!columns.targets.empty()) document["outputs"] = columns.targets;
  if (!columns.target_at.empty()) document["output_columns"] = column_numbers(columns.target_at);
  if (!columns.ignored.empty()) document["ignored"] = columns.ignored;
  add_input_range(document, range);
}

void read_columns(const Json& document, Index inputs, Index outputs, Columns& columns, InputRange& range) {
  const auto read = [&](const char* name, auto&& take) { read_field(document, name, take); };
  read("inputs", [&](auto name, auto& value) { columns.inputs = list(name, value, text); });
  read("outputs", [&](auto name, auto& value) { columns.targets = list(name, value, text); });
  read("output_columns", [&](auto name, auto& value) { columns.target_at = positions(name, value); });
  read("ignored", [&](auto name, auto& value) { columns.ignored = list(name, value, text); });
  range = input_range_from(document);
  require_columns(columns, inputs, outputs);
  require_range(range, inputs);
}

void add_input_range(Json& document, const InputRange& range) {
  if (range.low.size() > 0) document["input_range"] = {{"low", vector(range.low)}, {"high", vector(range.high)}};
}

InputRange input_range_from(const Json& document) {
  InputRange range;
  read_field(document, "input_range", [&](const std::string& name, const Json& value) {
    range.low = vector(name + ".low", member(name, value, "low"), number);
    range.high = vector(name + ".high", member(name, value, "high"), number);
  });
  return range;
}

}  // namespace resunit
