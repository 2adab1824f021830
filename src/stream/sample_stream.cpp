#include "stream/sample_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <string>

#include "resunit/error.hpp"

namespace resunit {
namespace {

void require_squarable(const Matrix& values, const char* name, Index first) {
  if (values.cwiseAbs().maxCoeff() <= kLargestMagnitude) return;
  for (Index i = 0; i < values.rows(); ++i)
    for (Index j = 0; j < values.cols(); ++j)
      if (std::abs(values(i, j)) > kLargestMagnitude)
        throw DataError(fmt::format("{} is {} in row {}, column {}: too large to be squared safely", name, values(i, j),
                                    first + i + 1, j + 1));
}

/// The checks of shape are those of samples in memory; two rows will do for them.
void require_fitting(const NpyFile& X, const NpyFile& Y, bool bias) {
  if (X.rows() != Y.rows()) throw DataError(fmt::format("X has {} rows, Y has {}", X.rows(), Y.rows()));
  validate(Dataset{Matrix::Zero(1, X.cols()), Matrix::Zero(1, Y.cols())});
  if (bias && Y.cols() <= X.cols())
    throw DataError(
        fmt::format("with a bias Y needs at least {} columns, one more than X; it has {}", X.cols() + 1, Y.cols()));
}

}  // namespace

SampleStream::SampleStream(const std::filesystem::path& X, const std::filesystem::path& Y, const Options& options)
    : options_(options), X_(X), Y_(Y) {
  require_fitting(X_, Y_, options_.bias);
  const auto fitting = static_cast<Index>(options_.chunk_bytes / sample_bytes(inputs(), outputs()));
  chunk_rows_ = std::clamp<Index>(fitting, 1, count());
}

void SampleStream::read(Index first, Dataset& chunk) {
  const Index rows = std::min(chunk_rows_, count() - first);
  chunk.X.resize(rows, inputs());
  chunk.Y.resize(rows, outputs());
  X_.read_rows(first, chunk.X);
  Y_.read_rows(first, chunk.Y);
  if (options_.bias) chunk.X.rightCols(1).setOnes();
  require_squarable(chunk.X, "X", first);
  require_squarable(chunk.Y, "Y", first);
}

void SampleStream::pass(const Work& work) {
  const std::string stage = fmt::format("pass {}", ++passes_);
  Dataset now, next;
  read(0, now);
  for (Index first = 0; first < count(); first += chunk_rows_) {
    if (options_.progress) options_.progress(stage, static_cast<double>(first) / static_cast<double>(count()));
    std::future<void> ahead;
    if (first + chunk_rows_ < count()) ahead = std::async(std::launch::async, [&] { read(first + chunk_rows_, next); });
    work(first, now);
    if (ahead.valid()) ahead.get();
    std::swap(now, next);
  }
}

}  // namespace resunit
