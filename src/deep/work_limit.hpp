// SPDX-License-Identifier: BSD-3-Clause
// A limit of the work of a search, in floating-point operations: unlike a time limit, it gives the same result on every
// machine and for any number of threads.
#pragma once

#include <limits>

#include "deep/descent/network_descent.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {

class WorkLimit {
 public:
  explicit WorkLimit(double flops = std::numeric_limits<double>::infinity()) : left_(flops) {}

  [[nodiscard]] bool exhausted() const { return left_ <= 0; }
  [[nodiscard]] double spent() const { return spent_; }

  /// A descent, unless the work is exhausted.
  LayersMinimum descend(NetworkFamily family, const ColumnSamples& samples, HiddenWeights start,
                        NetworkDescentOptions options) {
    if (exhausted()) options.max_steps = 0;
    const NetworkShape shape(family, samples.X.cols(), start);
    LayersMinimum minimum = resunit::descend(family, samples, std::move(start), options);
    const auto p = static_cast<double>(shape.unknowns()), n = static_cast<double>(samples.count());
    const double flops = (1 + minimum.steps) * (2 * n * p * p + p * p * p / 3);
    left_ -= flops;
    spent_ += flops;
    return minimum;
  }

 private:
  double left_;
  double spent_ = 0;
};

}  // namespace resunit
