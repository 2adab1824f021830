// SPDX-License-Identifier: BSD-3-Clause
// The paper's full algorithm: layer 2, then layer 1 from its hidden outputs (section "Full Algorithm and Analysis").
//     qp        layer 2 by (R1), layer 1 by (Rmu)
//     lp        layer 2 by (R0), layer 1 by (R0): noiseless samples only
//     lp-noisy  layer 2 by (R2), layer 1 by (Rmu)
#pragma once

#include "paper/layer1.hpp"
#include "paper/layer2.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// options.method is qp, lp or lp_noisy.
Fit learn_layerwise(const Samples& samples, const FitOptions& options);

/// Solves the two layers for samples in memory or out of core (src/out_of_core/layerwise.hpp).
class LayerSolver {
 public:
  virtual ~LayerSolver() = default;
  virtual Layer2 learn_layer2(const Layer2Options& options) = 0;
  virtual Layer1 learn_layer1(const Layer2& layer2, const Layer1Options& options) = 0;
};

/// The algorithm itself, for samples with `inputs` inputs.
Fit learn_layerwise(LayerSolver& solver, Index inputs, const FitOptions& options);

}  // namespace resunit
