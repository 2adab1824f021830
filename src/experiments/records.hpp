// SPDX-License-Identifier: BSD-3-Clause
// Raw results on disk: NAME.csv (one line per task) and NAME.json after all tasks; NAME.partial.csv, line by line,
// while the tasks run, so that finished tasks survive an interruption. A quick run writes NAME.quick instead of NAME,
// so that its results are not mistaken for those of a full run.
#pragma once

#include <filesystem>
#include <fstream>
#include <set>

#include "experiments/experiment.hpp"

namespace resunit::experiments {

class RecordFile {
 public:
  RecordFile(const Experiment& experiment, const std::filesystem::path& folder, bool quick);

  /// The records of these tasks from previous runs; those of an incomplete run take precedence over a complete one.
  Records read_previous(const std::set<Task>& wanted) const;

  /// Starts a new partial file with these records.
  void begin(const Records& records);
  void append(const Record& record);

  /// Writes the complete files, sorted, and removes the partial one.
  void complete(Records records, const std::string& command, double seconds);

 private:
  std::filesystem::path file(const char* ending) const;
  std::string header() const;
  std::string line(const Record& record) const;
  Records read(const std::filesystem::path& file) const;

  const Experiment& experiment_;
  std::filesystem::path stem_;  ///< folder and name, without extension
  std::ofstream partial_;
};

}  // namespace resunit::experiments
