// SPDX-License-Identifier: BSD-3-Clause
// The records of RegressOptions.
#pragma once

#include "model/option_record.hpp"
#include "resunit/regress.hpp"

namespace resunit {

template <RecordsOf<RegressOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help};
  };
  visit(record("folds", at_least(0), "folds of the cross-validation; 0 means none"), o.folds);
  visit(record("width", at_least(0), "hidden neurons of each network; 0 chooses on held-out rows"), o.width);
  visit(record("members", at_least(1), "networks that are averaged"), o.members);
  visit(record("fast", {}, "two networks of width 64 instead: a third of the time, a few percent more error"), o.fast);
  visit(record("seed", at_least(0), "random seed; equal seeds give identical results"), o.seed);
  visit(record("threads", at_least(0), "0 means all cores; results do not depend on it"), o.threads);
}

/// Throws OptionError for the first field out of its range.
inline void validate(const RegressOptions& options) {
  require_ranges("RegressOptions", options);
  if (options.folds == 1) throw OptionError("RegressOptions::folds = 1, expected 0 for none, or at least 2");
}

}  // namespace resunit
