// Every table and figure of the paper, run again, beside the paper's own numbers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit {

struct ReproduceOptions {
  std::filesystem::path out;   ///< folder for raw results and page; made if it is not there
  std::filesystem::path data;  ///< folder of the regression tables; a table that is not there is named and left out
  bool quick = false;          ///< few trials: to see that all works, not to quote
  bool resume = false;         ///< take over what an earlier run left in `out`
  int threads = 0;             ///< 0: all cores; figures other than times do not depend on it
  std::string command;         ///< as typed, for the page
  Progress progress = {};      ///< stage: the experiment's name. What is done stays on disk if it throws
};

/// The names of the experiments, in the paper's order.
RESUNIT_API std::vector<std::string> experiment_names();

/// Runs the named experiments one after the other; writes OUT/NAME.csv and NAME.json for each, and OUT/index.html with
/// all of them (index.md: the same without plots). Throws OptionError for a name there is not, DataError for what
/// cannot be read or written.
RESUNIT_API void reproduce(const std::vector<std::string>& names, const ReproduceOptions& options);

}  // namespace resunit
