// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "noise/descent/kaufman.hpp"
#include "noise/inference/average_activation.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kAverages = 2;  ///< rounds of covariance and averaged activations: a third has no effect
/// Share of uncertain activations below which the averages are not used: standard errors would change by 1%.
constexpr double kFewUncertain = 0.01;

/// D_j x - N_j'r for all j: the derivative of a prediction by a_j, with B re-estimated.
class Response {
 public:
  Response(const Unit& unit, const Matrix& N) : unit_(unit), N_(N) {}

  void at(const Eigen::Ref<const Vector>& x) {
    const Index d = x.size(), neurons = N_.cols() / d;
    s_ = unit_.A * x;
    r_ = (s_.cwiseMax(0.0) + x).head(N_.rows());
    v_ = -N_.transpose() * r_;
    for (Index j = 0; j < neurons; ++j)
      if (s_(j) > 0) v_.segment(j * d, d) += x;
  }

  const Vector& r() const { return r_; }
  const Vector& v() const { return v_; }

 private:
  const Unit& unit_;
  const Matrix& N_;
  Vector s_, r_, v_;
};

/// C = [K o (products (x) 11')]^-1 and N; false, without a change, if C does not exist.
bool invert(const ProjectedGram& gram, const Projection& at, const Matrix& products, Covariance& covariance) {
  Eigen::MatrixXd information;
  weight_blocks(gram.K(), products, 1, information);
  const Eigen::LLT<Eigen::MatrixXd> cholesky(information);
  if (cholesky.info() != Eigen::Success) return false;
  covariance.A = cholesky.solve(Eigen::MatrixXd::Identity(information.rows(), information.cols()));
  covariance.N = at.normal.matrixU().solve(gram.L());
  return true;
}

/// C at the estimate; if many activations are then uncertain, C with activations averaged over the error. The
/// covariance of A is C times `variance`.
bool invert_information(const UnitSamples& samples, const Matrix& A, const Projection& at, const Matrix& products,
                        double variance, Covariance& covariance) {
  ProjectedGram gram;
  gram.compute(Family::unit, samples, A, at);
  if (!invert(gram, at, products, covariance)) return false;
  for (int round = 0; round < kAverages; ++round) {
    const AverageActivation average = average_activation(samples.X, A, covariance.A, variance);
    if (average.uncertain < kFewUncertain) break;
    gram.compute_for(average.D, samples, at);
    if (!invert(gram, at, products, covariance)) break;
  }
  return true;
}

/// The sandwich estimate: sums over samples of products of the scores of a with themselves and with those of beta_l.
/// Chunks limit the additional memory (d = 32, n = 50 000: 16 instead of 800 MB).
void sandwich_covariance(const UnitSamples& samples, const Reweighted& fit, const Matrix& weights,
                         const Matrix& inverse_gram, Covariance& covariance) {
  constexpr Index kScoreChunk = 1024;
  const Index n = samples.count(), d = samples.inputs(), m = samples.outputs();
  const Index neurons = samples.neurons(), hidden = samples.hidden(), size = samples.layer1_weights();
  const Matrix weighted_residuals = fit.influence * weights * fit.unit.B;  // n x d
  const auto entries = static_cast<double>(n * m);
  const double correction = entries / (entries - static_cast<double>(samples.all_weights()));
  Matrix scores(std::min(n, kScoreChunk), size), images(std::min(n, kScoreChunk), hidden), influence, beta;
  Response response(fit.unit, covariance.N);
  const Matrix inverse_information = std::exchange(covariance.A, Matrix::Zero(size, size));
  covariance.beta.assign(m, Matrix::Zero(hidden, hidden));
  covariance.A_and_beta.assign(m, Matrix::Zero(size, hidden));
  for (Index first = 0; first < n; first += kScoreChunk) {
    check_cancelled();
    const Index count = std::min(kScoreChunk, n - first);
    for (Index i = 0; i < count; ++i) {
      response.at(samples.X.row(first + i).transpose());
      for (Index j = 0; j < neurons; ++j)
        scores.row(i).segment(j * d, d) = weighted_residuals(first + i, j) * response.v().segment(j * d, d).transpose();
      images.row(i) = inverse_gram * response.r();
    }
    influence.noalias() = scores.topRows(count) * inverse_information;  // contribution of each sample to da
    covariance.A.noalias() += correction * influence.transpose() * influence;
    for (Index l = 0; l < m; ++l) {
      beta = fit.influence.col(l).segment(first, count).asDiagonal() * images.topRows(count);
      covariance.beta[l].noalias() += correction * beta.transpose() * beta;
      covariance.A_and_beta[l].noalias() += correction * influence.transpose() * beta;
    }
  }
}

}  // namespace

Covariance covariance_of(const UnitSamples& samples, const Reweighted& fit, bool sandwich) {
  const Index m = samples.outputs(), hidden = samples.hidden();
  const bool plain = sandwich && !fit.weighted;
  const Matrix weights = plain ? Matrix(Matrix::Identity(m, m)) : power(fit.noise_covariance, -1);
  if (!weights.allFinite()) return {};
  const Matrix A = fit.unit.A.topRows(samples.neurons()), B = fit.unit.B.leftCols(samples.neurons());
  Projection at;
  project(Family::unit, samples, A, at);
  const double variance = plain ? fit.noise_covariance.trace() / static_cast<double>(m) : 1;

  Covariance covariance;
  if (!invert_information(samples, A, at, B.transpose() * weights * B, variance, covariance)) return {};
  const Matrix inverse_gram = at.normal.solve(Eigen::MatrixXd::Identity(hidden, hidden));
  if (sandwich) {
    sandwich_covariance(samples, fit, weights, inverse_gram, covariance);
  } else {
    for (Index l = 0; l < m; ++l) covariance.beta.push_back(fit.noise_covariance(l, l) * inverse_gram);
  }
  return covariance;
}

StandardErrors standard_errors(const Covariance& covariance, const Matrix& B) {
  const Index m = B.rows(), d = B.cols(), neurons = covariance.A.rows() / d, hidden = covariance.N.rows();
  StandardErrors errors{.A = Matrix::Zero(d, d), .B = Matrix::Zero(m, d)};
  errors.A.topRows(neurons) = covariance.A.diagonal().cwiseMax(0.0).cwiseSqrt().reshaped<Eigen::RowMajor>(neurons, d);
  // dB_lr = beta_lr - b_l' spread da, where row j of spread has row r of N_j in the columns of a_j.
  Matrix T(neurons, neurons), spread = Matrix::Zero(neurons, covariance.A.rows());
  for (Index r = 0; r < hidden; ++r) {
    for (Index j = 0; j < neurons; ++j) spread.row(j).segment(j * d, d) = covariance.N.row(r).segment(j * d, d);
    T.noalias() = spread * covariance.A * spread.transpose();
    for (Index l = 0; l < m; ++l) {
      const auto b = B.row(l).head(neurons);
      double variance = covariance.beta[l](r, r) + b * T * b.transpose();
      if (!covariance.A_and_beta.empty()) variance -= 2 * b.dot(spread * covariance.A_and_beta[l].col(r));
      errors.B(l, r) = std::sqrt(std::max(variance, 0.0));
    }
  }
  return errors;
}

Matrix mean_stderr(const Covariance& covariance, const Unit& unit, const MatrixView& X) {
  const Index d = unit.inputs(), m = unit.outputs(), neurons = covariance.A.rows() / d;
  Matrix errors(X.rows(), m);
  Response response(unit, covariance.N);
  Matrix spread = Matrix::Zero(neurons, covariance.A.rows()), T(neurons, neurons);
  for (Index i = 0; i < X.rows(); ++i) {
    response.at(X.row(i).transpose());
    const Vector& r = response.r();
    for (Index j = 0; j < neurons; ++j) spread.row(j).segment(j * d, d) = response.v().segment(j * d, d).transpose();
    T.noalias() = spread * covariance.A * spread.transpose();
    for (Index l = 0; l < m; ++l) {
      const auto b = unit.B.row(l).head(neurons);
      double variance = r.dot(covariance.beta[l] * r) + b * T * b.transpose();
      if (!covariance.A_and_beta.empty()) variance += 2 * b.dot(spread * (covariance.A_and_beta[l] * r));
      errors(i, l) = std::sqrt(std::max(variance, 0.0));
    }
  }
  return errors;
}

}  // namespace resunit
