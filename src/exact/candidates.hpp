// SPDX-License-Identifier: BSD-3-Clause
// What both searches do with their blocks of starts: look now and then which columns have come near a solution.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

#include "exact/found_rows.hpp"
#include "linalg/indexing.hpp"

namespace resunit {

using Block = Eigen::MatrixXf;    ///< columns are starts
using BlockRow = Eigen::ArrayXf;  ///< one number per start

constexpr int kStepsBetweenChecks = 25;
constexpr float kNear = 2e-3f;     ///< misfit below which a column is worth a fit in double precision
constexpr float kArrived = 1e-5f;  ///< misfit below which a column has ended, row or no row

/// Offers the columns that came ten times nearer since they were last offered, and says which columns to keep.
class CandidateList {
 public:
  CandidateList(FoundRows& rows, Index starts) : rows_(rows), last_(BlockRow::Constant(starts, 10 * kNear)) {}

  /// misfit: one per column, negative where a column has ended in a trivial solution; b: activations, rho x columns.
  std::vector<Index> look(const BlockRow& misfit, const Block& b) {
    std::vector<Index> keep;
    for (Index k = 0; k < misfit.size(); ++k) {
      if (misfit(k) < 0) continue;
      bool done = false;
      if (misfit(k) < std::min(last_(k) / 10, kNear)) {
        const FoundRows::Outcome outcome = rows_.offer(b.col(k).cast<double>());
        found_ |= outcome == FoundRows::Outcome::found;
        done = outcome != FoundRows::Outcome::nothing || misfit(k) < kArrived;
        last_(k) = std::max(misfit(k), 1e-7f);
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

/// Leaves the chosen columns.
inline void keep_columns(const std::vector<Index>& columns, Block& block) {
  block = Block(block(kAll, columns));
}

}  // namespace resunit
