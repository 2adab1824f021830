// SPDX-License-Identifier: BSD-3-Clause
#include "inspect_regression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "model_files/model_json.hpp"
#include "model_names.hpp"
#include "weights_text.hpp"

namespace resunit::cli {
namespace {

using Json = nlohmann::ordered_json;

/// An input and the strength of its effects, in standard deviations of the target per standard deviation of the input.
struct InputSummary {
  std::string name;
  double mean = 0;
  double scale = 0;
  double linear = 0;     ///< |W_j|, the norm over the targets
  double nonlinear = 0;  ///< sum_k |v_k| |a_kj|, a bound on the change of the slope between linear regions
};

InputSummary summarize(const Regressor& regressor, const std::string& name, Index j) {
  return {.name = name,
          .mean = regressor.inputs.mean(j),
          .scale = regressor.inputs.scale(j),
          .linear = regressor.W.col(j).norm(),
          .nonlinear = regressor.V.colwise().norm().dot(regressor.A.col(j).cwiseAbs())};
}

std::vector<InputSummary> summarize(const Regression& regression) {
  std::vector<InputSummary> summaries;
  for (const std::string& name : input_names(regression))
    summaries.push_back(summarize(regression.regressor, name, std::ssize(summaries)));
  return summaries;
}

std::string weights_text(const Regression& regression) {
  const Regressor& regressor = regression.regressor;
  std::vector<std::string> inputs = input_names(regression);
  inputs.emplace_back("bias");
  const std::vector<std::string> neurons = names_or_numbers({}, 'a', regressor.width());
  return fmt::format("\nFor standardized inputs and outputs:\n\n{}\n{}\n{}",
                     matrix_text("W", regressor.W, output_names(regression), inputs),
                     matrix_text("A", regressor.A, neurons, inputs),
                     matrix_text("V", regressor.V, output_names(regression), neurons));
}

}  // namespace

std::string inspection_json(const Regression& regression, bool weights) {
  Json document = Json::parse(model_json(regression, weights));
  document["total_width"] = regression.regressor.width();
  document["columns"] = Json::array();
  for (const InputSummary& input : summarize(regression))
    document["columns"].push_back({{"name", input.name},
                                   {"mean", input.mean},
                                   {"scale", input.scale},
                                   {"linear", input.linear},
                                   {"bend", input.nonlinear}});
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string inspection_text(const Regression& regression, bool weights) {
  std::string text = regression.full() + "\n\n";
  if (!regression.regressor.columns.targets.empty())
    text += fmt::format("targets  {}\n\n", fmt::join(regression.regressor.columns.targets, ", "));
  text += fmt::format("{:<28} {:>12} {:>12} {:>12} {:>12}\n", "input", "mean", "scale", "linear", "nonlinear");
  for (const InputSummary& input : summarize(regression))
    text += fmt::format("{:<28} {:>12.5g} {:>12.5g} {:>12.5g} {:>12.5g}\n", input.name, input.mean, input.scale,
                        input.linear, input.nonlinear);
  return weights ? text + weights_text(regression) : text;
}

}  // namespace resunit::cli
