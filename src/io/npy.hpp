// SPDX-License-Identifier: BSD-3-Clause
// NumPy's array files: a magic word, a header in Python notation, then the numbers in binary.
#pragma once

#include <string>
#include <string_view>

#include "resunit/types.hpp"
#include "system/atomic_file.hpp"

namespace resunit {

struct NpyHeader {
  Index rows = 0;
  Index cols = 0;         ///< 1 for a 1-D array
  Index number_size = 8;  ///< bytes: float64 or float32
  bool swapped = false;   ///< the byte order differs from that of this machine
  bool fortran_order = false;
  Index numbers_at = 0;  ///< offset of the numbers in the file, in bytes
};

/// True if the bytes begin with NumPy's magic word.
bool is_npy(std::string_view bytes);

/// Parses the header in the first bytes of a file; throws DataError if the shape does not match the size of the file.
NpyHeader parse_npy_header(std::string_view bytes, Index file_size);

void load_numbers(const NpyHeader& header, const char* from, Index count, double* to);

/// Parses the bytes of a whole file; `file` is used in messages only. A 1-D array becomes one column.
Matrix parse_npy(const std::string& file, std::string_view bytes);

void write_npy_header(AtomicFile& out, Index rows, Index cols);
void write_npy_rows(AtomicFile& out, const MatrixView& values);

}  // namespace resunit
