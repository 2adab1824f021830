// SPDX-License-Identifier: BSD-3-Clause
// Which row does a neuron belong to? Two units may fit the same samples where a neuron of row k could as well be that of
// row j: where row k is special (e_k + a_k = kappa e_j), where a row is linear on the samples, or where these are few.
//     min_{b, c} |x_j + s o W b - Z c|,   s = 1 on the active samples of row k, or on the inactive ones      (ambiguous)
// is zero there. For one s and all j it takes one factorization of small Gram matrices; a minimum is zero by chance
// only where there are fewer samples than unknowns.
#pragma once

#include <Eigen/Cholesky>
#include <optional>
#include <vector>

#include "exact/found_rows.hpp"
#include "exact/split.hpp"

namespace resunit {

/// Which rows fit the samples with the neuron of another row.
class NeuronFits {
 public:
  NeuronFits(const ExactProblem& problem, const FoundRows& rows);

  /// Rows, but for row k itself, that hold with a neuron which is active on one side of this split, row k's, and with
  /// other weights than those found for them. None where there are no samples on one side.
  std::vector<Index> rows_with_neuron_of(Index k, const Split& split) const;

  /// The same for the hyperplanes x_k = 0 on which no found neuron lies: scale rows and sparse units have theirs there,
  /// and on inputs of two levels |x_1| = |x_2|, so that one passes for another.
  std::vector<Index> rows_with_neuron_on_axes() const;

  /// Is there an output that is linear on the samples, and nowhere below x_j? Then row j may be active on all of them.
  bool may_be_linear(Index j) const;

 private:
  /// The samples that are evidence: all but those on a hinge.
  struct Evidence {
    Eigen::MatrixXd WW, ZW;
    std::optional<Eigen::LLT<Eigen::MatrixXd>> ZZ = {};  ///< none: the identity
    Eigen::MatrixXd from_ZX = {};                        ///< (Z'Z)^-1 Z'X
    Vector sizes = {}, outside = {};                     ///< |x_j|^2, and what of it is not in span Z

    Eigen::MatrixXd solve(const Eigen::MatrixXd& M) const { return ZZ ? Eigen::MatrixXd(ZZ->solve(M)) : M; }
  };

  /// Those on which the neuron is active, and the others.
  struct Side {
    const std::vector<Index>&active, &inactive;
    Eigen::MatrixXd WW, ZW;  ///< of the active ones
  };

  Evidence without(const std::vector<Index>& on_hinge) const;
  void add_rows(Index k, const Evidence& evidence, const Side& side, std::vector<Index>& rows) const;

  const Spans& all_;
  const FoundRows& rows_;
  Eigen::MatrixXd WX_, ZW_;  ///< of all samples
  Evidence everything_;
};

/// Rows whose neuron lies on another hyperplane than that of some other row, but has the same or the opposite activation
/// pattern on the samples: with few samples, or special weights, one may have been found in place of the other.
std::vector<bool> rows_with_equal_patterns(const ExactProblem& problem, const FoundRows& rows);

}  // namespace resunit
