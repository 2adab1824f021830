// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/final_network.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "deep/certificate.hpp"
#include "deep/descent/network_descent.hpp"
#include "deep/identify_network.hpp"
#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"
#include "model/network_parts.hpp"

namespace resunit {
namespace {

constexpr Index kPerInput = 40;              ///< queries per input, for the fit and again for its verification
constexpr Index kPerInputImprecise = 120;    ///< the same if the answers are imprecise: least squares averages errors
constexpr double kImprecise = 1e-12;         ///< precision from there on
constexpr double kNearlyReproduced = 1e-3;   ///< residual up to which the network is refined
constexpr double kNearlyInPrecisions = 1e4;  ///< the same in multiples of the precision
constexpr double kNearlyAtMost = 0.05;
constexpr double kExactOnFresh = 1e-8;           ///< largest residual of an exact network, relative
constexpr double kExactInPrecisions = 4;         ///< the same for imprecise answers, in multiples of the precision
constexpr Index kCounterexamplesPerInput = 500;  ///< queries per input in the search for counterexamples
constexpr double kOnKink = 1e-6;                 ///< |w r| of a point at a kink, relative to |w| |r|
constexpr double kNearKink = 0.2;                ///< distance of points that are near a kink, relative to |x|
constexpr Index kTrialsPerPoint = 8;             ///< draws for a point on the wanted side
constexpr Index kSizePoints = 64;                ///< queries from which the size of the outputs is computed
constexpr Index kMostUnknowns = 5000;            ///< above, a network that is exact already is not refined

constexpr NetworkDescentOptions kRefinement{.max_steps = 30, .damping = 1e-6, .tolerance = 1e-6, .target = 1e-32};

/// The samples with those of another set appended.
ColumnSamples joined(const ColumnSamples& a, const ColumnSamples& b) {
  ColumnSamples both{.X = Eigen::MatrixXd(a.count() + b.count(), a.X.cols()),
                     .Y = Eigen::MatrixXd(a.count() + b.count(), a.Y.cols())};
  both.X << a.X, b.X;
  both.Y << a.Y, b.Y;
  return both;
}

/// Whether a sample is on one side of a neuron of layer l, which is its row j.
struct NeuronSide {
  const HiddenWeights& hidden;
  std::size_t l;
  Index j;
  double side;
};

/// W_l r_l for the rows of X, divided by |w_j| |r|.
Eigen::MatrixXd preactivations(const HiddenWeights& hidden, std::size_t l, const Matrix& X) {
  Matrix R = X;
  for (std::size_t k = 0; k < l; ++k) R = next_layer(R, hidden[k]);
  Eigen::MatrixXd V = R * hidden[l].transpose();
  V.array().colwise() /= R.rowwise().norm().array().max(kSmallestDivisor);
  V.array().rowwise() /= hidden[l].rowwise().norm().transpose().array().max(kSmallestDivisor);
  return V;
}

/// Appends `missing` points on one side of a neuron, near its kinks at rows `own` of at_kinks. Fewer if they are not
/// found in kTrialsPerPoint draws each.
void draw_near_kinks(const NeuronSide& of, const Matrix& at_kinks, const std::vector<Index>& own, Index missing,
                     Random& random, std::vector<Eigen::RowVectorXd>& points) {
  if (own.empty() || missing <= 0) return;
  const Index d = at_kinks.cols(), trials = kTrialsPerPoint * missing;
  Matrix X(trials, d);
  for (Index k = 0; k < trials; ++k) {
    const auto center = at_kinks.row(own[static_cast<std::size_t>(k) % own.size()]);
    const double length = kNearKink * center.norm() / std::sqrt(static_cast<double>(d));
    X.row(k) = center + length * gaussian(1, d, random).row(0);
  }
  const Vector values = of.side * preactivations(of.hidden, of.l, X).col(of.j);
  for (Index k = 0; k < trials && missing > 0; ++k)
    if (values(k) > kOnKink) {
      points.emplace_back(X.row(k));
      --missing;
    }
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

/// Appends samples, scaled to |x| = 1. Queries are at |x|^2 near d.
void FinalNetwork::append(ColumnSamples& samples, const Matrix& X, const Matrix& Y) {
  ColumnSamples more{.X = X, .Y = Y};
  const Vector lengths = more.X.rowwise().norm();
  more.X.array().colwise() /= lengths.array();
  more.Y.array().colwise() /= lengths.array();
  samples = samples.count() == 0 ? std::move(more) : joined(samples, more);
}

void FinalNetwork::ask() {
  const Index d = answers_.inputs(), count = (precision_ > kImprecise ? kPerInputImprecise : kPerInput) * d;
  const Matrix X = gaussian(count, d, random_), fresh = gaussian(count, d, random_);
  append(fresh_, fresh, answers_(fresh));
  append(fitted_, X, answers_(X));
}

/// Both sides of every neuron should have d + 2 of the fitted and of the fresh samples. Points that are missing are drawn
/// near the kinks of the neuron.
void FinalNetwork::balance(const HiddenWeights& hidden, const std::vector<Kink>& kinks) {
  if (kinks.empty()) return;
  const Index d = answers_.inputs();
  Matrix at_kinks(std::ssize(kinks), d);
  for (std::size_t k = 0; k < kinks.size(); ++k) at_kinks.row(static_cast<Index>(k)) = kinks[k].x;
  for (ColumnSamples* samples : {&fitted_, &fresh_}) {
    std::vector<Eigen::RowVectorXd> wanted;
    for (std::size_t l = 0; l < hidden.size(); ++l) {
      const Eigen::MatrixXd here = preactivations(hidden, l, samples->X),
                            kink_values = preactivations(hidden, l, at_kinks);
      for (Index j = 0; j < d; ++j) {
        if (hidden[l].row(j).isZero(0)) continue;
        std::vector<Index> own;
        for (Index k = 0; k < kink_values.rows(); ++k)
          if (std::abs(kink_values(k, j)) <= kOnKink) own.push_back(k);
        for (const double side : {1.0, -1.0}) {
          const Index missing = d + 2 - ((side * here.col(j).array()) > kOnKink).count();
          draw_near_kinks({hidden, l, j, side}, at_kinks, own, missing, random_, wanted);
        }
      }
    }
    if (wanted.empty()) continue;
    Matrix X(std::ssize(wanted), d);
    for (std::size_t k = 0; k < wanted.size(); ++k) X.row(static_cast<Index>(k)) = wanted[k];
    append(*samples, X, answers_(X));
  }
}

std::optional<CheckedNetwork> FinalNetwork::check(const HiddenWeights& hidden, const std::vector<Kink>& kinks) {
  if (fitted_.count() == 0) ask();
  const double start = std::sqrt(relative_loss(NetworkFamily::exact, fitted_, hidden));
  if (!(start <= std::clamp(kNearlyInPrecisions * precision_, kNearlyReproduced, kNearlyAtMost))) return {};
  balance(hidden, kinks);
  CheckedNetwork result;
  refine(hidden, result);
  verify(result);
  return result;
}

std::vector<Vector> FinalNetwork::counterexamples(const Network& network) {
  const Matrix X = gaussian(kCounterexamplesPerInput * answers_.inputs(), answers_.inputs(), random_);
  const Matrix Y = answers_(X);
  const Vector residuals = (predict(network, X) - Y).rowwise().norm();
  const double allowed = kExactOnFresh + kLargestInPrecisions * precision_;
  std::vector<Index> rows;
  for (Index i = 0; i < X.rows(); ++i)
    if (!(residuals(i) <= allowed * length_of(Y) / std::sqrt(static_cast<double>(Y.rows())))) rows.push_back(i);
  if (rows.empty()) return {};
  append(fitted_, X(rows, kAll), Y(rows, kAll));
  std::vector<Vector> found;
  for (const Index i : rows) found.emplace_back(X.row(i));
  return found;
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
