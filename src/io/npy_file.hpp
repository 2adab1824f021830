// SPDX-License-Identifier: BSD-3-Clause
// A NumPy array that remains on disk: the header is read at construction, rows on request.
// Rows are read into memory, never mapped: if the file shrinks meanwhile, the result is a DataError, not a SIGBUS.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "io/npy.hpp"

namespace resunit {

/// True for a regular file that begins with NumPy's magic word. All other files are read by read_table.
bool is_npy_file(const std::filesystem::path& file);

class NpyFile {
 public:
  /// Every failure here and below throws DataError with the name of the file.
  explicit NpyFile(const std::filesystem::path& file);
  NpyFile(const NpyFile&) = delete;
  NpyFile& operator=(const NpyFile&) = delete;
  ~NpyFile();

  Index rows() const { return header_.rows; }
  Index cols() const { return header_.cols; }

  /// Fills the left columns of `values` with rows first, ..., first + values.rows() - 1 of the array. Throws DataError
  /// if a number is not finite.
  void read_rows(Index first, Eigen::Ref<Matrix, 0, Eigen::OuterStride<>> values);

 private:
  void read_bytes(Index at, Index count, char* to) const;

  std::filesystem::path file_;
  int descriptor_;
  NpyHeader header_;
  std::vector<char> bytes_;  ///< to be converted to numbers
};

}  // namespace resunit
