// SPDX-License-Identifier: BSD-3-Clause
// Reads a model file that must contain a unit, or a unit or network.
#pragma once

#include <fmt/format.h>

#include <string>

#include "resunit/error.hpp"
#include "resunit/model_file.hpp"
#include "terminal.hpp"

namespace resunit::cli {

/// Throws DataError if the file contains a model of another kind.
inline Unit read_unit(const std::string& file) {
  const Model model = read_model(file, check_interrupt);
  if (const Fit* fit = std::get_if<Fit>(&model)) return fit->unit;
  const bool is_network = std::holds_alternative<NetworkFit>(model);
  throw DataError(
      fmt::format("{}: the model is of kind \"{}\", expected \"unit\"", file, is_network ? "network" : "regressor"));
}

/// A unit without biases is a network of two layers. Throws DataError if the file contains a regressor.
inline Network read_network(const std::string& file) {
  const Model model = read_model(file, check_interrupt);
  if (const NetworkFit* fit = std::get_if<NetworkFit>(&model)) return fit->network;
  if (const Fit* fit = std::get_if<Fit>(&model)) return network_of(fit->unit);
  throw DataError(fmt::format("{}: the model is of kind \"regressor\", expected \"network\" or \"unit\"", file));
}

}  // namespace resunit::cli
