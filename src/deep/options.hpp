// SPDX-License-Identifier: BSD-3-Clause
// The records of NetworkOptions.
#pragma once

#include "model/option_record.hpp"
#include "resunit/fit_network.hpp"

namespace resunit {

template <RecordsOf<NetworkOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  visit(OptionRecord{.name = "layers",
                     .range = at_least(0),
                     .help = "Number of weight matrices L, at least 2; 0 selects the smallest number that fits."},
        o.layers);
  visit(OptionRecord{.name = "starts",
                     .range = at_least(0),
                     .help = "Largest number of random starts of the search; 0 selects it by the number of samples."},
        o.starts);
  visit(OptionRecord{.name = "seed", .range = at_least(0), .help = "Random seed; equal seeds give identical results."},
        o.seed);
  visit(OptionRecord{.name = "threads",
                     .range = at_least(0),
                     .help = "Number of threads; 0 uses all cores. Results do not depend on it."},
        o.threads);
}

/// Throws OptionError for the first field out of its range.
void validate(const NetworkOptions& options);

}  // namespace resunit
