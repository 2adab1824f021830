// The names in a model file, shared by those who write and read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "resunit/fit.hpp"
#include "resunit/regress.hpp"

namespace resunit {

inline constexpr const char* kModelFormat = "resunit";
inline constexpr int kModelVersion = 1;
inline constexpr const char* kUnitKind = "unit";
inline constexpr const char* kRegressorKind = "regressor";

/// What a document of that kind holds.
Fit fit_from(const nlohmann::ordered_json& document);
Regression regression_from(const nlohmann::ordered_json& document);
Uncertainty uncertainty_from(const nlohmann::ordered_json& document, const Unit& unit);

/// Adds what a fit under noise knows of its errors, all but what prediction intervals need.
void add_uncertainty(nlohmann::ordered_json& document, const Uncertainty& uncertainty);
nlohmann::ordered_json covariance_json(const Covariance& covariance);

}  // namespace resunit
