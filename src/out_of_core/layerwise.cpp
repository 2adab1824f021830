// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/layerwise.hpp"

#include "out_of_core/sums.hpp"
#include "row/rows.hpp"

namespace resunit {
namespace {

struct VectorSum {
  Vector values;
  VectorSum& operator+=(const VectorSum& other) {
    values += other.values;
    return *this;
  }
};

}  // namespace

LayersOutOfCore::LayersOutOfCore(SampleStream& stream, const Samples& subset, int threads)
    : stream_(stream), subset_(subset), triangles_(find_triangles(stream, threads)) {
  zero_ = zero_tolerance(triangles_.X.colwise().norm().transpose(), stream.count());
}

/// (A x)^+ of rows [first, first + count), count x samples.
Matrix LayersOutOfCore::hidden(const Matrix& C, const Samples& chunk, Index first, Index count) const {
  return hidden_outputs(C.middleRows(first, count) * chunk.Y.transpose(), chunk.X, first, zero_);
}

Layer2 LayersOutOfCore::learn_layer2(const Layer2Options& options) {
  const Matrix targets = subset_.X.transpose();
  const RowsResult start = solve_programs(options.program, subset_.Y, targets, options.rows, options.threads);
  const OutOfCoreRows rows{.F = [](const Samples& chunk) { return Matrix(chunk.Y); },
                           .targets = [](const Samples& chunk, Index first,
                                         Index count) { return Matrix(chunk.X.middleCols(first, count).transpose()); },
                           .triangle = triangles_.Y,
                           .target_lengths = triangles_.X.colwise().norm().transpose()};
  Layer2 layer{.rows = solve_rows_out_of_core(options.program, stream_, rows, start.C, options.rows, options.threads)};
  const Index d = stream_.inputs();
  if (layer.rows.rank < d) return layer;

  layer.C = layer.rows.C;
  const ScaleSums sums = sum_over_samples(
      stream_, options.threads, ScaleSums(d),
      [&](const Samples& part, ScaleSums& to) { to.add(Matrix(part.Y * layer.C.transpose()), part.X, zero_); });
  divide_by_factors(sums, options.scale_tolerance, layer);
  layer.B = regress_layer2(triangles_.Y * layer.C.transpose(), triangles_.Y);  // T instead of Y: T'T = Y'Y
  return layer;
}

Layer1 LayersOutOfCore::learn_layer1(const Layer2& layer2, const Layer1Options& options) {
  const Index d = stream_.inputs();
  const Matrix& C = layer2.C;
  const VectorSum zero{Vector::Zero(d)};
  const Vector squares = sum_over_samples(stream_, options.threads, zero, [&](const Samples& part, VectorSum& to) {
                           to.values += hidden(C, part, 0, d).rowwise().squaredNorm();
                         }).values;
  const Matrix H = hidden(C, subset_, 0, d);
  const Layer1 start = resunit::learn_layer1(subset_.X, H, options);
  const OutOfCoreRows rows{.F = [](const Samples& chunk) { return Matrix(-chunk.X); },
                           .targets = [&](const Samples& chunk, Index first,
                                          Index count) { return Matrix(-hidden(C, chunk, first, count)); },
                           .triangle = -triangles_.X,
                           .target_lengths = squares.cwiseSqrt()};
  Layer1 layer{.rows =
                   solve_rows_out_of_core(options.program, stream_, rows, start.rows.C, options.rows, options.threads)};
  const RescaleSums sums =
      sum_over_samples(stream_, options.threads, RescaleSums(d), [&](const Samples& part, RescaleSums& to) {
        to.add(Matrix(layer.rows.C * part.X.transpose()), hidden(C, part, 0, d), options.rescale);
      });
  std::vector<bool> active(d);
  for (Index j = 0; j < d; ++j) active[j] = squares(j) > 0;
  rescale_rows(sums, active, options.nonnegative, layer);
  return layer;
}

}  // namespace resunit
