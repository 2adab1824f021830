// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/sample_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <string>

#include "linalg/basis.hpp"
#include "model/unit_parts.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

/// The shapes are checked like those of samples in memory, on samples of one row.
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
  largest_inputs_.setZero(inputs());
}

void SampleStream::standardize(Dataset& seen) {
  scales_.input_scale = largest_inputs_.transpose().unaryExpr(&nearby_power_of_two);
  scales_.output_scale.setConstant(outputs(), nearby_power_of_two(largest_output_));
  divide(seen);
}

void SampleStream::divide(Dataset& samples) const {
  samples.X.array().rowwise() *= scales_.input_scale.cwiseInverse().transpose().array();
  samples.Y *= 1 / scales_.output_scale(0);
}

void SampleStream::read(Index first, Dataset& chunk) {
  const Index rows = std::min(chunk_rows_, count() - first);
  chunk.X.resize(rows, inputs());
  chunk.Y.resize(rows, outputs());
  X_.read_rows(first, chunk.X);
  Y_.read_rows(first, chunk.Y);
  if (options_.bias) chunk.X.rightCols(1).setOnes();
  if (scales_.input_scale.size() > 0) return divide(chunk);
  for (Index i = 0; i < rows; ++i) largest_inputs_ = largest_inputs_.cwiseMax(chunk.X.row(i).cwiseAbs());
  largest_output_ = std::max(largest_output_, chunk.Y.cwiseAbs().maxCoeff());
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
    if (first + chunk_rows_ < count()) ahead = std::async(kAheadIfPossible, [&] { read(first + chunk_rows_, next); });
    work(first, now);
    if (ahead.valid()) ahead.get();
    std::swap(now, next);
  }
}

}  // namespace resunit
