// SPDX-License-Identifier: BSD-3-Clause
// The rows found so far, and the test by which a candidate of a search becomes one of them.
#pragma once

#include <optional>
#include <vector>

#include "exact/row_fit.hpp"
#include "exact/spans.hpp"

namespace resunit {

struct FoundRow {
  Vector b;  ///< activation W b on the working set; zero for a row that is never active
  Vector g;  ///< coefficients of r_j = x_j + (W b)^+ in Z
};

class FoundRows {
 public:
  explicit FoundRows(const ExactProblem& problem);

  enum class Outcome { nothing, known, found };

  /// Offers a candidate: an activation W b on the search subset. It belongs to row j, with either sign, if x_j + tau (W
  /// b)^+ nearly lies in span Y for a tau > 0. Fits every open row to which it may belong, and keeps those that fit the
  /// whole working set.
  Outcome offer(const Vector& b);

  /// Fits row j on the working set from activation W b, and keeps it unless it is linear there: then any linear row
  /// would fit, and the neuron may belong to another row.
  bool accept(Index j, const Vector& b);

  /// The same for a row that was fitted in another way, in double precision. If it fits to rounding error it is kept
  /// unchanged: for ill-conditioned B or badly scaled X, fit_row is less accurate.
  bool accept_solution(Index j, const Vector& b);

  /// Keeps row j with activation W b unchanged if it fits the working set and is independent of the rows already kept.
  bool keep(Index j, const Vector& b);

  bool complete() const { return open_.empty(); }
  const std::vector<Index>& open() const { return open_; }
  const std::optional<FoundRow>& row(Index j) const { return rows_[j]; }

  /// Directions of the activations found, as unit columns in the coordinates of the search subset: the searches avoid
  /// them.
  const Eigen::MatrixXd& known_directions() const { return known_; }

  /// Columns z with Z z in span X: combinations of the outputs that are linear in the inputs on these samples.
  const Eigen::MatrixXd& linear_outputs() const { return linear_; }

  /// Rows that contribute to outputs that are linear on the samples. If the samples lie in a half-space, such a row may
  /// itself be linear on them, with other weights.
  std::vector<bool> within_linear_outputs() const;

  /// True if the rows found and the linear outputs span all outputs: then no search can find more rows.
  bool rest_is_linear() const;

 private:
  bool fits(const Spans& spans, Index j, const Vector& b) const;
  bool is_known(const Vector& direction) const;
  bool try_row(Index j, const Vector& b);
  bool keep_unless_linear(Index j, const Vector& b);
  RowFit fit_better_form(Index j, const Vector& b) const;

  const ExactProblem& problem_;
  std::vector<std::optional<FoundRow>> rows_;
  std::vector<Index> open_;
  Eigen::MatrixXd known_;        ///< rho x found
  Eigen::MatrixXd independent_;  ///< r x found, orthonormal basis of the g's
  Eigen::MatrixXd linear_;       ///< r x l, intersection of span X and span Y, in coordinates of Z
};

}  // namespace resunit
