// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/experiment.hpp"
#include "resunit/error.hpp"

namespace resunit::experiments {

std::vector<Experiment> catalog() {
  return {weights::experiment(),       sample_efficiency::experiment(), noise::experiment(),
          running_time::experiment(),  condition_number::experiment(),  vanilla_lr::experiment(),
          nonnegativity::experiment(), multilayer::experiment(),        benchmarks::experiment()};
}

Experiment experiment_named(const std::string& name) {
  std::vector<std::string> names;
  for (Experiment& experiment : catalog()) {
    if (experiment.name == name) return std::move(experiment);
    names.push_back(experiment.name);
  }
  throw OptionError(fmt::format("unknown experiment '{}', expected one of all, {}", name, fmt::join(names, ", ")));
}

}  // namespace resunit::experiments
