// SPDX-License-Identifier: BSD-3-Clause
// Reads the uncertainty of a fit under noise from a model file.
#include "model_files/json_fields.hpp"
#include "model_files/model_json.hpp"

namespace resunit {
namespace {

using namespace json;

Matrix member_matrix(const std::string& where, const Json& value, const char* name) {
  return matrix_at(fmt::format("{}.{}", where, name), member(where, value, name));
}

LackOfFit lack_of_fit(const std::string& where, const Json& value) {
  const auto figure = [&](const char* name) { return reported(where + "." + name, member(where, value, name)); };
  const auto flag = [&](const char* name) { return boolean(where + "." + name, member(where, value, name)); };
  return {
      .F = figure("F"),
      .p_value = figure("p_value"),
      .residual_p_value = value.contains("residual_p_value") ? figure("residual_p_value") : 1,  // not in version 0.2.0
      .linear_p_value = figure("linear_p_value"),
      .held_out_r2 = figure("held_out_r2"),
      .median_row_of_A = figure("median_row_of_A"),
      .misfit = flag("misfit"),
      .linear = flag("linear"),
      .no_signal = flag("no_signal"),
      .skip_not_identified = flag("skip_not_identified")};
}

Vector member_vector(const std::string& where, const Json& value, const char* name) {
  return vector(fmt::format("{}.{}", where, name), member(where, value, name), number);
}

/// Only written if growth was detected.
NoiseGrowth noise_growth(const std::string& where, const Json& value) {
  const auto figure = [&](const char* name) { return number(where + "." + name, member(where, value, name)); };
  return {.p_value = figure("p_value"),
          .detected = true,
          .weighted = boolean(where + ".weighted", member(where, value, "weighted")),
          .share = figure("share"),
          .power = figure("power"),
          .mean_size = figure("mean_size"),
          .input_weight = member_vector(where, value, "input_weight")};
}

Covariance covariance(const std::string& where, const Json& value) {
  const auto matrices = [&](const char* name) {
    return list(where + "." + name, member(where, value, name), matrix_at);
  };
  return {.input_scale = member_vector(where, value, "input_scale"),
          .output_scale = member_vector(where, value, "output_scale"),
          .A = member_matrix(where, value, "A"),
          .N = member_matrix(where, value, "N"),
          .beta = matrices("beta"),
          .A_and_beta = matrices("A_and_beta")};
}

void read_uncertainty(const Json& document, Uncertainty& uncertainty) {
  const auto read = [&](const char* name, auto&& take) { read_field(document, name, take); };
  read("noise_std", [&](auto name, auto& value) { uncertainty.noise_std = reported(name, value); });
  read("degrees_of_freedom", [&](auto name, auto& value) { uncertainty.degrees_of_freedom = reported(name, value); });
  read("robust", [&](auto name, auto& value) { uncertainty.robust = boolean(name, value); });
  read("reweighted", [&](auto name, auto& value) { uncertainty.reweighted = boolean(name, value); });
  read("noise_growth", [&](auto name, auto& value) { uncertainty.noise_growth = noise_growth(name, value); });
  read("lack_of_fit", [&](auto name, auto& value) { uncertainty.lack_of_fit = lack_of_fit(name, value); });
  read("noise_covariance", [&](auto name, auto& value) { uncertainty.noise_covariance = matrix_at(name, value); });
  read("A_stderr", [&](auto name, auto& value) { uncertainty.A_stderr = matrix_at(name, value); });
  read("B_stderr", [&](auto name, auto& value) { uncertainty.B_stderr = matrix_at(name, value); });
  read("covariance", [&](auto name, auto& value) { uncertainty.covariance = covariance(name, value); });
}

void require_count(const char* name, std::size_t count, Index expected) {
  if (static_cast<Index>(count) != expected)
    throw DataError(fmt::format("{} has length {}, expected {}", name, count, expected));
}

void require_shape(const char* name, const Matrix& M, Index rows, Index cols) {
  if (M.rows() != rows || M.cols() != cols)
    throw DataError(fmt::format("{} is {} x {}, expected {} x {}", name, M.rows(), M.cols(), rows, cols));
}

/// Throws DataError unless the uncertainty is missing or its shapes match those of the weights.
void require_shapes(const Uncertainty& uncertainty, const Unit& unit) {
  const Index d = unit.rows(), m = unit.outputs();
  if (uncertainty.noise_covariance.size() > 0) require_shape("noise_covariance", uncertainty.noise_covariance, m, m);
  if (uncertainty.A_stderr.size() > 0) require_shape("A_stderr", uncertainty.A_stderr, d, d);
  if (uncertainty.B_stderr.size() > 0) require_shape("B_stderr", uncertainty.B_stderr, m, d);
  if (uncertainty.noise_growth.detected)
    require_shape("noise_growth.input_weight", uncertainty.noise_growth.input_weight, d, 1);
  const Covariance& covariance = uncertainty.covariance;
  if (covariance.A.size() == 0) return;
  require_shape("covariance.input_scale", covariance.input_scale, d, 1);
  require_shape("covariance.output_scale", covariance.output_scale, m, 1);
  if (!(covariance.input_scale.minCoeff() > 0) || !(covariance.output_scale.minCoeff() > 0))
    throw DataError("covariance has a scale that is not positive");
  // With a bias, the constant has no neuron, and without b no column of the hidden layer; files of 0.2.0 have both.
  const bool without_neuron = unit.bias && covariance.A.rows() == (d - 1) * d;
  const bool without_column = without_neuron && covariance.N.rows() == d - 1;
  const Index size = without_neuron ? (d - 1) * d : d * d, hidden = without_column ? d - 1 : d;
  require_shape("covariance.A", covariance.A, size, size);
  require_shape("covariance.N", covariance.N, hidden, size);
  require_count("covariance.beta", covariance.beta.size(), m);
  for (const Matrix& beta : covariance.beta) require_shape("covariance.beta", beta, hidden, hidden);
  if (covariance.A_and_beta.empty()) return;
  require_count("covariance.A_and_beta", covariance.A_and_beta.size(), m);
  for (const Matrix& both : covariance.A_and_beta) require_shape("covariance.A_and_beta", both, size, hidden);
}

}  // namespace

Uncertainty uncertainty_from(const Json& document, const Unit& unit) {
  Uncertainty uncertainty;
  read_uncertainty(document, uncertainty);
  require_shapes(uncertainty, unit);
  return uncertainty;
}

}  // namespace resunit
