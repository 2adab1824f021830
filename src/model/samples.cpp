// The door for data: shapes that fit and numbers one can compute with, or a DataError that says where not.
#include "resunit/samples.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

#include "resunit/error.hpp"

namespace resunit {
namespace {

std::string counted(Index count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void require_entries(const MatrixView& matrix, const char* name) {
  if (matrix.size() == 0) throw DataError(fmt::format("{} is empty", name));
}

}  // namespace

void validate(const Samples& samples) {
  require_entries(samples.X, "X");
  require_entries(samples.Y, "Y");
  if (samples.X.rows() != samples.Y.rows())
    throw DataError(fmt::format("X has {}, Y has {}", counted(samples.X.rows(), "row"), samples.Y.rows()));
  if (samples.outputs() < samples.inputs())
    throw DataError(
        fmt::format("Y has {}, X has {}: a unit needs at least as many outputs as inputs; "
                    "for a table with few targets use `resunit regress`",
                    counted(samples.outputs(), "column"), samples.inputs()));
  require_finite(samples.X, "X");
  require_finite(samples.Y, "Y");
}

void require_finite(const MatrixView& matrix, const char* name) {
  // A comparison with NaN is false: it fails the test as infinities do.
  const auto fine = [](double value) { return std::abs(value) <= kLargestMagnitude; };
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j)
      if (const double value = matrix(i, j); !fine(value))
        throw DataError(fmt::format("{} is {} in row {}, column {}{}", name,
                                    std::isnan(value) ? "NaN" : fmt::format("{}", value), i + 1, j + 1,
                                    std::isfinite(value) ? ": too large to be squared safely" : ""));
}

}  // namespace resunit
