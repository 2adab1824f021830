// SPDX-License-Identifier: BSD-3-Clause
#include "deep/standardize.hpp"

#include <utility>
#include <vector>

#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"

namespace resunit {

StandardizedSamples standardize_columns(const Samples& samples) {
  StandardizedSamples result{.input_scale = column_rms(samples.X), .output_scale = rms_of(samples.Y)};
  result.samples = by_columns(samples);
  result.samples.X.array().rowwise() /= result.input_scale.transpose().array();
  result.samples.Y /= result.output_scale;
  return result;
}

StandardizedSamples standardize_samples(const Samples& samples) {
  StandardizedSamples result = standardize_columns(samples);
  std::vector<Index> nonzero;
  for (Index i = 0; i < samples.count(); ++i)
    if (!samples.X.row(i).isZero(0)) nonzero.push_back(i);
  result.samples = {.X = result.samples.X(nonzero, kAll).eval(), .Y = result.samples.Y(nonzero, kAll).eval()};
  const Vector lengths = result.samples.X.rowwise().norm();
  result.samples.X.array().colwise() /= lengths.array();
  result.samples.Y.array().colwise() /= lengths.array();
  return result;
}

Network in_original_scales(Network network, const StandardizedSamples& scales) {
  const auto S = scales.input_scale.array();
  for (Matrix& W : network.weights) W.array().rowwise() /= S.transpose();
  for (std::size_t l = 0; l + 1 < network.weights.size(); ++l) network.weights[l].array().colwise() *= S;
  network.weights.back() *= scales.output_scale;
  return network;
}

Network in_standard_scales(Network network, const StandardizedSamples& scales) {
  return in_original_scales(
      std::move(network), {.input_scale = scales.input_scale.cwiseInverse(), .output_scale = 1 / scales.output_scale});
}

}  // namespace resunit
