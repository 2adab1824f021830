// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/lines.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linalg/project_out.hpp"
#include "noise/start/sign_search.hpp"

namespace resunit {
namespace {

constexpr int kLineSteps = 15;
constexpr int kLineRounds = 30;
constexpr int kIdleRounds = 5;         ///< rounds without a new line before a random one is added
constexpr double kSameOptimum = 0.98;  ///< |cos| above which the optima of two searches are the same
constexpr double kSameLine = 0.95;     ///< |cos| to a found line above which an optimum is not new
constexpr double kLoosened = 0.02;     ///< added to kSameLine after a round without a new line ...
constexpr double kLoosest = 0.995;     ///< ... up to this
constexpr double kSmallestNewPart =
    0.1;  ///< smallest part of |Wb| orthogonal to found neurons, relative to that orthogonal to W

/// The lines found so far and the space that they span together with the inputs.
class Found {
 public:
  explicit Found(const Matrix& W) : W_(W), Q_(W), lines_(W.cols(), W.cols()) {}

  Index count() const { return count_; }
  const Matrix& space() const { return Q_; }
  Matrix lines() const { return lines_.topRows(count_); }

  bool has(const Vector& b, double cosine) const {
    return count_ > 0 && (lines_.topRows(count_) * b).cwiseAbs().maxCoeff() > cosine;
  }

  /// Adds b if the part of |Wb| orthogonal to the space is larger than `least` times the part orthogonal to the inputs.
  bool add(const Vector& b, double least) {
    Matrix image = (W_ * b).cwiseAbs();
    const double outside_inputs = (image - W_ * (W_.transpose() * image)).norm();
    image = project_out(Q_, std::move(image));
    const double rest = image.norm();
    if (!(rest > least * outside_inputs)) return false;
    lines_.row(count_++) = b.transpose();
    Q_.conservativeResize(Eigen::NoChange, Q_.cols() + 1);
    Q_.rightCols(1) = image / rest;
    return true;
  }

 private:
  const Matrix& W_;
  Matrix Q_;
  Matrix lines_;
  Index count_ = 0;
};

Matrix random_directions(Index rows, Index cols, Random& random) {
  Matrix starts = gaussian(rows, cols, random);
  starts.rowwise().normalize();
  return starts;
}

/// Distinct optima, best first.
std::vector<LineOptimum> distinct(const std::vector<LineOptimum>& all) {
  std::vector<LineOptimum> kept;
  for (const LineOptimum& one : all) {
    const auto same = [&one](const LineOptimum& other) { return std::abs(one.b.dot(other.b)) > kSameOptimum; };
    if (std::none_of(kept.begin(), kept.end(), same)) kept.push_back(one);
  }
  std::stable_sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.miss < b.miss; });
  return kept;
}

}  // namespace

Vector line_of(const Basis& inputs, const Vector& b) {
  return (inputs.from_basis.transpose() * b).normalized();
}

Matrix top_left_singular_vectors(const Matrix& E, Index k, double power) {
  // Relative to the largest singular value: E'E has no correct digits for those below 1e-8, and a neuron in such a
  // direction cannot be found.
  constexpr double kSmallest = 1e-7;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(E.transpose() * E);
  const Vector sigma = eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().reverse();
  k = std::min(k, sigma.size());
  while (k > 0 && !(sigma(k - 1) > kSmallest * sigma(0))) --k;
  const Vector factors = sigma.head(k).array().pow(power - 1) / std::pow(k > 0 ? sigma(0) : 1.0, power);
  return E * eigen.eigenvectors().rightCols(k).rowwise().reverse() * factors.asDiagonal();
}

Matrix find_lines(const UnitSamples& samples, const Basis& inputs, Random& random, int threads) {
  const Index d = samples.inputs(), neurons = samples.neurons();
  Found found(inputs.Z);
  double same_line = kSameLine;
  int idle = 0;
  for (int round = 0; round < kLineRounds && found.count() < neurons; ++round) {
    const Index missing = neurons - found.count();
    const Matrix rest = project_out(found.space(), samples.Y);
    const SignSearch search(inputs.Z, found.space(), top_left_singular_vectors(rest, missing, 0));
    const Matrix starts = random_directions(missing + 1, d, random);
    const Index before = found.count();
    for (const LineOptimum& optimum : distinct(search.run_all(starts, kLineSteps, threads)))
      if (found.count() < neurons && !found.has(optimum.b, same_line)) found.add(optimum.b, kSmallestNewPart);
    if (found.count() > before) continue;
    same_line = std::min(same_line + kLoosened, kLoosest);
    if (++idle >= kIdleRounds) found.add(random_directions(1, d, random).row(0), 0);
  }
  while (found.count() < neurons)
    if (!found.add(random_directions(1, d, random).row(0), 0)) break;

  Matrix U(neurons, d);
  const Matrix lines = found.lines();
  for (Index k = 0; k < neurons; ++k)
    U.row(k) = k < lines.rows() ? line_of(inputs, lines.row(k)) : random_directions(1, d, random).row(0);
  return U;
}

}  // namespace resunit
