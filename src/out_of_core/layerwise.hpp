// SPDX-License-Identifier: BSD-3-Clause
// The layers of method qp of src/paper/layerwise.hpp, out of core.
#pragma once

#include "out_of_core/row_passes.hpp"
#include "out_of_core/sample_stream.hpp"
#include "paper/layerwise.hpp"

namespace resunit {

class LayersOutOfCore final : public LayerSolver {
 public:
  /// `subset`: samples of the stream in memory, whose solutions are the starting points of the passes.
  LayersOutOfCore(SampleStream& stream, const Samples& subset, int threads);

  Layer2 learn_layer2(const Layer2Options& options) override;
  Layer1 learn_layer1(const Layer2& layer2, const Layer1Options& options) override;

 private:
  Matrix hidden(const Matrix& C, const Samples& chunk, Index first, Index count) const;

  SampleStream& stream_;
  const Samples subset_;
  Triangles triangles_;
  Vector zero_;  ///< zero_tolerance for each input
};

}  // namespace resunit
