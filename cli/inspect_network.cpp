// SPDX-License-Identifier: BSD-3-Clause
#include "inspect_network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "linalg/spectra.hpp"
#include "model/counted.hpp"
#include "model_names.hpp"
#include "weights_text.hpp"

namespace resunit::cli {
namespace {

std::string names_text(const char* kind, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("{:<14} {}\n", kind, fmt::join(names, ", "));
}

/// Number of marked rows of layer l; "-" if unknown, as for the last layer.
std::string rows_text(const std::vector<std::vector<bool>>& layers, std::size_t l) {
  if (l >= layers.size()) return "-";
  return fmt::format("{}", std::count(layers[l].begin(), layers[l].end(), true));
}

/// One line per layer: its norm and standard errors, and the number of special rows.
std::string layers_text(const NetworkFit& fit) {
  std::string text = fmt::format("{:>5}  {:>11}  {:>11}  {:>10}  {:>11}  {:>13}\n", "layer", "|W_l|", "stderr",
                                 "scale rows", "never active", "always active");
  const std::vector<Matrix>& errors = fit.uncertainty.standard_errors;
  for (std::size_t l = 0; l < fit.network.weights.size(); ++l)
    text += fmt::format("{:>5}  {:>11.5g}  {:>11}  {:>10}  {:>12}  {:>13}\n", fmt::format("W_{}", l),
                        singular_values(fit.network.weights[l])(0),
                        errors.empty() ? "-" : fmt::format("{:.2g}", errors[l].norm()),
                        rows_text(fit.certificate.scale_rows, l), rows_text(fit.certificate.never_active, l),
                        rows_text(fit.certificate.always_active, l));
  return text;
}

}  // namespace

std::string inspection_text(const NetworkFit& fit, bool weights) {
  const Network& network = fit.network;
  std::string text = fmt::format("network        {} layers, {}, {}\n", network.layers(),
                                 counted(network.inputs(), "input"), counted(network.outputs(), "output"));
  text += names_text("inputs", fit.columns.inputs) + names_text("outputs", fit.columns.targets);
  text += fit.status == FitStatus::not_run ? "origin         weights only, not fitted\n" : fit.full() + "\n";
  text += "\n" + layers_text(fit);
  if (!weights) return text;
  for (std::size_t l = 0; l < network.weights.size(); ++l)
    text += "\n" + matrix_text(fmt::format("W_{}", l), network.weights[l],
                               l + 1 == network.weights.size() ? output_names(fit)
                                                               : names_or_numbers({}, 'r', network.inputs()),
                               l == 0 ? input_names(fit) : names_or_numbers({}, 'r', network.inputs()));
  return text;
}

}  // namespace resunit::cli
