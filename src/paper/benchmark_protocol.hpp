// The paper's protocol on regression tables (section "Experiments with Regression Benchmark Datasets"), fold by fold:
//   - inputs standardised on the training rows, a constant input appended; A >= 0
//   - the target copied to every output, y_l = y + 0.1 sd(y) zeta_l but for the first, which is y itself
//   - QP, or SGD from Gaussian weights, or SGD from the QP's (rate 1e-6, batches of 500), until an epoch changes the
//     training loss by less than 1e-4 of itself
//   - predictions clipped to the range of the training targets; the root mean square error on the fold's second half
// Where the paper is silent the choice is ours: standardised inputs, and the first half of the fold unused.
#pragma once

#include <cstdint>

#include "resunit/types.hpp"

namespace resunit {

enum class ProtocolMethod { qp, sgd, sgd_from_qp };

struct ProtocolOptions {
  int folds = 5;
  double copy_noise = 0.1;  ///< in deviations of the target
  double rate = 1e-6;       ///< of a batch's mean gradient
  int batch = 500;
  double stop = 1e-4;
  int max_epochs = 20000;
};

struct ProtocolResult {
  double rmse = 0;  ///< infinite where no unit was found
  int epochs = 0;
  double seconds = 0;
};

/// The rows of a fold, in an order that depends on n and folds alone.
struct FoldRows {
  std::vector<Index> training;
  std::vector<Index> reported;  ///< second half of the fold
};
FoldRows fold_rows(Index n, int folds, int fold);

ProtocolResult run_protocol(const MatrixView& X, const Vector& y, ProtocolMethod method, int fold, std::uint64_t seed,
                            const ProtocolOptions& options = {});

}  // namespace resunit
