// SPDX-License-Identifier: BSD-3-Clause
#include "model/fit_options.hpp"

namespace resunit {
namespace {

/// All fields as numbers, in the order of their records.
std::vector<double> values_of(const FitOptions& options) {
  std::vector<double> values;
  describe(options,
           [&values](const OptionRecord&, const auto& field) { values.push_back(static_cast<double>(field)); });
  return values;
}

}  // namespace

std::vector<std::string> options_without_effect(const FitOptions& options) {
  const std::vector<double> defaults = values_of({});
  std::vector<std::string> names;
  std::size_t at = 0;
  describe(options, [&](const OptionRecord& record, const auto& field) {
    const bool is_default = static_cast<double>(field) == defaults[at++];
    if (!is_default && !record.methods.include(options.method)) names.push_back(record.field_name());
  });
  if (options.rescale != Rescale::paper && !kLayerwise.include(options.method)) names.emplace_back("rescale");
  if (options.bias != Bias::none && !kLearnBiases.include(options.method)) names.emplace_back("bias");
  const bool can_start = options.method == Method::sgd || options.method == Method::noisy;
  if (options.start && !can_start) names.emplace_back("start");
  return names;
}

void validate(const RowOptions& options) {
  require_ranges("RowOptions", options);
}

void validate(const FitOptions& options) {
  // Nested structs first: an error after them belongs to a field of FitOptions itself.
  validate(options.rows);
  require_ranges("SgdOptions", options.sgd);
  require_ranges("NoisyOptions", options.noise);
  require_ranges("FitOptions", options);
  if (options.method == Method::automatic) return;
  for (const std::string& name : options_without_effect(options))
    throw OptionError(fmt::format("FitOptions::{} has no effect with method {}", name, to_string(options.method)));
}

}  // namespace resunit
