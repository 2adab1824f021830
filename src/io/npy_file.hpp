// An array of NumPy that stays on disk: its header is read at once, its rows when they are asked for.
// Rows are read into memory of our own, never mapped: a file that shrinks meanwhile is then an error with a message,
// and no SIGBUS.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "io/npy.hpp"

namespace resunit {

/// Is this a regular file that begins like an array of NumPy? Anything else is left to read_table.
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

  /// Fills the left columns of `values` with as many rows of the array as it has, from `first` on. The numbers are
  /// finite.
  void read_rows(Index first, Eigen::Ref<Matrix, 0, Eigen::OuterStride<>> values);

 private:
  void read_bytes(Index at, Index count, char* to) const;

  std::filesystem::path file_;
  int descriptor_;
  NpyHeader header_;
  std::vector<char> bytes_;  ///< that still have to be turned into numbers
};

}  // namespace resunit
