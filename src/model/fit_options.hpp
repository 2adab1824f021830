// SPDX-License-Identifier: BSD-3-Clause
// The records of FitOptions and of the options nested in it.
#pragma once

#include <string>
#include <vector>

#include "model/option_record.hpp"
#include "resunit/fit_options.hpp"

namespace resunit {

inline constexpr Methods kLayerwise = {Method::qp, Method::lp, Method::lp_noisy};
inline constexpr Methods kNoisyOnly = {Method::noisy};
inline constexpr Methods kSgdOnly = {Method::sgd};

template <RecordsOf<RowOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  visit(OptionRecord{.name = "tolerance",
                     .range = inside(0, 1),
                     .help = "relative optimality residual at which a row program is solved",
                     .methods = {Method::qp, Method::lp, Method::lp_noisy, Method::sgd},
                     .group = OptionGroup::programs},
        o.tolerance);
  visit(OptionRecord{.name = "max-iterations",
                     .range = at_least(1),
                     .help = "Newton or interior-point steps a row may take",
                     .methods = kLayerwise,
                     .group = OptionGroup::programs},
        o.max_iterations);
  visit(OptionRecord{.name = "rank-tolerance",
                     .range = inside(0, 1),
                     .help = "singular values below this times the largest count as zero",
                     .methods = {Method::qp, Method::lp, Method::lp_noisy, Method::lr},
                     .group = OptionGroup::programs},
        o.rank_tolerance);
  visit(OptionRecord{.name = "path-parameter",
                     .range = above(0),
                     .help = "barrier of layer 1 as a share of the mean square of the hidden outputs",
                     .methods = {Method::qp, Method::lp_noisy},
                     .group = OptionGroup::programs},
        o.path_parameter);
}

template <RecordsOf<SgdOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help, .methods = kSgdOnly, .group = OptionGroup::sgd};
  };
  visit(record("epochs", at_least(1), "passes over the samples"), o.epochs);
  visit(record("batch", at_least(1), "samples per step"), o.batch);
  visit(record("rate", above(0), "initial learning rate"), o.rate);
  visit(record("decay", at_least(0), "the rate is divided by 1 + decay * epoch"), o.decay);
  visit(record("stop", from_up_to(0, 1), "stop after an epoch that changes the loss by less than this share of it"),
        o.stop);
}

template <RecordsOf<NoisyOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help, .methods = kNoisyOnly, .group = OptionGroup::noise};
  };
  visit(record("robust", {}, "Huber's loss instead of squares, for outliers"), o.robust);
  visit(record("reweight", {}, "weight outputs by their estimated noise where it differs among them"), o.reweight);
  visit(record("sandwich", {}, "standard errors that allow the noise to depend on x"), o.sandwich);
  visit(record("restarts", at_least(0), "further searches while the loss exceeds the expected bound"), o.restarts);
  visit(record("largest-covariance", at_least(0), "standard errors are computed for d^2 up to this"),
        o.largest_covariance);
}

template <RecordsOf<FitOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  visit(OptionRecord{.name = "seed", .range = at_least(0), .help = "random seed; equal seeds give identical results"},
        o.seed);
  visit(OptionRecord{.name = "threads", .range = at_least(0), .help = "0 means all cores; results do not depend on it"},
        o.threads);
  visit(OptionRecord{.name = "bias",
                     .help = "append a constant input: biases of both layers are learned; needs m >= d + 1"},
        o.bias);
  visit(OptionRecord{.name = "polish",
                     .help = "descend from the result to the nearest minimum of the output loss",
                     .methods = {Method::qp, Method::lp, Method::lp_noisy, Method::lr, Method::sgd},
                     .group = OptionGroup::programs},
        o.polish);
  describe(o.noise, visit);
  visit(OptionRecord{.name = "nonnegative",
                     .help = "constrain A >= 0 in layer 1",
                     .methods = kLayerwise,
                     .group = OptionGroup::programs},
        o.nonnegative);
  visit(OptionRecord{.name = "scale-tolerance",
                     .range = from_up_to(0, 1),
                     .help = "share of the mean square of x_j that a scale row may leave unexplained",
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
