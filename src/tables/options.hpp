// SPDX-License-Identifier: BSD-3-Clause
// The records of RegressOptions.
#pragma once

#include "model/option_record.hpp"
#include "resunit/regress.hpp"

namespace resunit {

template <RecordsOf<RegressOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help,
                         OptionGroup group = OptionGroup::common) {
    return OptionRecord{.name = name, .range = range, .help = help, .group = group};
  };
  visit(record("folds", at_least(0),
               "Number of cross-validation folds; 0 uses 10 for linear models and on tables of at most 2,000 "
               "rows, whose error estimate requires them, and none otherwise."),
        o.folds);
  visit(record("linear", {}, "Learn a linear model by least squares instead of networks."), o.linear);
  visit(record("width", at_least(0), "Number of hidden neurons per network; 0 selects the number on held-out rows.",
               OptionGroup::advanced),
        o.width);
  visit(record("members", at_least(0),
               "Number of networks in the ensemble; 0 uses 8, and fewer on tables of fewer than 32 rows.",
               OptionGroup::advanced),
        o.members);
  visit(record("fast", {},
               "Train two networks of width 64, unless another number or width is given: a third of the time, a few "
               "percent more error."),
        o.fast);
  visit(record("seed", at_least(0), "Random seed; equal seeds give identical results."), o.seed);
  visit(record("threads", at_least(0), "Number of threads; 0 uses all cores. Results do not depend on it."), o.threads);
}

/// Throws OptionError for the first field out of its range.
inline void validate(const RegressOptions& options) {
  require_ranges("RegressOptions", options);
  if (options.folds == 1) throw OptionError("RegressOptions::folds = 1, expected 0, or at least 2");
  if (options.linear && (options.width > 0 || options.members > 0 || options.fast))
    throw OptionError(
        "RegressOptions::linear cannot be combined with width, members or fast: a linear model has no networks");
}

}  // namespace resunit
