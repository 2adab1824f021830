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

LayersOutOfCore::LayersOutOfCore(SampleStream& stream, const Samples& part, int threads)
    : stream_(stream), part_(part), triangles_(find_triangles(stream, threads)) {
  zero_ = rounding_of_zero(triangles_.X.colwise().norm().transpose(), stream.count());
}

/// (A x)^+ of rows [first, first + count), count x samples.
Matrix LayersOutOfCore::hidden(const Matrix& C, const Samples& chunk, Index first, Index count) const {
  return hidden_outputs(C.middleRows(first, count) * chunk.Y.transpose(), chunk.X, first, zero_);
}

Layer2 LayersOutOfCore::learn_layer2(const Layer2Options& options) {
  const Matrix targets = part_.X.transpose();
  const RowsResult start = solve_programs(options.program, part_.Y, targets, options.rows, options.threads);
  const StreamedRows rows{.F = [](const Samples& chunk) { return Matrix(chunk.Y); },
                          .targets = [](const Samples& chunk, Index first,
                                        Index count) { return Matrix(chunk.X.middleCols(first, count).transpose()); },
                          .triangle = triangles_.Y,
                          .target_lengths = triangles_.X.colwise().norm().transpose()};
  Layer2 layer{.rows = solve_streamed_rows(options.program, stream_, rows, start.C, options.rows, options.threads)};
  const Index d = stream_.inputs();
  if (layer.rows.rank < d) return layer;

  layer.C = layer.rows.C;
  layer.k.resize(d);
  layer.scale_rows.resize(d);
  const ScaleSums sums = sum_over_samples(
      stream_, options.threads, ScaleSums(d),
      [&](const Samples& part, ScaleSums& to) { to.add(Matrix(part.Y * layer.C.transpose()), part.X, zero_); });
  for (Index j = 0; j < d; ++j) {
    const auto [k, is_scale_row] = sums.factor(j, options.scale_tolerance);
    layer.k(j) = k;
    layer.scale_rows[j] = is_scale_row;
    layer.C.row(j) /= k;
  }
  layer.B = regress_layer2(triangles_.Y * layer.C.transpose(), triangles_.Y);  // T stands in for Y: T'T = Y'Y
  return layer;
}

Layer1 LayersOutOfCore::learn_layer1(const Layer2& layer2, const Layer1Options& options) {
  const Index d = stream_.inputs();
  const Matrix& C = layer2.C;
  const VectorSum zero{Vector::Zero(d)};
  const Vector squares = sum_over_samples(stream_, options.threads, zero, [&](const Samples& part, VectorSum& to) {
                           to.values += hidden(C, part, 0, d).rowwise().squaredNorm();
                         }).values;
  const Matrix H = hidden(C, part_, 0, d);
  const Layer1 start = resunit::learn_layer1(part_.X, H, options);
  const StreamedRows rows{.F = [](const Samples& chunk) { return Matrix(-chunk.X); },
                          .targets = [&](const Samples& chunk, Index first,
                                         Index count) { return Matrix(-hidden(C, chunk, first, count)); },
                          .triangle = -triangles_.X,
                          .target_lengths = squares.cwiseSqrt()};
  Layer1 layer{.rows =
                   solve_streamed_rows(options.program, stream_, rows, start.rows.C, options.rows, options.threads)};
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
