// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/relu_rows.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>
#include <vector>

#include "linalg/gram.hpp"
#include "noise/descent/projection.hpp"
#include "parallel/parallel_for.hpp"
#include "parallel/progress_scope.hpp"
#include "row/rows.hpp"

namespace resunit {
namespace {

constexpr int kMaxSteps = 50;
constexpr int kReluTrials = 10;      ///< values of lambda tried for one step
constexpr double kTolerance = 1e-8;  ///< decrease that ends the regression, relative to the loss
constexpr double kActive = 1e-9;     ///< absolute, for standardized inputs: larger hidden outputs count as active

// lambda, relative to the diagonal of the Gram matrix (of sums of squares of standardized inputs), and its changes.
constexpr double kFirstReluDamping = 1e-3;
constexpr double kSmallestReluDiagonal =
    1e-9;  ///< absolute, added to the diagonal: an input may be zero on all active samples
constexpr double kAfterReluFailure = 8, kAfterReluStep = 5;  ///< factor and divisor

struct RowFit {
  Vector a;
  double loss = 0;
};

/// min_a 1/2 sum_i (h_i - (a x_i)^+)^2 near a given a.
class ReluRegression {
 public:
  explicit ReluRegression(const Matrix& X) : X_(X), gram_(X.cols(), X.cols()) {}

  RowFit run(const Vector& h, Vector a) {
    RowFit fit{.a = std::move(a)};
    fit.loss = residual(h, fit.a);
    double lambda = kFirstReluDamping;
    for (int step = 0; step < kMaxSteps; ++step) {
      check_cancelled();
      const double before = fit.loss;
      linearize();
      if (!descend(h, fit, lambda) || before - fit.loss < kTolerance * before) break;
    }
    return fit;
  }

  /// Least squares on the samples `rows`.
  Vector regress(const Vector& h, const std::vector<int>& rows) {
    gram_.setZero();
    workspace_.add_gram(X_, rows, 1.0, gram_);
    gram_.diagonal() *= 1 + kNormalRidge;
    Vector right = Vector::Zero(X_.cols());
    for (const int i : rows) right += h(i) * X_.row(i).transpose();
    return gram_.selfadjointView<Eigen::Lower>().ldlt().solve(right);
  }

 private:
  double residual(const Vector& h, const Vector& a) {
    image_.noalias() = X_ * a;
    error_ = h - image_.cwiseMax(0.0);
    return error_.squaredNorm() / 2;
  }

  /// Gram matrix and right-hand side of the samples with a x > 0.
  void linearize() {
    active_.clear();
    for (int i = 0; i < image_.size(); ++i) {
      if (image_(i) > 0)
        active_.push_back(i);
      else
        error_(i) = 0;
    }
    gram_.setZero();
    workspace_.add_gram(X_, active_, 1.0, gram_);
    right_.noalias() = X_.transpose() * error_;
  }

  bool descend(const Vector& h, RowFit& fit, double& lambda) {
    for (int trial = 0; trial < kReluTrials; ++trial) {
      Matrix damped = gram_;
      damped.diagonal() += lambda * (gram_.diagonal().array() + kSmallestReluDiagonal).matrix();
      const Vector a = fit.a + damped.selfadjointView<Eigen::Lower>().llt().solve(right_);
      if (const double loss = residual(h, a); loss < fit.loss) {
        fit = {.a = a, .loss = loss};
        lambda /= kAfterReluStep;
        return true;
      }
      lambda *= kAfterReluFailure;
    }
    return false;
  }

  const Matrix& X_;
  GramWorkspace workspace_;
  std::vector<int> active_;
  Matrix gram_;
  Vector image_, error_, right_;
};

Vector fit_row(const Matrix& X, const Vector& h) {
  ReluRegression regression(X);
  std::vector<int> all, active;
  for (int i = 0; i < h.size(); ++i) {
    all.push_back(i);
    if (h(i) > kActive) active.push_back(i);
  }
  // A neuron that is active on half of the samples has twice the slope of the linear regression on all of them.
  const Vector from_all = 2 * regression.regress(h, all);
  const bool enough = static_cast<Index>(active.size()) > X.cols();
  const RowFit one = regression.run(h, enough ? regression.regress(h, active) : from_all);
  const RowFit other = regression.run(h, from_all);
  return one.loss <= other.loss ? one.a : other.a;
}

}  // namespace

Matrix layer1_by_rows(const UnitSamples& samples, int threads) {
  const Matrix X = samples.X, targets = X.leftCols(samples.neurons()).transpose();
  Matrix Y = samples.Y;
  if (samples.bias == Bias::both) {
    Y.conservativeResize(Eigen::NoChange, Y.cols() + 1);
    Y.rightCols(1).setOnes();
  }
  const RowsResult layer2 = solve_programs(RowProgram::least_squares, Y, targets, {}, threads);
  const Matrix H = layer2.C * Y.transpose() - targets;
  Matrix A(samples.neurons(), X.cols());
  parallel_for(A.rows(), threads, [&](Index j) { A.row(j) = fit_row(X, H.row(j)); });
  return A;
}

}  // namespace resunit
