// NumPy's array files: a magic word, a header in Python's notation, then the bare numbers.
#pragma once

#include <string>
#include <string_view>

#include "io/atomic_file.hpp"
#include "resunit/types.hpp"

namespace resunit {

struct NpyHeader {
  Index rows = 0;
  Index cols = 0;         ///< 1 for a 1-D array
  Index number_size = 8;  ///< bytes: float64 or float32
  bool swapped = false;   ///< the other order of bytes than this machine's
  bool fortran_order = false;
  Index numbers_at = 0;  ///< where they begin in the file
};

/// Does the file begin like an array of NumPy?
bool is_npy(std::string_view bytes);

/// Reads the header from the first bytes of a file of that size; throws DataError if the two do not fit.
NpyHeader parse_npy_header(std::string_view bytes, Index file_size);

void load_numbers(const NpyHeader& header, const char* from, Index count, double* to);

/// Reads the bytes of a whole file, whose name only serves the messages. A 1-D array becomes one column.
Matrix parse_npy(const std::string& file, std::string_view bytes);

void write_npy_header(AtomicFile& out, Index rows, Index cols);
void write_npy_rows(AtomicFile& out, const MatrixView& values);

}  // namespace resunit
