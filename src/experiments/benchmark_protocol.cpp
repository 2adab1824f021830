// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/benchmark_protocol.hpp"

#include <cmath>
#include <limits>

#include "linalg/indexing.hpp"
#include "model/random_subset.hpp"
#include "resunit/fit.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

struct Standardizer {
  Vector mean, scale;

  explicit Standardizer(const Matrix& X) : mean(X.colwise().mean()), scale(X.cols()) {
    const double n = static_cast<double>(X.rows());
    for (Index k = 0; k < X.cols(); ++k) {
      const double deviation = std::sqrt((X.col(k).array() - mean(k)).square().sum() / n);
      scale(k) = deviation > 0 ? deviation : 1;
    }
  }
  Matrix with_constant(const Matrix& X) const {
    Matrix Z(X.rows(), X.cols() + 1);
    Z.leftCols(X.cols()) = (X.rowwise() - mean.transpose()) * scale.cwiseInverse().asDiagonal();
    Z.rightCols(1).setOnes();
    return Z;
  }
};

Matrix copies(const Vector& y, Index outputs, double noise, std::uint64_t seed) {
  Random random(seed, Stream::noise);
  const double deviation = std::sqrt((y.array() - y.mean()).square().mean());
  Matrix Y = y.replicate(1, outputs);
  Y.rightCols(outputs - 1) += noise * deviation * gaussian(y.size(), outputs - 1, random);
  return Y;
}

FitOptions qp_options(std::uint64_t seed) {
  return {.method = Method::qp, .seed = seed, .threads = 1, .nonnegative = true};
}

FitOptions sgd_options(const ProtocolOptions& options, std::uint64_t seed) {
  return {.method = Method::sgd,
          .seed = seed,
          .threads = 1,
          .sgd = {.epochs = options.max_epochs,
                  .batch = options.batch,
                  .rate = options.rate,
                  .decay = 0,
                  .stop = options.stop}};
}

Fit learn(const Samples& samples, ProtocolMethod method, std::uint64_t seed, const ProtocolOptions& options) {
  FitOptions sgd = sgd_options(options, seed);
  if (method == ProtocolMethod::sgd) return fit(samples, sgd);
  Fit by_qp = fit(samples, qp_options(seed));
  if (method == ProtocolMethod::qp || !by_qp.usable()) return by_qp;
  sgd.start = by_qp.unit;
  return fit(samples, sgd);
}

}  // namespace

FoldRows fold_rows(Index n, int folds, int fold) {
  Random random(static_cast<std::uint64_t>(folds), Stream::experiment_order);
  const std::vector<Index> order = random_order(n, random);
  const Index first = n * fold / folds, last = n * (fold + 1) / folds, half = first + (last - first) / 2;
  FoldRows rows;
  for (Index k = 0; k < n; ++k) {
    const Index row = order[static_cast<std::size_t>(k)];
    if (k < first || k >= last)
      rows.training.push_back(row);
    else if (k >= half)
      rows.reported.push_back(row);
  }
  return rows;
}

ProtocolResult run_protocol(const MatrixView& X, const Vector& y, ProtocolMethod method, int fold, std::uint64_t seed,
                            const ProtocolOptions& options) {
  const Stopwatch watch;
  const FoldRows rows = fold_rows(X.rows(), options.folds, fold);
  const Standardizer scaling(X(rows.training, kAll));
  const Vector targets = y(rows.training), truth = y(rows.reported);
  const Matrix inputs = scaling.with_constant(X(rows.training, kAll));
  const Matrix outputs = copies(targets, inputs.cols(), options.copy_noise, seed);
  const Fit found = learn({inputs, outputs}, method, seed, options);

  ProtocolResult result{.rmse = std::numeric_limits<double>::infinity()};
  if (!found.curve.empty()) result.epochs = found.curve.back().epoch;
  if (found.usable()) {
    const Matrix predicted = predict(found.unit, scaling.with_constant(X(rows.reported, kAll)));
    const Vector clipped = predicted.col(0).cwiseMax(targets.minCoeff()).cwiseMin(targets.maxCoeff());
    result.rmse = std::sqrt((clipped - truth).squaredNorm() / static_cast<double>(truth.size()));
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace resunit
