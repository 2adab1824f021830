// SPDX-License-Identifier: BSD-3-Clause
// Reads a network from a model file. The weights are required; every field of the report is optional.
#include "model_files/json_fields.hpp"
#include "model_files/model_json.hpp"

namespace resunit {
namespace {

using namespace json;

Index count(const std::string& where, const Json& value) {
  return integer(where, value);
}

std::vector<std::vector<bool>> rows_of_layers(const std::string& where, const Json& value, const Network& network) {
  const auto layers =
      list(where, value, [](const std::string& layer, const Json& rows) { return list(layer, rows, boolean); });
  if (std::ssize(layers) + 1 != network.layers())
    throw DataError(fmt::format("{} has length {}, but the network has {} hidden layers", where, layers.size(),
                                network.layers() - 1));
  for (const std::vector<bool>& rows : layers)
    if (std::ssize(rows) != network.inputs())
      throw DataError(fmt::format("{} has a layer with {} rows, expected {}", where, rows.size(), network.inputs()));
  return layers;
}

NetworkCertificate certificate(const std::string& where, const Json& value, const Network& network) {
  const auto field = [&](const char* name, auto read) {
    return read(fmt::format("{}.{}", where, name), member(where, value, name));
  };
  const auto limit = [&](const char* name, double otherwise) {
    return value.contains(name) ? field(name, reported) : otherwise;
  };
  const auto rows = [&](const std::string& name, const Json& layers) { return rows_of_layers(name, layers, network); };
  return {.holds = field("holds", boolean),
          .backward_error = field("backward_error", reported),
          .allowed_backward_error = limit("allowed_backward_error", NetworkCertificate{}.allowed_backward_error),
          .singular_value = field("singular_value", reported),
          .required_singular_value = limit("required_singular_value", NetworkCertificate{}.required_singular_value),
          .equations = field("equations", count),
          .unknowns = field("unknowns", count),
          .required_equations = field("required_equations", count),
          .held_out = field("held_out", boolean),
          .fewest_per_side = field("fewest_per_side", count),
          .required_per_side = field("required_per_side", count),
          .fewest_apart = field("fewest_apart", count),
          .never_active = field("never_active", rows),
          .always_active = field("always_active", rows),
          .scale_rows = field("scale_rows", rows),
          .nested_pairs = field("nested_pairs", count)};
}

/// Matrices of the same shapes as the weights.
std::vector<Matrix> standard_errors(const std::string& where, const Json& value, const Network& network) {
  std::vector<Matrix> errors = list(where, value, matrix_at);
  bool fits = std::ssize(errors) == network.layers();
  for (std::size_t l = 0; fits && l < errors.size(); ++l)
    fits = errors[l].rows() == network.weights[l].rows() && errors[l].cols() == network.weights[l].cols();
  if (!fits) throw DataError(fmt::format("{} does not have the shape of the weights", where));
  return errors;
}

void read_report(const Json& document, NetworkFit& fit) {
  const auto read = [&](const char* name, auto&& take) { read_field(document, name, take); };
  NetworkUncertainty& uncertainty = fit.uncertainty;
  read("method", [&](auto name, auto& value) { fit.method = enumerator<Method>(name, value); });
  read("status", [&](auto name, auto& value) { fit.status = enumerator<FitStatus>(name, value); });
  read("reason", [&](auto name, auto& value) { fit.reason = text(name, value); });
  read("choice", [&](auto name, auto& value) { fit.choice = text(name, value); });
  read("warnings", [&](auto name, auto& value) { fit.warnings = list(name, value, text); });
  read("training_loss", [&](auto name, auto& value) { fit.training_loss = reported(name, value); });
  read("relative_residual", [&](auto name, auto& value) { fit.relative_residual = reported(name, value); });
  read("queries", [&](auto name, auto& value) {
    fit.queries = {.count = integer("queries.count", member(name, value, "count")),
                   .kinks = integer("queries.kinks", member(name, value, "kinks")),
                   .precision = reported("queries.precision", member(name, value, "precision"))};
  });
  read("starts", [&](auto name, auto& value) { fit.starts = integer(name, value); });
  read("certificate", [&](auto name, auto& value) { fit.certificate = certificate(name, value, fit.network); });
  if (fit.method == Method::noisy)
    read("noise_std", [&](auto name, auto& value) { uncertainty.noise_std = reported(name, value); });
  read("degrees_of_freedom", [&](auto name, auto& value) { uncertainty.degrees_of_freedom = reported(name, value); });
  read("relaxed_loss", [&](auto name, auto& value) { uncertainty.relaxed_loss = reported(name, value); });
  read("band", [&](auto name, auto& value) {
    uncertainty.lower = reported("band.lower", member(name, value, "lower"));
    uncertainty.upper = reported("band.upper", member(name, value, "upper"));
  });
  read("standard_errors",
       [&](auto name, auto& value) { uncertainty.standard_errors = standard_errors(name, value, fit.network); });
  read("seconds", [&](auto name, auto& value) { fit.seconds = stages(name, value); });
}

}  // namespace

NetworkFit network_fit_from(const Json& document) {
  NetworkFit fit;
  fit.network.weights = list("weights", member("the model", document, "weights"), matrix_at);
  validate(fit.network);
  read_columns(document, fit.network.inputs(), fit.network.outputs(), fit.columns, fit.input_range);
  read_report(document, fit);
  return fit;
}

}  // namespace resunit
