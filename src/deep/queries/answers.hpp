// SPDX-License-Identifier: BSD-3-Clause
// The oracle in scaled variables, with checks of every answer and a limit of the number of queries.
//     f~(x) = diag(output_scale)^-1 f(diag(input_scale) x)
// A positive diagonal scaling passes through all layers, so that f~ is a network as well (D-scale). Scales are powers of
// two, by which products are exact.
#pragma once

#include "resunit/extract.hpp"

namespace resunit {

/// Thrown when the next queries would exceed the limit.
struct QueryLimitReached {};

class Answers {
 public:
  Answers(const Oracle& oracle, Index inputs, Index limit)
      : oracle_(oracle), limit_(limit), input_scale_(Vector::Ones(inputs)) {}

  /// f~ for each row of X. Throws DataError if the oracle's answer has a wrong shape or is not finite, and
  /// QueryLimitReached, without asking, if the limit does not suffice.
  Matrix operator()(const Matrix& X);

  [[nodiscard]] Index inputs() const { return input_scale_.size(); }
  [[nodiscard]] Index outputs() const { return output_scale_.size(); }  ///< 0 before the first answer
  [[nodiscard]] Index count() const { return count_; }                  ///< queries so far
  [[nodiscard]] Index limit() const { return limit_; }

  void multiply_input_scale(const Vector& factors) { input_scale_.array() *= factors.array(); }
  void multiply_output_scale(const Vector& factors) { output_scale_.array() *= factors.array(); }

  /// A network for f~ as one for f.
  [[nodiscard]] Network in_original_scales(Network network) const;

 private:
  Matrix ask(const Matrix& X);
  void check(const Matrix& X, const Matrix& Y);

  const Oracle& oracle_;
  Index limit_;
  Index count_ = 0;
  Vector input_scale_;
  Vector output_scale_;
};

}  // namespace resunit
