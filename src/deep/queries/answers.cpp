// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/counted.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"

namespace resunit {
namespace {

constexpr Index kLargestBatch = 4096;  ///< queries of one call of the oracle, so that a cancellation is quick

}  // namespace

Matrix Answers::operator()(const Matrix& X) {
  if (X.rows() > limit_ - count_) throw QueryLimitReached{};
  Matrix Y;
  for (Index first = 0; first < X.rows(); first += kLargestBatch) {
    check_cancelled();
    const Matrix answers = ask(X.middleRows(first, std::min(kLargestBatch, X.rows() - first)));
    if (Y.size() == 0) Y.resize(X.rows(), answers.cols());
    Y.middleRows(first, answers.rows()) = answers;
  }
  return Y;
}

Matrix Answers::ask(const Matrix& X) {
  const Matrix scaled = X * input_scale_.asDiagonal();
  Matrix Y = oracle_(scaled);
  check(scaled, Y);
  count_ += X.rows();
  Y.array().rowwise() /= output_scale_.transpose().array();
  return Y;
}

void Answers::check(const Matrix& X, const Matrix& Y) {
  if (Y.rows() != X.rows())
    throw DataError(fmt::format("the oracle returned {} for {} queries", counted(Y.rows(), "row"), X.rows()));
  if (output_scale_.size() == 0) {
    if (Y.cols() < X.cols())
      throw DataError(fmt::format("the oracle returns {} for {}: at least as many outputs as inputs are required",
                                  counted(Y.cols(), "output"), counted(X.cols(), "input")));
    output_scale_ = Vector::Ones(Y.cols());
  }
  if (Y.cols() != outputs())
    throw DataError(fmt::format("the oracle returned {}, but {} before", counted(Y.cols(), "output"), outputs()));
  for (Index i = 0; i < Y.rows(); ++i)
    for (Index k = 0; k < Y.cols(); ++k)
      if (!(std::abs(Y(i, k)) <= kLargestMagnitude))
        throw DataError(
            fmt::format("the oracle's answer to query {} has the value {} in output {}; expected finite "
                        "values of magnitude at most {:.0e}",
                        count_ + i + 1, Y(i, k), k + 1, kLargestMagnitude));
}

Network Answers::in_original_scales(Network network) const {
  for (Matrix& W : network.weights) W.array().rowwise() /= input_scale_.transpose().array();
  for (std::size_t l = 0; l + 1 < network.weights.size(); ++l)
    network.weights[l].array().colwise() *= input_scale_.array();
  network.weights.back().array().colwise() *= output_scale_.array();
  return network;
}

}  // namespace resunit
