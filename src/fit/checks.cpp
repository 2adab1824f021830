// SPDX-License-Identifier: BSD-3-Clause
#include "fit/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/counted.hpp"
#include "model/fit_options.hpp"
#include "model/unit_parts.hpp"
#include "resunit/error.hpp"
#include "resunit/samples.hpp"

namespace resunit {

void require_matching_start(const FitOptions& options, Index inputs, Index outputs) {
  if (!options.start) return;
  const Unit& start = *options.start;
  validate(start);
  if (start.bias != (options.bias != Bias::none))
    throw OptionError(fmt::format("FitOptions::start has {} bias, but FitOptions::bias = {}", start.bias ? "a" : "no",
                                  to_string(options.bias)));
  if (start.inputs() != inputs || start.outputs() != outputs)
    throw OptionError(fmt::format("FitOptions::start has {} and {}, but the samples have {} and {}",
                                  counted(start.inputs(), "input"), counted(start.outputs(), "output"), inputs,
                                  outputs));
}

void warn_about_options_without_effect(const FitOptions& options, Fit& fit) {
  const std::vector<std::string> for_any_method = options_without_effect(options);
  for (const std::string& name : for_any_method)
    fit.warnings.push_back(fmt::format("option {} has no effect with method {}", name, to_string(options.method)));
  FitOptions selected = options;
  selected.method = fit.method;
  for (const std::string& name : options_without_effect(selected))
    if (std::find(for_any_method.begin(), for_any_method.end(), name) == for_any_method.end())
      fit.warnings.push_back(fmt::format("option {} had no effect: {} selected {}", name, to_string(options.method),
                                         to_string(fit.method)));
}

void reject_weights_out_of_range(bool outputs_are_zero, Fit& fit) {
  if (!fit.usable()) return;
  const double largest = std::max(fit.unit.A.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(),
                                  fit.unit.B.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  const bool overflows = !fit.unit.A.allFinite() || !fit.unit.B.allFinite() || largest > kLargestMagnitude;
  const bool underflows = fit.unit.B.isZero(0) && !outputs_are_zero;
  if (!overflows && !underflows) return;
  fit.status = FitStatus::diverged;
  fit.certificate = {};
  fit.reason = fmt::format(
      "{}: rescale the columns of X and Y to similar magnitudes",
      overflows ? fmt::format("the largest weight is {:.3g}, above the limit of {:.3g}", largest, kLargestMagnitude)
                : "the weights of layer 2 underflow to zero");
}

}  // namespace resunit
