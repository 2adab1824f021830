// SPDX-License-Identifier: BSD-3-Clause
#include "deep/noise/standard_errors.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "deep/descent/projected_hessian.hpp"
#include "deep/descent/sensitivities.hpp"

namespace resunit {
namespace {

constexpr double kSmallestReciprocalCondition = 1e-14;  ///< of the scaled Gram matrix; below it, rank deficient

class Errors {
 public:
  Errors(const ColumnSamples& samples, const Network& network, double variance, int threads)
      : network_(network),
        variance_(variance),
        d_(network.inputs()),
        hidden_(network.layers() - 1),
        state_{.weights = HiddenWeights(network.weights.begin(), network.weights.end() - 1)},
        shape_(NetworkFamily::exact, d_, state_.weights) {
    evaluate(shape_, samples, state_);
    if (std::isfinite(state_.loss)) compute_covariance(threads);
  }

  std::vector<Matrix> all() const {
    if (covariance_.size() == 0) return {};
    std::vector<Matrix> errors;
    Vector of_hidden = Vector::Zero(shape_.unknowns());
    of_hidden(unknowns_) = covariance_.diagonal().cwiseSqrt();
    for (Index l = 0; l < hidden_; ++l)
      errors.emplace_back(Eigen::Map<const Matrix>(of_hidden.data() + shape_.first_unknown(l), d_, d_));
    errors.push_back(of_last_layer());
    return errors;
  }

 private:
  void compute_covariance(int threads) {
    for (Index row = 0; row < hidden_ * d_; ++row)
      if (!state_.S.col(row).isZero(0))
        for (Index k = 0; k < d_; ++k) unknowns_.push_back(row * d_ + k);
    ProjectedHessian projected(shape_, threads);
    projected.assemble(state_);
    const Eigen::MatrixXd full = projected.hessian().selfadjointView<Eigen::Lower>();
    Eigen::MatrixXd gram = full(unknowns_, unknowns_);
    const Vector scale = gram.diagonal().cwiseSqrt();
    gram.array().colwise() /= scale.array();
    gram.array().rowwise() /= scale.transpose().array();
    const Eigen::LLT<Eigen::MatrixXd> factor(gram);
    if (factor.info() != Eigen::Success || !(factor.rcond() > kSmallestReciprocalCondition)) return;
    const auto size = static_cast<Index>(unknowns_.size());
    covariance_ = factor.solve(Eigen::MatrixXd::Identity(size, size));
    covariance_.array().colwise() /= scale.array();
    covariance_.array().rowwise() /= scale.transpose().array();
    covariance_ *= variance_ / static_cast<double>(state_.E.rows());
  }

  Matrix of_last_layer() const {
    const Eigen::MatrixXd R = state_.F.middleCols(shape_.first_feature(hidden_), d_);
    const Eigen::MatrixXd inverse = (R.transpose() * R).llt().solve(Eigen::MatrixXd::Identity(d_, d_));
    Matrix errors(network_.outputs(), d_);
    for (Index o = 0; o < network_.outputs(); ++o) {
      const Eigen::MatrixXd all = inverse * products_with_jacobian(R, o), N = all(Eigen::all, unknowns_);
      errors.row(o) = (variance_ * inverse.diagonal() + (N * covariance_).cwiseProduct(N).rowwise().sum()).cwiseSqrt();
    }
    return errors;
  }

  /// R'J_o, d x hidden unknowns.
  Eigen::MatrixXd products_with_jacobian(const Eigen::MatrixXd& R, Index output) const {
    const Eigen::MatrixXd D = sensitivities(state_, network_, output);
    Eigen::MatrixXd products(d_, shape_.unknowns());
    for (Index l = 0; l < hidden_; ++l)
      for (Index j = 0; j < d_; ++j)
        products.middleCols((l * d_ + j) * d_, d_).noalias() =
            R.transpose() * (D.col(l * d_ + j).asDiagonal() * state_.F.middleCols(shape_.first_feature(l), d_));
    return products;
  }

  const Network& network_;
  double variance_;
  Index d_, hidden_;
  NetworkState state_;
  NetworkShape shape_;
  std::vector<Index> unknowns_;  ///< positions of the hidden rows that are active on some samples
  Eigen::MatrixXd covariance_;   ///< of these; empty if the Jacobian is rank deficient
};

}  // namespace

std::vector<Matrix> standard_errors(const ColumnSamples& samples, const Network& network, double noise_variance,
                                    int threads) {
  return Errors(samples, network, noise_variance, threads).all();
}

}  // namespace resunit
