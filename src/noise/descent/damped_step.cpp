// SPDX-License-Identifier: BSD-3-Clause
#include "noise/descent/damped_step.hpp"

#include "noise/descent/kaufman.hpp"

namespace resunit {
namespace {

/// Number of inputs from which conjugate gradients are faster (docs/journal/noise_study.md).
constexpr Index kConjugateFrom = 12;

class DenseStep final : public DampedStep {
 public:
  DenseStep(Family family, const UnitSamples& samples) : family_(family), samples_(samples) {}

  void assemble(const Matrix& A, const Projection& at) override {
    gradient(samples_, at, g_);
    gram_.compute(family_, samples_, A, at);
    const Eigen::MatrixXd weights = at.hinge_weights().transpose() * at.hinge_weights();
    weight_blocks(gram_.K(), weights, 1 / static_cast<double>(samples_.count()), hessian_);
    damping_ = hessian_.diagonal().cwiseMax(kSmallestCurvature * hessian_.diagonal().maxCoeff());
  }

  bool solve(double lambda, Step& step) override {
    damped_ = hessian_;
    damped_.diagonal() += lambda * damping_;
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> cholesky(damped_);
    if (cholesky.info() != Eigen::Success) return false;
    const auto g = g_.reshaped<Eigen::RowMajor>();
    const Vector p = -cholesky.solve(g);
    step.p = p.reshaped<Eigen::RowMajor>(g_.rows(), g_.cols());
    step.predicted = (lambda * p.cwiseAbs2().dot(damping_) - p.dot(g)) / 2;
    return step.p.allFinite();
  }

 private:
  Family family_;
  UnitSamples samples_;
  ProjectedGram gram_;
  Matrix g_;
  Eigen::MatrixXd hessian_, damped_;
  Vector damping_;
};

}  // namespace

std::unique_ptr<DampedStep> dense_step(Family family, const UnitSamples& samples) {
  return std::make_unique<DenseStep>(family, samples);
}

std::unique_ptr<DampedStep> damped_step(Family family, const UnitSamples& samples, double accuracy) {
  return samples.inputs() < kConjugateFrom ? dense_step(family, samples) : conjugate_step(samples, accuracy);
}

}  // namespace resunit
