// SPDX-License-Identifier: BSD-3-Clause
// Candidates of both searches: the columns of a block of starting points are checked at intervals for convergence.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "exact/found_rows.hpp"
#include "linalg/indexing.hpp"

namespace resunit {

using Block = Eigen::MatrixXf;    ///< one starting point per column
using BlockRow = Eigen::ArrayXf;  ///< one number per starting point

constexpr int kStepsBetweenChecks = 25;    ///< RAAR steps
constexpr float kCandidateMisfit = 2e-3f;  ///< misfit below which a column is a candidate, fitted in double precision
constexpr float kConvergedMisfit = 1e-5f;  ///< misfit below which a column has converged, whether it gives a row or not
constexpr float kMisfitRounding = 1e-7f;   ///< rounding error of a misfit in single precision

/// Offers the columns whose misfit has decreased by a factor of ten since the last offer, and drops finished columns.
class CandidateList {
 public:
  CandidateList(FoundRows& rows, Index starts)
      : rows_(rows), last_(BlockRow::Constant(starts, 10 * kCandidateMisfit)) {}

  /// Returns the columns to keep. misfit: one per column, negative for a column that converged to a trivial solution;
  /// b: activations, rho x columns.
  std::vector<Index> update(const BlockRow& misfit, const Block& b) {
    std::vector<Index> keep;
    for (Index k = 0; k < misfit.size(); ++k) {
      if (misfit(k) < 0) continue;
      bool done = false;
      if (misfit(k) < std::min(last_(k) / 10, kCandidateMisfit)) {
        const FoundRows::Outcome outcome = rows_.offer(b.col(k).cast<double>());
        found_ |= outcome == FoundRows::Outcome::found;
        done = outcome != FoundRows::Outcome::nothing || misfit(k) < kConvergedMisfit;
        last_(k) = std::max(misfit(k), kMisfitRounding);
      }
      if (!done) keep.push_back(k);
      if (rows_.complete()) break;
    }
    last_ = BlockRow(last_(keep));
    return keep;
  }

  bool found() const { return found_; }

 private:
  FoundRows& rows_;
  BlockRow last_;
  bool found_ = false;
};

/// Removes all other columns.
inline void keep_columns(const std::vector<Index>& columns, Block& block) {
  block = Block(block(kAll, columns));
}

}  // namespace resunit
