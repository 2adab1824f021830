// Raw results on disk: NAME.csv (one line a task) and NAME.json, once complete; NAME.partial.csv, line by line, while
// the tasks run, so that an interruption loses none that is done.
#pragma once

#include <filesystem>
#include <fstream>
#include <set>

#include "experiments/experiment.hpp"

namespace resunit::experiments {

class RecordFile {
 public:
  RecordFile(const Experiment& experiment, const std::filesystem::path& folder);

  /// What an earlier run left of these tasks, complete or not.
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
  std::filesystem::path folder_;
  std::ofstream partial_;
};

}  // namespace resunit::experiments
