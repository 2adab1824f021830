// SPDX-License-Identifier: BSD-3-Clause
// A network and the report of its fit as JSON:
//     {"format": "resunit", "version": 1, "kind": "network", "method": "exact", "status": "solved", ...,
//      "weights": [W_0, .., W_{L-1}]}
#include "model_files/json_text.hpp"
#include "model_files/model_json.hpp"
#include "system/atomic_file.hpp"

namespace resunit {
namespace {

using namespace json;

Json certificate(const NetworkCertificate& facts) {
  return {{"holds", facts.holds},
          {"backward_error", facts.backward_error},
          {"allowed_backward_error", facts.allowed_backward_error},
          {"singular_value", facts.singular_value},
          {"required_singular_value", facts.required_singular_value},
          {"equations", facts.equations},
          {"unknowns", facts.unknowns},
          {"required_equations", facts.required_equations},
          {"held_out", facts.held_out},
          {"fewest_per_side", facts.fewest_per_side},
          {"required_per_side", facts.required_per_side},
          {"fewest_apart", facts.fewest_apart},
          {"never_active", facts.never_active},
          {"always_active", facts.always_active},
          {"scale_rows", facts.scale_rows},
          {"nested_pairs", facts.nested_pairs}};
}

void add_report(Json& document, const NetworkFit& fit) {
  document["method"] = to_string(fit.method);
  document["status"] = to_string(fit.status);
  document["reason"] = fit.reason;
  document["choice"] = fit.choice;
  document["warnings"] = fit.warnings;
  document["training_loss"] = fit.training_loss;
  document["relative_residual"] = fit.relative_residual;
  document["starts"] = fit.starts;
  if (fit.queries.count > 0)
    document["queries"] = {
        {"count", fit.queries.count}, {"kinks", fit.queries.kinks}, {"precision", fit.queries.precision}};
  if (fit.method == Method::exact) document["certificate"] = certificate(fit.certificate);
  if (fit.method == Method::noisy) {
    document["noise_std"] = fit.uncertainty.noise_std;
    document["degrees_of_freedom"] = fit.uncertainty.degrees_of_freedom;
    document["relaxed_loss"] = fit.uncertainty.relaxed_loss;
    document["band"] = {{"lower", fit.uncertainty.lower}, {"upper", fit.uncertainty.upper}};
  } else {
    document["noise_std"] = fit.method == Method::exact && fit.usable() ? Json(0.0) : Json();
  }
  document["seconds"] = stages(fit.seconds);
}

}  // namespace

std::string model_json(const NetworkFit& fit, bool weights) {
  Json document = header(kNetworkKind);
  add_columns(document, fit.columns, fit.input_range);
  document["layers"] = fit.network.layers();
  if (fit.status != FitStatus::not_run) add_report(document, fit);
  if (weights) {
    document["weights"] = matrices(fit.network.weights);
    if (!fit.uncertainty.standard_errors.empty())
      document["standard_errors"] = matrices(fit.uncertainty.standard_errors);
  }
  return one_field_per_line(document);
}

void write_model(const std::filesystem::path& file, const NetworkFit& fit, const Progress& progress) {
  validate(fit.network);
  write_whole_file(file, model_json(fit, true), progress);
}

void write_model(const std::filesystem::path& file, const Network& network, const Progress& progress) {
  write_model(file, NetworkFit{.network = network}, progress);
}

}  // namespace resunit
