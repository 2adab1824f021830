// A table written piece by piece, so that it need not be in memory as a whole.
//
//     TableWriter out("yhat.npy", rows, cols);
//     out.append(first_rows);
//     out.append(next_rows);
//     out.commit();
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "resunit/types.hpp"

namespace resunit {

class TableWriter {
 public:
  /// .npy if the name ends so, else CSV with `names` as header (none if empty), made by so many threads (0: all cores).
  TableWriter(const std::filesystem::path& file, Index rows, Index cols, const std::vector<std::string>& names = {},
              int threads = 0);

  /// Throws DataError if an entry is not finite.
  void append(const MatrixView& values);

  /// To be called once all `rows` are there; without it nothing appears under the name.
  void commit();

 private:
  std::string name_;
  bool is_npy_;
  int threads_;
  Index written_ = 0;
  Index rows_;
  AtomicFile out_;
};

}  // namespace resunit
