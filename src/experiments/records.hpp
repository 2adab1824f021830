// Raw results on disk: NAME.csv (one line a task) and NAME.json, once complete; NAME.partial.csv, line by line, while
// the tasks run, so that an interruption loses none that is done. A quick run has NAME.quick instead of NAME: its
// results are never taken for those of a full one.
#pragma once

#include <filesystem>
#include <fstream>
#include <set>

#include "experiments/experiment.hpp"

namespace resunit::experiments {

class RecordFile {
 public:
  RecordFile(const Experiment& experiment, const std::filesystem::path& folder, bool quick);

  /// What earlier runs left of these tasks, the latest first: one that was not completed, then one that was.
  Records earlier(const std::set<Task>& wanted) const;

  /// Begins the partial file anew with these records.
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
  std::filesystem::path stem_;  ///< folder and name, without ending
  std::ofstream partial_;
};

}  // namespace resunit::experiments
