// SPDX-License-Identifier: BSD-3-Clause
// Reproduces every table and figure of the paper, compared with the paper's own numbers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit {

struct ReproduceOptions {
  std::filesystem::path out;   ///< folder for raw results and the page; created if it does not exist
  std::filesystem::path data;  ///< folder of the regression tables; missing tables are reported and omitted
  bool quick = false;          ///< few trials: a check of the program, not a result
  bool resume = false;         ///< reuse the results of a previous run in `out`
  int threads = 0;             ///< 0: all cores; results other than times do not depend on it
  std::string command;         ///< the command line, for the page
  Progress progress = {};      ///< the stage is the name of the experiment; finished tasks stay on disk if it throws
};

/// The names of the experiments, in the paper's order.
std::vector<std::string> experiment_names();

/// Runs the named experiments one after another; writes OUT/NAME.csv and NAME.json for each, and OUT/index.html with
/// all of them (index.md: the same without plots). Throws OptionError for an unknown name, DataError for files that
/// cannot be read or written.
void reproduce(const std::vector<std::string>& names, const ReproduceOptions& options);

}  // namespace resunit
