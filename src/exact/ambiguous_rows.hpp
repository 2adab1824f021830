// SPDX-License-Identifier: BSD-3-Clause
// Ambiguous rows: the neuron of row k could also belong to row j, so that two units fit the same samples. This happens
// if row k is special (e_k + a_k = kappa e_j), if a row is linear on the samples, or if there are few samples. Then
//     min_{b, c} |x_j + s o W b - Z c|,   s = 1 on the active samples of row k, or on the inactive ones     (ambiguous)
// is zero. For one s and all j it requires one factorization of small Gram matrices; the minimum is zero by chance only
// if there are fewer samples than unknowns.
#pragma once

#include <Eigen/Cholesky>
#include <optional>
#include <vector>

#include "exact/found_rows.hpp"
#include "exact/split.hpp"

namespace resunit {

/// Finds the rows that fit the samples with the neuron of another row.
class NeuronFits {
 public:
  NeuronFits(const ExactProblem& problem, const FoundRows& rows);

  /// The rows other than k that fit the samples with a neuron that is active exactly on one side of the split of row k,
  /// and with weights other than those found for them. Empty if one side has no samples.
  std::vector<Index> rows_with_neuron_of(Index k, const Split& split) const;

  /// The same for the hyperplanes x_k = 0 that are not the kink of any found neuron. Scale rows and sparse units have
  /// their kinks there; for inputs of two levels |x_1| = |x_2|, so that these neurons can be confused.
  std::vector<Index> rows_with_neuron_on_axes() const;

  /// True if a combination of the outputs is linear on the samples and at least x_j on all of them: then row j may be
  /// active on all samples.
  bool may_be_linear(Index j) const;

 private:
  /// Gram matrices over the samples that are evidence: all samples except those on the kink.
  struct Evidence {
    Eigen::MatrixXd WW, ZW;
    std::optional<Eigen::LLT<Eigen::MatrixXd>> ZZ = {};  ///< empty: the identity
    Eigen::MatrixXd from_ZX = {};                        ///< (Z'Z)^-1 Z'X
    Vector sizes = {}, outside = {};                     ///< |x_j|^2, and the squared residual of x_j regressed on Z

    Eigen::MatrixXd solve(const Eigen::MatrixXd& M) const { return ZZ ? Eigen::MatrixXd(ZZ->solve(M)) : M; }
  };

  /// The samples on which the neuron is active, and the others.
  struct Side {
    const std::vector<Index>&active, &inactive;
    Eigen::MatrixXd WW, ZW;  ///< over the active samples
  };

  Evidence evidence_without(const std::vector<Index>& on_kink) const;
  void add_rows(Index k, const Evidence& evidence, const Side& side, std::vector<Index>& rows) const;

  const ExactProblem& problem_;
  const Spans& all_;
  const FoundRows& rows_;
  Eigen::MatrixXd WX_, ZW_;  ///< over all samples
  Evidence all_evidence_;
};

/// Rows whose neuron has the same or the opposite activation pattern on the samples as the neuron of another row, but a
/// different hyperplane: with few samples, or special weights, one may have been found in place of the other.
std::vector<bool> rows_with_equal_patterns(const ExactProblem& problem, const FoundRows& rows);

}  // namespace resunit
