// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/sample_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <string>

#include "linalg/basis.hpp"
#include "model/unit_parts.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

/// Validates the shapes in the same way as those of samples in memory, by samples of one row.
void require_matching_shapes(const NpyFile& X, const NpyFile& Y) {
  require_equal_rows(X.rows(), Y.rows());
  validate(Dataset{Matrix::Zero(1, X.cols()), Matrix::Zero(1, Y.cols())});
}

}  // namespace

SampleStream::SampleStream(const std::filesystem::path& X, const std::filesystem::path& Y, const Options& options)
    : options_(options), X_(X), Y_(Y) {
  require_matching_shapes(X_, Y_);
  const auto fitting = static_cast<Index>(options_.chunk_bytes / sample_bytes(inputs(), outputs()));
  chunk_rows_ = std::clamp<Index>(fitting, 1, count());
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  range_ = {.low = Vector::Constant(inputs(), kInfinity), .high = Vector::Constant(inputs(), -kInfinity)};
}

void SampleStream::standardize(Dataset& earlier) {
  scales_.input_scale = range_.low.cwiseAbs().cwiseMax(range_.high.cwiseAbs()).unaryExpr(&nearby_power_of_two);
  scales_.output_scale.setConstant(outputs(), nearby_power_of_two(largest_output_));
  if (options_.constant) scales_.output_scale.tail(1).setOnes();
  divide(earlier);
}

void SampleStream::divide(Dataset& samples) const {
  samples.X.array().rowwise() *= scales_.input_scale.cwiseInverse().transpose().array();
  samples.Y.leftCols(file_outputs()) *= 1 / scales_.output_scale(0);
}

void SampleStream::read(Index first, Dataset& chunk) {
  const Index rows = std::min(chunk_rows_, count() - first);
  chunk.X.resize(rows, inputs());
  chunk.Y.resize(rows, outputs());
  X_.read_rows(first, chunk.X);
  Y_.read_rows(first, chunk.Y);
  if (options_.constant) {
    chunk.X.rightCols(1).setOnes();
    chunk.Y.rightCols(1).setOnes();
  }
  if (scales_.input_scale.size() > 0) return divide(chunk);
  const InputRange of_chunk = range_of(chunk.X);
  range_.low = range_.low.cwiseMin(of_chunk.low);
  range_.high = range_.high.cwiseMax(of_chunk.high);
  largest_output_ = std::max(largest_output_, chunk.Y.leftCols(file_outputs()).cwiseAbs().maxCoeff());
  require_finite(chunk.X, "X", first);
  require_finite(chunk.Y, "Y", first);
}

void SampleStream::pass(const Work& work) {
  const std::string stage = fmt::format("pass {}", ++passes_);
  Dataset now, next;
  read(0, now);
  for (Index first = 0; first < count(); first += chunk_rows_) {
    if (options_.progress) options_.progress(stage, static_cast<double>(first) / static_cast<double>(count()));
    std::future<void> ahead;
    if (first + chunk_rows_ < count()) ahead = std::async(kAsyncIfPossible, [&] { read(first + chunk_rows_, next); });
    work(first, now);
    if (ahead.valid()) ahead.get();
    std::swap(now, next);
  }
}

}  // namespace resunit
