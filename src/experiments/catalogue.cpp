#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/experiment.hpp"
#include "resunit/error.hpp"

namespace resunit::experiments {

std::vector<Experiment> catalogue() {
  return {weights(),          sample_efficiency(), noise(),         running_time(),
          condition_number(), vanilla_lr(),        nonnegativity(), benchmarks()};
}

Experiment experiment_named(const std::string& name) {
  std::vector<std::string> names;
  for (Experiment& experiment : catalogue()) {
    if (experiment.name == name) return std::move(experiment);
    names.push_back(experiment.name);
  }
  throw OptionError(fmt::format("no experiment is called {}; there are: all, {}", name, fmt::join(names, ", ")));
}

}  // namespace resunit::experiments
