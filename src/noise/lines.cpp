#include "noise/lines.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

#include "noise/sign_search.hpp"

namespace resunit {
namespace {

constexpr int kSearchSteps = 15;
constexpr int kRounds = 30;
constexpr int kIdleRounds = 5;         ///< without a new line, before a random one is taken
constexpr double kSameOptimum = 0.98;  ///< |cos| above which two searches found the same
constexpr double kSameLine = 0.95;     ///< |cos| to a found line above which an optimum is not new; loosened when idle
constexpr double kLoosened = 0.02;
constexpr double kLoosest = 0.995;
constexpr double kLeast = 0.1;  ///< share of a bent image, beside the inputs, that found neurons must leave

/// The lines found so far and the space they explain together with the inputs.
class Found {
 public:
  explicit Found(const Matrix& W) : W_(W), Q_(W), lines_(W.cols(), W.cols()) {}

  Index count() const { return count_; }
  const Matrix& space() const { return Q_; }
  Matrix lines() const { return lines_.topRows(count_); }

  bool has(const Vector& b, double cosine) const {
    return count_ > 0 && (lines_.topRows(count_) * b).cwiseAbs().maxCoeff() > cosine;
  }

  /// Takes b unless its bent image is explained already, to all but `least` of what the inputs leave.
  bool take(const Vector& b, double least) {
    Matrix image = (W_ * b).cwiseAbs();
    const double beside_inputs = (image - W_ * (W_.transpose() * image)).norm();
    project_out(Q_, image);
    const double rest = image.norm();
    if (!(rest > least * beside_inputs)) return false;
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

Matrix unit_rows(Index rows, Index cols, Random& random) {
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
  return (inputs.back.transpose() * b).normalized();
}

void project_out(const Matrix& Q, Matrix& V) {
  for (int pass = 0; pass < 2; ++pass) V -= Q * (Q.transpose() * V);
}

Matrix top_left_singular_vectors(const Matrix& E, Index k, double power) {
  // Squaring loses what is below 1e-8 of the largest singular value: such a direction holds no neuron one could find.
  constexpr double kSmallest = 1e-7;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(E.transpose() * E);
  const Vector sigma = eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().reverse();
  k = std::min(k, sigma.size());
  while (k > 0 && !(sigma(k - 1) > kSmallest * sigma(0))) --k;
  const Vector factors = sigma.head(k).array().pow(power - 1) / std::pow(k > 0 ? sigma(0) : 1.0, power);
  return E * eigen.eigenvectors().rightCols(k).rowwise().reverse() * factors.asDiagonal();
}

Matrix find_lines(const Samples& samples, const Basis& inputs, Random& random, int threads) {
  const Index d = samples.inputs();
  Found found(inputs.Z);
  double same_line = kSameLine;
  int idle = 0;
  for (int round = 0; round < kRounds && found.count() < d; ++round) {
    const Index missing = d - found.count();
    Matrix rest = samples.Y;
    project_out(found.space(), rest);
    const SignSearch search(inputs.Z, found.space(), top_left_singular_vectors(rest, missing, 0));
    const Matrix starts = unit_rows(missing + 1, d, random);
    const Index before = found.count();
    for (const LineOptimum& optimum : distinct(search.run_all(starts, kSearchSteps, threads)))
      if (found.count() < d && !found.has(optimum.b, same_line)) found.take(optimum.b, kLeast);
    if (found.count() > before) continue;
    same_line = std::min(same_line + kLoosened, kLoosest);
    if (++idle >= kIdleRounds) found.take(unit_rows(1, d, random).row(0), 0);
  }
  while (found.count() < d)
    if (!found.take(unit_rows(1, d, random).row(0), 0)) break;

  Matrix U(d, d);
  const Matrix lines = found.lines();
  for (Index k = 0; k < d; ++k)
    U.row(k) = k < lines.rows() ? line_of(inputs, lines.row(k)) : unit_rows(1, d, random).row(0);
  return U;
}

}  // namespace resunit
