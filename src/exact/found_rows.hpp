// SPDX-License-Identifier: BSD-3-Clause
// The rows found so far, and how an activation that the search hit upon becomes one of them.
#pragma once

#include <optional>
#include <vector>

#include "exact/row_fit.hpp"
#include "exact/spans.hpp"

namespace resunit {

struct FoundRow {
  Vector b;  ///< activation W b on all samples; zero for a row that is never active
  Vector g;  ///< coefficients of r_j = x_j + (W b)^+ in Z
};

class FoundRows {
 public:
  explicit FoundRows(const ExactProblem& problem);

  enum class Outcome { nothing, known, found };

  /// An activation W b of `some` samples belongs to row j, with either sign, if x_j + tau (W b)^+ nearly lies in span Y
  /// for some tau > 0. Fits it to every open row it may belong to and keeps what holds on all samples.
  Outcome offer(const Vector& b);

  /// Fits row j on all samples from activation W b, and keeps it unless it turns out linear: any linear row would do
  /// then, and the place may be another's.
  bool accept(Index j, const Vector& b);

  /// Keeps row j with activation W b as it is, if it holds on all samples and is independent of the rows already kept.
  bool keep(Index j, const Vector& b);

  bool complete() const { return open_.empty(); }
  const std::vector<Index>& open() const { return open_; }
  const std::optional<FoundRow>& row(Index j) const { return rows_[j]; }

  /// Directions of the activations found, in the coordinates of `some`, unit columns: what the search need not find
  /// again.
  const Eigen::MatrixXd& known_directions() const { return known_; }

  /// z with Z z in span X, columns: outputs that are linear in the inputs on these samples.
  const Eigen::MatrixXd& linear_outputs() const { return linear_; }

  /// Rows that take part in outputs that are linear on the samples. Where these lie in a half-space such a row might as
  /// well be linear on them, with other weights.
  std::vector<bool> within_linear_outputs() const;

  /// Do the rows found, and whatever is linear on the samples, already span the outputs? Then no search finds more.
  bool rest_is_linear() const;

 private:
  bool is_known(const Vector& direction) const;
  bool try_row(Index j, const Vector& b);
  RowFit fit_better_form(Index j, const Vector& b) const;

  const ExactProblem& problem_;
  std::vector<std::optional<FoundRow>> rows_;
  std::vector<Index> open_;
  Eigen::MatrixXd known_;        ///< rho x found
  Eigen::MatrixXd independent_;  ///< r x found, orthonormal basis of the g's
  Eigen::MatrixXd linear_;       ///< r x l, span X within span Y, in coordinates of Z
};

}  // namespace resunit
