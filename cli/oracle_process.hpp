// SPDX-License-Identifier: BSD-3-Clause
// A shell command that answers queries: rows of x on its standard input, as CSV, one row of y per line on its standard
// output. It is started once and must flush after every line, or once per batch, at whose end its input is closed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "resunit/types.hpp"

namespace resunit::cli {

struct OracleOptions {
  std::string command;
  bool per_batch = false;
  double timeout = 60;  ///< seconds without an answer that are an error
};

class OracleProcess {
 public:
  explicit OracleProcess(OracleOptions options) : options_(std::move(options)) {}
  ~OracleProcess() { stop(); }
  OracleProcess(const OracleProcess&) = delete;
  OracleProcess& operator=(const OracleProcess&) = delete;

  /// The answers to all rows of X. Throws DataError if the command exits, does not answer in time, or prints anything but
  /// one row of numbers per query, and Interrupted after Ctrl-C, within 0.1 s.
  Matrix operator()(const MatrixView& X);

 private:
  void start();
  void stop();
  void exchange(const std::string& queries, Index count);
  void write_some(const std::string& queries, std::size_t& written);
  bool read_some(int stream, std::string& text);
  [[noreturn]] void fail_after_end(Index answers, Index count);
  [[noreturn]] void fail_after_timeout(Index answers, Index count) const;
  std::string exit_text();

  OracleOptions options_;
  pid_t id_ = 0;  ///< 0: not running; otherwise also the number of its process group
  int in_ = -1, out_ = -1, err_ = -1;
  std::string text_;    ///< standard output that was not parsed yet
  std::string errors_;  ///< standard error
};

}  // namespace resunit::cli
