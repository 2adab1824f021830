// SPDX-License-Identifier: BSD-3-Clause
// Preconditioned conjugate gradients; uses only products with the Hessian, O(n d^2) each.
//     Hess P = (D o U)'X / n,   U = T - R (R'R)^-1 R'T,   T = (D o XP') V'V,   V the hinge weights          (N-product)
// Preconditioner: c_j (X'X + lambda diag X'X) for row j of P, c_j = |v_j|^2 mean(D_j^2) / n, as if each neuron were
// active on a random subset of the samples and B were fixed. One d x d factor serves all rows. The exact diagonal
// blocks of Hess would save half of the products but cost more: 4.4 instead of 2.1 s at d = 64, n = 2048.
#include "noise/descent/damped_step.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kMaxProducts = 100;

class ConjugateStep final : public DampedStep {
 public:
  ConjugateStep(const UnitSamples& samples, double accuracy)
      : samples_(samples),
        accuracy_(accuracy),
        count_(static_cast<double>(samples.count())),
        gram_(samples.X.transpose() * samples.X) {}

  void assemble(const Matrix&, const Projection& at) override {
    at_ = &at;
    gradient(samples_, at, g_);
    weights_ = at.hinge_weights().transpose() * at.hinge_weights();
    levels_ = at.D.cwiseAbs2().colwise().mean().transpose().cwiseProduct(weights_.diagonal()) / count_;
    levels_ = levels_.cwiseMax(kSmallestCurvature * levels_.maxCoeff());
    damping_ = levels_ * gram_.diagonal().transpose();
  }

  bool solve(double lambda, Step& step) override {
    Eigen::MatrixXd damped = gram_;
    damped.diagonal() *= 1 + lambda;
    factor_.compute(damped);
    if (factor_.info() != Eigen::Success) return false;
    Matrix& x = step.p;
    x.setZero(g_.rows(), g_.cols());
    Matrix r = -g_, z = r, q;
    precondition(z);
    Matrix p = z;
    double rz = inner(r, z);
    const double stop = accuracy_ * accuracy_ * rz;
    for (int k = 0; k < kMaxProducts && rz > stop; ++k) {
      check_cancelled();
      multiply(p, q);
      q += lambda * damping_.cwiseProduct(p);
      const double curvature = inner(p, q);
      if (!(curvature > 0)) break;
      const double length = rz / curvature;
      x += length * p;
      r -= length * q;
      z = r;
      precondition(z);
      const double next = inner(r, z);
      p = z + (next / rz) * p;
      rz = next;
    }
    step.predicted = (inner(r, x) - inner(g_, x) + lambda * inner(damping_.cwiseProduct(x), x)) / 2;
    return x.allFinite();
  }

 private:
  static double inner(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

  void precondition(Matrix& z) const {
    factor_.solveInPlace(z.transpose());
    z.array().colwise() /= levels_.array();
  }

  /// q = Hess p.
  void multiply(const Matrix& p, Matrix& q) {
    U_.noalias() = samples_.X * p.transpose();
    U_.array() *= at_->D.array();
    T_.noalias() = U_ * weights_;
    projected_.noalias() = at_->R.transpose() * T_;
    at_->normal.solveInPlace(projected_);
    T_.noalias() -= at_->R * projected_;
    T_.array() *= at_->D.array();
    q.noalias() = T_.transpose() * samples_.X;
    q /= count_;
  }

  UnitSamples samples_;
  double accuracy_;
  double count_;
  Eigen::MatrixXd gram_;  ///< X'X
  const Projection* at_ = nullptr;
  Matrix g_, weights_, damping_;
  Vector levels_;  ///< c_j
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Matrix U_, T_;
  Eigen::MatrixXd projected_;
};

}  // namespace

std::unique_ptr<DampedStep> conjugate_step(const UnitSamples& samples, double accuracy) {
  return std::make_unique<ConjugateStep>(samples, accuracy);
}

}  // namespace resunit
