// SPDX-License-Identifier: BSD-3-Clause
// Reads a model file of any kind.
#include "model_files/json_fields.hpp"
#include "model_files/model_json.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

using json::Json;

Model model_from(const Json& document) {
  const std::string kind = json::kind_of(document);
  if (kind == kUnitKind) return fit_from(document);
  if (kind == kNetworkKind) return network_fit_from(document);
  if (kind == kRegressorKind) return regression_from(document);
  throw DataError(fmt::format("a model of kind \"{}\", expected \"{}\", \"{}\" or \"{}\"", kind, kUnitKind,
                              kNetworkKind, kRegressorKind));
}

}  // namespace

Model read_model(const std::filesystem::path& file, const Progress& progress) {
  return json::read_document(file, progress, model_from);
}

Model parse_model(const std::string& text) {
  return model_from(json::parse(text));
}

}  // namespace resunit
