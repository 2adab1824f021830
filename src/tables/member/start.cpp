// SPDX-License-Identifier: BSD-3-Clause
#include "tables/member/start.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "tables/member/greedy.hpp"
#include "tables/member/loss.hpp"

namespace resunit::regression {
namespace {

// Size of the sample: entries of X, and rows. On wide tables the pool is large, and fewer rows are sufficient.
constexpr Index kMaxEntries = 80000;
constexpr Index kMinSampleRows = 2000, kMaxSampleRows = 4000;

constexpr Index kMaxDirections = 40;
constexpr double kMinRidge = 1e-9;  ///< relative to the mean square of a standardized input

/// Smallest rms of a hidden neuron, relative to |a_j|: division by the rms of a neuron that is active on few rows would
/// give weights of 1e6.
constexpr double kSmallestRms = 1e-2;
constexpr double kZeroNorm = 1e-12;  ///< added to norms (absolute): rows of zeros, for standardized inputs
constexpr double kSmallestBalance = 1e-3, kLargestBalance = 1e3;  ///< factor of a row of A

Matrix hidden(const Sample& sample, const Matrix& A) {
  return (sample.X * A.transpose()).cwiseMax(0.0);
}

void scale_to_unit_rms(const Sample& sample, Matrix& A) {
  const Matrix R = hidden(sample, A);
  const Eigen::RowVectorXd rms = (R.colwise().squaredNorm() / static_cast<double>(R.rows())).cwiseSqrt();
  for (Index j = 0; j < A.rows(); ++j) A.row(j) /= std::max(rms(j), kSmallestRms * A.row(j).norm() + kZeroNorm);
}

void balance(Network& network) {
  for (Index j = 0; j < network.width(); ++j) {
    const double in = network.A.row(j).head(network.A.cols() - 1).norm() + kZeroNorm;
    const double out = network.V.col(j).norm() + kZeroNorm;
    network.A.row(j) *= std::clamp(std::sqrt(out / in), kSmallestBalance, kLargestBalance);
  }
}

}  // namespace

Sample draw_sample(const Rows& rows, const Spans& spans) {
  const Index most = std::clamp(kMaxEntries / rows.inputs(), kMinSampleRows, kMaxSampleRows);
  const Index total = size(spans), stride = (total + most - 1) / most;
  const Index count = (total + stride - 1) / stride;
  Sample sample{.X = Matrix(count, rows.inputs()), .Y = Matrix(count, rows.outputs())};
  Index at = 0, passed = 0;
  for (const Span& span : spans) {
    for (Index i = span.begin; i < span.end; ++i, ++passed) {
      if (passed % stride != 0) continue;
      sample.X.row(at) = rows.X.row(i).cast<double>();
      sample.Y.row(at++) = rows.Y.row(i).cast<double>();
    }
  }
  return sample;
}

void solve_output_layer(const Sample& sample, double lambda, Network& network) {
  const Index q = sample.X.cols(), k = network.width();
  const double n = static_cast<double>(sample.X.rows());
  Matrix P(sample.X.rows(), q + k);
  P << sample.X, hidden(sample, network.A);
  Eigen::MatrixXd gram = P.transpose() * P / n;
  gram.diagonal().array() += lambda + kMinRidge;
  gram.diagonal().head(q - 1).array() += kLinearPenalty - lambda;
  gram(q - 1, q - 1) -= lambda;
  const Matrix weights = gram.ldlt().solve(P.transpose() * sample.Y / n);
  network.W = weights.topRows(q).transpose();
  network.V = weights.bottomRows(k).transpose();
}

Network start_network(const Sample& sample, Index k, double lambda, std::uint64_t seed) {
  Random random(seed, Stream::regress_directions);
  const Index inputs = sample.X.cols() - 1;
  if (inputs == 0) k = 0;
  const Matrix pool =
      hinge_pool(sample, linear_residuals(sample), std::min(2 * sample.X.cols(), kMaxDirections), random);
  Matrix chosen = choose_hinges(sample, pool, k);
  Network network{.A = Matrix(k, sample.X.cols())};
  network.A << chosen, random_hinges(sample, k - chosen.rows(), random);
  scale_to_unit_rms(sample, network.A);
  solve_output_layer(sample, lambda, network);
  balance(network);
  solve_output_layer(sample, lambda, network);
  return network;
}

}  // namespace resunit::regression
