// SPDX-License-Identifier: BSD-3-Clause
// The records of ExtractOptions.
#pragma once

#include "model/option_record.hpp"
#include "resunit/extract.hpp"

namespace resunit {

template <RecordsOf<ExtractOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  visit(
      OptionRecord{.name = "layers",
                   .range = at_least(0),
                   .help = "Number of weight matrices L, at least 2; 0 selects the smallest number that reproduces the "
                           "answers."},
      o.layers);
  visit(
      OptionRecord{
          .name = "queries", .range = at_least(0), .help = "Largest number of queries; 0 means 20,000 per input."},
      o.queries);
  visit(
      OptionRecord{
          .name = "seed", .range = at_least(0), .help = "Random seed; equal seeds give identical queries and results."},
      o.seed);
  visit(OptionRecord{.name = "threads",
                     .range = at_least(0),
                     .help = "Number of threads; 0 uses all cores. Results do not depend on it."},
        o.threads);
}

/// Throws OptionError for the first field out of its range.
void validate(const ExtractOptions& options);

}  // namespace resunit
