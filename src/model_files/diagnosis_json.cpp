// SPDX-License-Identifier: BSD-3-Clause
#include "model_files/diagnosis_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace resunit {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const RowDiagnosis& row) {
  return {{"feasible_set", to_string(row.set)},
          {"bounded", row.set == FeasibleSet::wide || row.set == FeasibleSet::point},
          {"width", std::isfinite(row.width) ? Json(row.width) : Json()},
          {"active", row.active},
          {"inactive", row.inactive},
          {"determined", row.identifiable}};
}

}  // namespace

std::string diagnosis_json(const Diagnosis& facts) {
  Json document{{"samples", facts.samples},
                {"inputs", facts.inputs},
                {"outputs", facts.outputs},
                {"directions", facts.directions},
                {"rank_of_X", facts.rank_of_X},
                {"rank_of_Y", facts.rank_of_Y},
                {"condition_of_X", facts.condition_of_X},
                {"condition_of_Y", facts.condition_of_Y},
                {"program_samples", facts.program_samples},
                {"method", to_string(facts.fit.method)},
                {"status", to_string(facts.fit.status)},
                {"warnings", facts.fit.warnings},
                {"enough", facts.enough},
                {"verdict", facts.verdict},
                {"rows", Json::array()}};
  for (const RowDiagnosis& row : facts.rows) document["rows"].push_back(row_json(row));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace resunit
