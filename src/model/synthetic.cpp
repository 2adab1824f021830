// SPDX-License-Identifier: BSD-3-Clause
// Random teachers and samples.
// Weights, signs, inputs and noise have separate random streams: for a given seed, changing the noise does not change
// the inputs, changing the number of negative entries does not change the magnitudes of A, and adding samples does not
// change the first ones.
// Paper: section "Synthetic Data Experiments", setup; app:nonnegative for negative entries and scale rows;
// fig:exp-layer-2-condition-number for B = U diag(l^-1, ..., l^-d) V'.
#include "resunit/synthetic.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg/openblas.hpp"
#include "model/random.hpp"
#include "model/random_subset.hpp"
#include "model/synthetic_options.hpp"
#include "model/unit_parts.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

/// `count` of the numbers 0, ..., from - 1; a larger count includes the numbers of a smaller one.
std::vector<Index> choose(Index count, Index from, Random random) {
  std::vector<Index> numbers = random_order(from, random);
  numbers.resize(static_cast<std::size_t>(count));
  return numbers;
}

void make_negative(Matrix& A, double fraction, std::uint64_t seed) {
  const auto count = static_cast<Index>(std::round(fraction * static_cast<double>(A.size())));
  for (const Index entry : choose(count, A.size(), {seed, Stream::negative})) A.data()[entry] *= -1;
}

void make_scale_rows(Matrix& A, Index count, std::uint64_t seed) {
  for (const Index j : choose(count, A.rows(), {seed, Stream::scale_rows})) {
    const double alpha = A(j, j);
    A.row(j).setZero();
    A(j, j) = alpha;
  }
}

/// Hidden layer l = 0, 1, ...; with a bias, l = 0.
Matrix draw_hidden_layer(const TeacherOptions& options, Index l) {
  const std::uint64_t seed = l == 0 ? options.seed : split_mix(options.seed + static_cast<std::uint64_t>(l));
  Random random(seed, Stream::layer1);
  Matrix A = options.hidden_scale * gaussian(options.inputs, options.inputs, random).cwiseAbs();
  make_negative(A, options.negative, seed);
  make_scale_rows(A, options.scale_rows, seed);
  if (options.bias == Bias::none) return A;
  Matrix with_bias = Matrix::Zero(A.rows() + 1, A.cols() + 1);
  with_bias.topLeftCorner(A.rows(), A.cols()) = A;
  with_bias.topRightCorner(A.rows(), 1) = gaussian(A.rows(), 1, random);
  return with_bias;
}

/// Orthonormal columns, uniformly distributed (Haar measure): Q of a Gaussian matrix, with the signs for which R has a
/// positive diagonal.
Matrix orthonormal(Index rows, Index cols, Random& random) {
  const Eigen::HouseholderQR<Matrix> qr(gaussian(rows, cols, random));
  Matrix Q = qr.householderQ() * Matrix::Identity(rows, cols);
  for (Index k = 0; k < cols; ++k)
    if (qr.matrixQR()(k, k) < 0) Q.col(k) *= -1;
  return Q;
}

/// U diag(l^-1, ..., l^-d) V' with l^(d-1) = condition.
Matrix conditioned(Index m, Index d, double condition, Random& random) {
  const double l = d > 1 ? std::pow(condition, 1 / static_cast<double>(d - 1)) : 1;
  const Matrix U = orthonormal(m, d, random);
  const Matrix V = orthonormal(d, d, random);
  Vector sigma(d);
  for (Index k = 0; k < d; ++k) sigma(k) = std::pow(l, -static_cast<double>(k + 1));
  return U * sigma.asDiagonal() * V.transpose();
}

Matrix draw_last_layer(const TeacherOptions& options) {
  Random random(options.seed, Stream::layer2);
  const Index d = options.inputs + (options.bias == Bias::both ? 1 : 0);
  const Index m = options.outputs > 0 ? options.outputs : d;
  Matrix B = options.condition > 0 ? conditioned(m, std::min(m, d), options.condition, random) : gaussian(m, d, random);
  const Index columns = options.inputs + (options.bias == Bias::none ? 0 : 1);
  if (B.cols() == columns) return B;
  B.conservativeResize(Eigen::NoChange, columns);
  B.rightCols(1) = options.bias == Bias::both ? gaussian(m, 1, random) : Matrix::Zero(m, 1).eval();
  return B;
}

/// From N(-0.1, 1) or U(-0.9, 1.1), each with probability 1/2; their means are -0.1 and 0.1.
double draw_from_mixture(Random& random) {
  return random.uniform() < 0.5 ? random.normal() - 0.1 : 2 * random.uniform() - 0.9;
}

/// work(first, count) for blocks of samples, with a progress report before each.
template <class Work>
void for_each_block(Index samples, std::string_view stage, const Progress& report, Work&& work) {
  constexpr Index kSamplesPerReport = 4096;
  for (Index first = 0; first < samples; first += kSamplesPerReport) {
    if (report) report(stage, static_cast<double>(first) / static_cast<double>(samples));
    work(first, std::min(kSamplesPerReport, samples - first));
  }
}

Matrix draw_inputs(Index d, const SampleOptions& options, const Progress& report) {
  Random random(options.seed, Stream::inputs);
  Matrix X(options.samples, d);
  for_each_block(X.rows(), "drawing inputs", report, [&](Index first, Index count) {
    auto rows = X.middleRows(first, count);
    std::generate_n(rows.data(), rows.size(), [&] {
      return options.distribution == InputDistribution::mixture ? draw_from_mixture(random)
                                                                : random.normal() + options.mean;
    });
  });
  return X;
}

/// outputs(X) for random inputs, with noise.
template <class Outputs>
Dataset draw(Index inputs, const SampleOptions& options, const Progress& progress, Outputs outputs) {
  ProgressScope scope(progress);
  validate(options);
  Dataset data;
  data.X = draw_inputs(inputs, options, scope.reports());
  const OneBlasThread guard;
  data.Y = outputs(data.X);
  if (options.noise > 0) {
    Random random(options.seed, Stream::noise);
    for_each_block(data.Y.rows(), "drawing noise", scope.reports(), [&](Index first, Index count) {
      data.Y.middleRows(first, count) += options.noise * gaussian(count, data.Y.cols(), random);
    });
  }
  return data;
}

}  // namespace

void validate(const TeacherOptions& options) {
  require_ranges("TeacherOptions", options);
  if (options.outputs != 0 && options.outputs < options.inputs)
    throw OptionError(fmt::format("TeacherOptions::outputs = {}, expected 0 or at least inputs = {}", options.outputs,
                                  options.inputs));
  if (options.scale_rows > options.inputs)
    throw OptionError(fmt::format("TeacherOptions::scale_rows = {}, expected at most inputs = {}", options.scale_rows,
                                  options.inputs));
  if (options.condition > 0 && options.condition < 1)
    throw OptionError(
        fmt::format("TeacherOptions::condition = {}, expected 0 or a value of at least 1", options.condition));
  if (options.layers > 2 && options.bias != Bias::none)
    throw OptionError(fmt::format("TeacherOptions::layers = {}, expected 2 with a bias", options.layers));
  if (options.condition > 1 && options.inputs == 1)
    throw OptionError(fmt::format("TeacherOptions::condition = {}, expected 0 or 1 for inputs = 1", options.condition));
}

void validate(const SampleOptions& options) {
  require_ranges("SampleOptions", options);
}

Unit draw_teacher(const TeacherOptions& options) {
  validate(options);
  if (options.layers != 2)
    throw OptionError(
        fmt::format("TeacherOptions::layers = {}, expected 2 for a unit; draw_network draws networks", options.layers));
  return {.A = draw_hidden_layer(options, 0), .B = draw_last_layer(options), .bias = options.bias != Bias::none};
}

Network draw_network(const TeacherOptions& options) {
  validate(options);
  if (options.bias != Bias::none) throw OptionError("TeacherOptions::bias, expected none for a network");
  Network network;
  for (Index l = 0; l + 1 < options.layers; ++l) network.weights.push_back(draw_hidden_layer(options, l));
  network.weights.push_back(draw_last_layer(options));
  return network;
}

Dataset draw_samples(const Unit& unit, const SampleOptions& options, const Progress& progress) {
  validate(unit);
  return draw(unit.inputs(), options, progress, [&](const Matrix& X) { return forward(unit, X, 0); });
}

Dataset draw_samples(const Network& network, const SampleOptions& options, const Progress& progress) {
  validate(network);
  return draw(network.inputs(), options, progress, [&](const Matrix& X) { return predict(network, X, 0); });
}

}  // namespace resunit
