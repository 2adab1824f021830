// SPDX-License-Identifier: BSD-3-Clause
// Format, version and kinds of model files, and their conversion from and to JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "resunit/model_file.hpp"

namespace resunit {

inline constexpr const char* kModelFormat = "resunit";
inline constexpr int kModelVersion = 1;
inline constexpr const char* kUnitKind = "unit";
inline constexpr const char* kNetworkKind = "network";
inline constexpr const char* kRegressorKind = "regressor";

/// The text of a model file, also for `--json`; without the weights if `weights` is false.
std::string model_json(const Fit& fit, bool weights);
std::string model_json(const NetworkFit& fit, bool weights);
std::string model_json(const Regression& regression, bool weights);

/// Parses the text of a model file.
Model parse_model(const std::string& text);

/// Conversions from the document of a model file of the matching kind.
Fit fit_from(const nlohmann::ordered_json& document);
NetworkFit network_fit_from(const nlohmann::ordered_json& document);
Regression regression_from(const nlohmann::ordered_json& document);
Uncertainty uncertainty_from(const nlohmann::ordered_json& document, const Unit& unit);

/// Names, positions and range of the columns of a fit, if they are known.
void add_columns(nlohmann::ordered_json& document, const Columns& columns, const InputRange& range);
void read_columns(const nlohmann::ordered_json& document, Index inputs, Index outputs, Columns& columns,
                  InputRange& range);

/// The range of the inputs in a file of any kind; unknown in files written before version 0.3.0.
void add_input_range(nlohmann::ordered_json& document, const InputRange& range);
InputRange input_range_from(const nlohmann::ordered_json& document);

/// Adds the uncertainty of a fit under noise, except for the covariance, which only prediction intervals require.
void add_uncertainty(nlohmann::ordered_json& document, const Uncertainty& uncertainty);
nlohmann::ordered_json covariance_json(const Covariance& covariance);

}  // namespace resunit
