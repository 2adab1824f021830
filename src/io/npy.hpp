// NumPy's array files: a magic word, a header in Python's notation, then the bare numbers.
#pragma once

#include <string>
#include <string_view>

#include "io/atomic_file.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// Does the file begin like an array of NumPy?
bool is_npy(std::string_view bytes);

/// Reads the bytes of a whole file, whose name only serves the messages. A 1-D array becomes one column.
Matrix parse_npy(const std::string& file, std::string_view bytes);

void write_npy(AtomicFile& out, const MatrixView& values);

}  // namespace resunit
