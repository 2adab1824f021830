// SPDX-License-Identifier: BSD-3-Clause
// The uncertainty of a fit under noise as JSON.
#include "model_files/json_text.hpp"
#include "model_files/model_json.hpp"

namespace resunit {
namespace {

using namespace json;

Json lack_of_fit(const LackOfFit& facts) {
  return {{"F", facts.F},
          {"p_value", facts.p_value},
          {"residual_p_value", facts.residual_p_value},
          {"linear_p_value", facts.linear_p_value},
          {"held_out_r2", facts.held_out_r2},
          {"median_row_of_A", facts.median_row_of_A},
          {"misfit", facts.misfit},
          {"linear", facts.linear},
          {"no_signal", facts.no_signal},
          {"skip_not_identified", facts.skip_not_identified}};
}

Json noise_growth(const NoiseGrowth& growth) {
  return {{"p_value", growth.p_value}, {"weighted", growth.weighted},   {"share", growth.share},
          {"power", growth.power},     {"mean_size", growth.mean_size}, {"input_weight", growth.input_weight}};
}

}  // namespace

Json covariance_json(const Covariance& covariance) {
  return {{"input_scale", covariance.input_scale},
          {"output_scale", covariance.output_scale},
          {"A", matrix(covariance.A)},
          {"N", matrix(covariance.N)},
          {"beta", matrices(covariance.beta)},
          {"A_and_beta", matrices(covariance.A_and_beta)}};
}

void add_uncertainty(Json& document, const Uncertainty& uncertainty) {
  document["noise_std"] = uncertainty.noise_std;
  document["degrees_of_freedom"] = uncertainty.degrees_of_freedom;
  document["robust"] = uncertainty.robust;
  document["reweighted"] = uncertainty.reweighted;
  if (uncertainty.noise_growth.detected) document["noise_growth"] = noise_growth(uncertainty.noise_growth);
  document["lack_of_fit"] = lack_of_fit(uncertainty.lack_of_fit);
  document["noise_covariance"] = matrix(uncertainty.noise_covariance);
  document["A_stderr"] = matrix(uncertainty.A_stderr);
  document["B_stderr"] = matrix(uncertainty.B_stderr);
}

}  // namespace resunit
