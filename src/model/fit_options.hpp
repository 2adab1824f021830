// SPDX-License-Identifier: BSD-3-Clause
// The records of FitOptions and of the options nested in it.
#pragma once

#include <string>
#include <vector>

#include "model/option_record.hpp"
#include "resunit/fit_options.hpp"

namespace resunit {

inline constexpr Methods kLayerwise = {Method::qp, Method::lp, Method::lp_noisy};
/// The methods that learn biases: lr needs samples with only negative inputs, which a constant of one is not.
inline constexpr Methods kLearnBiases = {Method::exact, Method::noisy,    Method::qp,
                                         Method::lp,    Method::lp_noisy, Method::sgd};
inline constexpr Methods kPaperMethods = {Method::qp, Method::lp, Method::lp_noisy, Method::lr, Method::sgd};
inline constexpr Methods kNoisyOnly = {Method::noisy};
inline constexpr Methods kSgdOnly = {Method::sgd};

template <RecordsOf<RowOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  visit(OptionRecord{.name = "tolerance",
                     .range = open_interval(0, 1),
                     .help = "Largest relative optimality residual of a solved row program; for sgd, largest relative "
                             "loss of a solved fit.",
                     .methods = {Method::qp, Method::lp, Method::lp_noisy, Method::sgd},
                     .group = OptionGroup::advanced},
        o.tolerance);
  visit(OptionRecord{.name = "max-iterations",
                     .range = at_least(1),
                     .help = "Largest number of Newton or interior-point steps per row.",
                     .methods = kLayerwise,
                     .group = OptionGroup::advanced},
        o.max_iterations);
  visit(OptionRecord{.name = "rank-tolerance",
                     .range = open_interval(0, 1),
                     .help = "Treat singular values below this fraction of the largest one as zero.",
                     .methods = {Method::qp, Method::lp, Method::lp_noisy, Method::lr},
                     .group = OptionGroup::advanced},
        o.rank_tolerance);
  visit(OptionRecord{.name = "path-parameter",
                     .range = above(0),
                     .help = "Barrier parameter of layer 1, relative to the mean square of the hidden outputs.",
                     .methods = {Method::qp, Method::lp_noisy},
                     .group = OptionGroup::programs},
        o.path_parameter);
}

template <RecordsOf<SgdOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help, .methods = kSgdOnly, .group = OptionGroup::sgd};
  };
  visit(record("epochs", at_least(1), "Number of passes over the samples."), o.epochs);
  visit(record("batch", at_least(1), "Number of samples per step."), o.batch);
  visit(record("rate", above(0), "Initial learning rate."), o.rate);
  visit(record("decay", at_least(0), "Decay of the learning rate, which is divided by 1 + decay * epoch."), o.decay);
  visit(record("stop", half_open_interval(0, 1),
               "Stop after an epoch in which the relative change of the loss is below this value."),
        o.stop);
}

template <RecordsOf<NoisyOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help, .methods = kNoisyOnly, .group = OptionGroup::noise};
  };
  visit(record("robust", {}, "Use the Huber loss instead of squared residuals, to tolerate outliers."), o.robust);
  visit(
      record(
          "reweight", {},
          "Weight the outputs by the inverse of their noise covariance unless it is sigma^2 I, and the samples if the "
          "noise grows with the norm of x."),
      o.reweight);
  visit(record("sandwich", {}, "Compute standard errors that allow the noise to depend on x."), o.sandwich);
  visit(
      record("restarts", at_least(0), "Largest number of further searches while the loss exceeds the expected bound."),
      o.restarts);
  visit(OptionRecord{.name = "largest-covariance",
                     .range = at_least(0),
                     .help = "Largest d^2 for which standard errors are computed.",
                     .methods = kNoisyOnly,
                     .group = OptionGroup::advanced},
        o.largest_covariance);
}

template <RecordsOf<FitOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  visit(OptionRecord{.name = "seed", .range = at_least(0), .help = "Random seed; equal seeds give identical results."},
        o.seed);
  visit(OptionRecord{.name = "threads",
                     .range = at_least(0),
                     .help = "Number of threads; 0 uses all cores. Results do not depend on it."},
        o.threads);
  describe(o.noise, visit);
  visit(OptionRecord{.name = "polish",
                     .help = "Minimize the output loss by descent, starting from the weights that the method found.",
                     .methods = {Method::qp, Method::lp, Method::lp_noisy, Method::lr, Method::sgd},
                     .group = OptionGroup::programs},
        o.polish);
  visit(OptionRecord{.name = "nonnegative",
                     .help = "Constrain A >= 0 in layer 1.",
                     .methods = kLayerwise,
                     .group = OptionGroup::programs},
        o.nonnegative);
  visit(OptionRecord{.name = "scale-tolerance",
                     .range = half_open_interval(0, 1),
                     .help = "Largest mean squared residual of a scale row, relative to the mean square of x_j.",
                     .methods = kLayerwise,
                     .group = OptionGroup::programs},
        o.scale_tolerance);
  describe(o.rows, visit);
  describe(o.sgd, visit);
}

/// Throws OptionError for the first field out of its range, and for a field without effect on an explicit method.
void validate(const FitOptions& options);
void validate(const RowOptions& options);

/// Names of the options that differ from their defaults but have no effect on the method.
std::vector<std::string> options_without_effect(const FitOptions& options);

}  // namespace resunit
