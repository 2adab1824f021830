// SPDX-License-Identifier: BSD-3-Clause
// The queries and answers of an extraction as a CSV file with the columns x1, ..., xd, y1, ..., ym. Answers are appended
// as they arrive. A later run, which asks the same queries if seed and options are the same, reads them from the file.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unordered_map>

#include "resunit/extract.hpp"

namespace resunit::cli {

class QueryLog {
 public:
  /// Reads the file if it exists. A last line that is incomplete, because a run was interrupted, is removed. Throws
  /// DataError if the file is not a log of queries with `inputs` inputs.
  QueryLog(std::filesystem::path file, Index inputs);

  /// The answers from the log; those that are missing are asked in one batch and appended.
  Matrix answer(const MatrixView& X, const Oracle& oracle);

  [[nodiscard]] Index reused() const { return reused_; }  ///< queries that were answered from the log

 private:
  void read();
  void read_header(const std::string& line);
  void append(const Matrix& X, const Matrix& Y);

  std::filesystem::path file_;
  Index inputs_, outputs_ = 0, reused_ = 0;
  std::unordered_map<std::string, Vector> answers_;  ///< by the bytes of x
  std::ofstream out_;
};

}  // namespace resunit::cli
