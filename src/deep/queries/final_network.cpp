// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/final_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "deep/certificate.hpp"
#include "deep/descent/network_descent.hpp"
#include "deep/identify_network.hpp"
#include "linalg/norms.hpp"

namespace resunit {
namespace {

constexpr Index kPerInput = 40;              ///< queries per input, for the fit and again for its verification
constexpr Index kPerInputImprecise = 120;    ///< the same if the answers are imprecise: least squares averages errors
constexpr double kImprecise = 1e-12;         ///< precision from there on
constexpr double kNearlyReproduced = 1e-3;   ///< residual up to which the network is refined
constexpr double kNearlyInPrecisions = 1e4;  ///< the same in multiples of the precision
constexpr double kNearlyAtMost = 0.05;
constexpr double kExactOnFresh = 1e-8;    ///< largest residual of an exact network, relative
constexpr double kExactInPrecisions = 4;  ///< the same for imprecise answers, in multiples of the precision
constexpr Index kMostUnknowns = 5000;     ///< above, a network that is exact already is not refined

constexpr NetworkDescentOptions kRefinement{.max_steps = 30, .damping = 1e-6, .tolerance = 1e-6, .target = 1e-32};

/// Queries at |x| = 1, answered at |x|^2 = d, where errors of fixed decimals are relatively smaller.
ColumnSamples random_samples(Answers& answers, Index count, Random& random) {
  const Matrix X = gaussian(count, answers.inputs(), random);
  ColumnSamples samples{.X = X, .Y = answers(X)};
  const Vector lengths = samples.X.rowwise().norm();
  samples.X.array().colwise() /= lengths.array();
  samples.Y.array().colwise() /= lengths.array();
  return samples;
}

ColumnSamples joined(const ColumnSamples& a, const ColumnSamples& b) {
  ColumnSamples both{.X = Eigen::MatrixXd(a.count() + b.count(), a.X.cols()),
                     .Y = Eigen::MatrixXd(a.count() + b.count(), a.Y.cols())};
  both.X << a.X, b.X;
  both.Y << a.Y, b.Y;
  return both;
}

Network network_of_minimum(LayersMinimum minimum) {
  Network network{.weights = std::move(minimum.weights)};
  network.weights.push_back(std::move(minimum.last));
  return network;
}

double residual_on(const ColumnSamples& samples, const Network& network) {
  const Eigen::MatrixXd Y = predict(network, Matrix(samples.X));
  return length_of(Y - samples.Y) / std::max(length_of(samples.Y), kSmallestDivisor);
}

}  // namespace

void FinalNetwork::ask() {
  const Index count = (precision_ > kImprecise ? kPerInputImprecise : kPerInput) * answers_.inputs();
  ColumnSamples fitted = random_samples(answers_, count, random_);
  fresh_ = random_samples(answers_, count, random_);
  fitted_ = std::move(fitted);
  size_ = rms_of(fitted_.Y);
  fitted_.Y /= size_;
  fresh_.Y /= size_;
}

std::optional<CheckedNetwork> FinalNetwork::check(const HiddenWeights& hidden) {
  if (fitted_.count() == 0) ask();
  const double start = std::sqrt(relative_loss(NetworkFamily::exact, fitted_, hidden));
  if (!(start <= std::clamp(kNearlyInPrecisions * precision_, kNearlyReproduced, kNearlyAtMost))) return {};
  CheckedNetwork result;
  refine(hidden, result);
  verify(result);
  result.network.weights.back() *= size_;
  return result;
}

void FinalNetwork::refine(const HiddenWeights& hidden, CheckedNetwork& result) {
  LayersMinimum start = descend(NetworkFamily::exact, fitted_, hidden, {.max_steps = 0});
  const Index d = answers_.inputs(), unknowns = std::ssize(hidden) * d * d;
  result.network = network_of_minimum(std::move(start));
  if (unknowns > kMostUnknowns && largest_residual(fitted_, result.network) <= allowed_residual(precision_)) return;
  result.network =
      network_of_minimum(descend(NetworkFamily::exact, fitted_, hidden, with_threads(kRefinement, threads_)));
}

void FinalNetwork::verify(CheckedNetwork& result) {
  result.relative_residual = residual_on(fresh_, result.network);
  result.exact = result.relative_residual <= std::max(kExactOnFresh, kExactInPrecisions * precision_);
  if (!result.exact) return;
  const ColumnSamples all = joined(fitted_, fresh_);
  const bool confirmed = largest_residual(fresh_, result.network) <= allowed_residual(precision_);
  clear_inactive_rows(all, result.network);
  result.network = canonical(std::move(result.network));
  result.certificate = certify(all, result.network, confirmed, threads_, precision_);
}

}  // namespace resunit
