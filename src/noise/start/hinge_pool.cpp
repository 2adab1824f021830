// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/hinge_pool.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/norms.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kRidge = 1e-11;                                ///< relative to the diagonal entries of M
constexpr double kLargestLogStep = 1.5;                         ///< of log tau
constexpr double kSmallestScale = 1e-4, kLargestScale = 1e4;    ///< of tau, relative to the norm of the direction
constexpr int kScaleTrials = 5;                                 ///< values of lambda tried for one step
constexpr double kScaleTolerance = 1e-6;                        ///< decrease that ends fit_scales, relative to the loss
constexpr double kFirstScaleDamping = 1e-2;                     ///< lambda, relative to the diagonal of the curvature
constexpr double kAfterScaleFailure = 10, kAfterScaleStep = 5;  ///< factor and divisor of lambda
constexpr double kSmallestScaleCurvature = 1e-9;  ///< diagonal entry in the damping, relative to the largest one

}  // namespace

HingePool::HingePool(const UnitSamples& samples, Matrix directions)
    : directions_(std::move(directions)),
      neurons_(samples.neurons()),
      inputs_(samples.bias == Bias::both ? neurons_ : samples.inputs()),
      count_(static_cast<double>(samples.count())),
      square_(samples.Y.squaredNorm()) {
  Matrix features(samples.count(), directions_.rows() + inputs_);
  features << (samples.X * directions_.transpose()).cwiseMax(0.0), samples.X.leftCols(inputs_);
  if (samples.bias == Bias::both) {
    features.rowwise() -= features.colwise().mean().eval();
    square_ = (samples.Y.rowwise() - samples.Y.colwise().mean()).squaredNorm();
  }
  gram_.noalias() = features.transpose() * features;
  outputs_.noalias() = features.transpose() * samples.Y;
}

/// Computes M, P and cross of a choice. With Q the Gram matrix:
///     cross_jk = Q(a_j, x_k) + tau_k Q(a_j, a_k),   M_jk = Q(x_j, x_k) + tau_k Q(x_j, a_k) + tau_j cross_jk
void HingePool::gather(const Choice& choice) {
  const Index d = neurons_, pool = directions_.rows();
  cross_.resize(d, d);
  M_.resize(d, d);
  P_.resize(d, outputs_.cols());
  for (Index k = 0; k < d; ++k) {
    const double* x_k = gram_.col(pool + k).data();
    const double* a_k = gram_.col(choice.hinge[k]).data();
    const double tau = choice.scale(k);
    for (Index j = 0; j < d; ++j) {
      cross_(j, k) = x_k[choice.hinge[j]] + tau * a_k[choice.hinge[j]];
      M_(j, k) = x_k[pool + j] + tau * a_k[pool + j] + choice.scale(j) * cross_(j, k);
    }
    M_(k, k) *= 1 + kRidge;
  }
  for (Index c = 0; c < P_.cols(); ++c)
    for (Index j = 0; j < d; ++j) P_(j, c) = outputs_(pool + j, c) + choice.scale(j) * outputs_(choice.hinge[j], c);
  cholesky_.compute(M_);
}

void HingePool::evaluate(Choice& choice) {
  gather(choice);
  choice.loss = std::numeric_limits<double>::infinity();
  if (cholesky_.info() != Eigen::Success) return;
  cholesky_.matrixL().solveInPlace(P_);
  choice.loss = (square_ - P_.squaredNorm()) / (2 * count_);
}

void HingePool::fit_scales(Choice& choice, int max_steps) {
  const Index d = neurons_;
  double lambda = kFirstScaleDamping;
  evaluate(choice);
  Eigen::MatrixXd hinges(d, d), hinge_outputs(d, outputs_.cols());
  Choice trial = choice;
  for (int step = 0; step < max_steps; ++step) {
    check_cancelled();
    gather(choice);
    if (cholesky_.info() != Eigen::Success) return;
    for (Index k = 0; k < d; ++k) {
      for (Index j = 0; j < d; ++j) hinges(j, k) = gram_(choice.hinge[j], choice.hinge[k]);
      hinge_outputs.row(k) = outputs_.row(choice.hinge[k]);
    }
    const Eigen::MatrixXd B = cholesky_.solve(P_);  // d x m
    const Vector& tau = choice.scale;
    slope_ = -(hinge_outputs - cross_ * B).cwiseProduct(B).rowwise().sum().cwiseProduct(tau) / count_;
    curvature_ = (hinges - cross_ * cholesky_.solve(cross_.transpose())).cwiseProduct(B * B.transpose());
    curvature_ = tau.asDiagonal() * curvature_ * tau.asDiagonal() / count_;

    bool decreased = false;
    for (int attempt = 0; attempt < kScaleTrials && !decreased; ++attempt) {
      decreased = solve_scales(lambda, tau, trial.scale);
      if (decreased) evaluate(trial);
      decreased = decreased && trial.loss < choice.loss;
      if (!decreased) lambda *= kAfterScaleFailure;
    }
    if (!decreased) return;
    const double decrease = choice.loss - trial.loss;
    std::swap(choice, trial);
    trial.hinge = choice.hinge;
    lambda /= kAfterScaleStep;
    if (decrease < kScaleTolerance * choice.loss) return;
  }
}

bool HingePool::solve_scales(double lambda, const Vector& tau, Vector& changed) const {
  Eigen::MatrixXd damped = curvature_;
  const double smallest = kSmallestScaleCurvature * damped.diagonal().cwiseAbs().maxCoeff() + kSmallestDivisor;
  const Vector diagonal = damped.diagonal().cwiseMax(smallest);
  damped.diagonal() += lambda * diagonal;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(damped);
  if (cholesky.info() != Eigen::Success) return false;
  const Vector step = (-cholesky.solve(slope_)).cwiseMax(-kLargestLogStep).cwiseMin(kLargestLogStep);
  changed = (tau.array() * step.array().exp()).max(kSmallestScale).min(kLargestScale);
  return changed.allFinite();
}

Matrix HingePool::layer1(const Choice& choice) const {
  Matrix A(neurons_, directions_.cols());
  for (Index j = 0; j < neurons_; ++j) A.row(j) = choice.scale(j) * directions_.row(choice.hinge[j]);
  return A;
}

}  // namespace resunit
