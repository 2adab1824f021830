// SPDX-License-Identifier: BSD-3-Clause
// A table written in pieces, so that it need not fit in memory.
//
//     TableWriter out("yhat.npy", rows, cols);
//     out.append(first_rows);
//     out.append(next_rows);
//     out.commit();
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/samples.hpp"
#include "resunit/types.hpp"
#include "system/atomic_file.hpp"

namespace resunit {

class TableWriter {
 public:
  /// NumPy if the file name ends in .npy, otherwise CSV with `names` as header (none if empty). threads = 0: all cores.
  TableWriter(const std::filesystem::path& file, Index rows, Index cols, const std::vector<std::string>& names = {},
              int threads = 0);

  /// Throws DataError if an entry is not finite.
  void append(const MatrixView& values);

  /// To be called after all `rows` are appended; without it the file does not appear.
  void commit();

 private:
  std::string name_;
  bool is_npy_;
  int threads_;
  Index written_ = 0;
  [[maybe_unused]] Index rows_;  ///< asserted at the end
  AtomicFile out_;
};

/// Writes two tables. If `progress` cancels it, neither appears; both are renamed at the end, one after the other.
void write_samples(const std::filesystem::path& X, const std::filesystem::path& Y, const Samples& samples,
                   const Progress& progress = {});

}  // namespace resunit
