// SPDX-License-Identifier: BSD-3-Clause
// The paper's protocol on regression tables (section "Experiments with Regression Benchmark Datasets"), fold by fold:
//   - inputs standardized on the training rows, a constant input appended; A >= 0
//   - the target copied to every output, y_l = y + 0.1 sd(y) zeta_l except for the first, which is y itself
//   - QP, SGD from Gaussian weights, or SGD from the unit of QP (rate 1e-6, batches of 500); SGD stops when an epoch
//     changes the training loss by less than 1e-4, relative to the loss
//   - predictions clipped to the range of the training targets; root mean square error on the second half of the fold
// Two details are not specified in the paper and chosen here: inputs are standardized, and the first half of each fold
// is not used.
#pragma once

#include <cstdint>

#include "resunit/types.hpp"

namespace resunit {

enum class ProtocolMethod { qp, sgd, sgd_from_qp };

struct ProtocolOptions {
  int folds = 5;
  double copy_noise = 0.1;  ///< relative to the standard deviation of the target
  double rate = 1e-6;       ///< learning rate for the mean gradient of a batch
  int batch = 500;
  double stop = 1e-4;  ///< change of the training loss in an epoch, relative to the loss
  int max_epochs = 20000;
};

struct ProtocolResult {
  double rmse = 0;  ///< infinite if no unit was found
  int epochs = 0;
  double seconds = 0;
};

/// The rows of a fold, in an order that depends on n and folds only.
struct FoldRows {
  std::vector<Index> training;
  std::vector<Index> reported;  ///< second half of the fold
};
FoldRows fold_rows(Index n, int folds, int fold);

ProtocolResult run_protocol(const MatrixView& X, const Vector& y, ProtocolMethod method, int fold, std::uint64_t seed,
                            const ProtocolOptions& options = {});

}  // namespace resunit
