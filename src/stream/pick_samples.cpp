// A few samples of files that are too large for memory, to look at.
#include <fmt/format.h>

#include <algorithm>

#include "io/npy_file.hpp"
#include "resunit/error.hpp"
#include "resunit/stream.hpp"

namespace resunit {

Dataset pick_samples(const std::filesystem::path& X, const std::filesystem::path& Y, Index count) {
  NpyFile x(X), y(Y);
  if (x.rows() != y.rows()) throw DataError(fmt::format("X has {} rows, Y has {}", x.rows(), y.rows()));
  count = std::min(count, x.rows());
  Dataset picked{Matrix(count, x.cols()), Matrix(count, y.cols())};
  for (Index k = 0; k < count; ++k) {
    const Index row = k * x.rows() / count;
    x.read_rows(row, picked.X.middleRows(k, 1));
    y.read_rows(row, picked.Y.middleRows(k, 1));
  }
  return picked;
}

}  // namespace resunit
