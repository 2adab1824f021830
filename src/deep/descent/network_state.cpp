// SPDX-License-Identifier: BSD-3-Clause
#include "deep/descent/network_state.hpp"

#include <cmath>
#include <limits>

namespace resunit {
namespace {

/// Ridges of the Gram matrix of the features, relative to its mean diagonal entry and to each diagonal entry. They keep
/// the factorization stable if neurons coincide.
constexpr double kMeanRidge = 1e-12, kDiagonalRidge = 1e-12;
/// Steps of iterative refinement, which remove the effect of the ridge from the solution.
constexpr int kRefinements = 2;

/// The least-squares last layer from the normal equations, with iterative refinement in the residual.
bool project(const Eigen::MatrixXd& Y, const Eigen::Ref<const Eigen::MatrixXd>& features, NetworkState& state) {
  const Index q = features.cols();
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(q, q);
  gram.selfadjointView<Eigen::Lower>().rankUpdate(features.transpose());
  const double ridge = kMeanRidge * gram.diagonal().mean();
  gram.diagonal() += kDiagonalRidge * gram.diagonal() + Vector::Constant(q, ridge);
  state.normal.compute(gram);
  if (state.normal.info() != Eigen::Success) return false;
  state.Theta = state.normal.solve(features.transpose() * Y);
  state.E = Y - features * state.Theta;
  for (int k = 0; k < kRefinements; ++k) {
    state.Theta += state.normal.solve(features.transpose() * state.E);
    state.E.noalias() = Y - features * state.Theta;
  }
  return true;
}

}  // namespace

void compute_features(const NetworkShape& shape, const Eigen::MatrixXd& X, NetworkState& state) {
  const Index n = X.rows();
  state.F.resize(n, shape.features());
  state.S.resize(n, shape.neurons_below(shape.hidden()));
  state.F.leftCols(shape.inputs) = X;
  for (Index l = 0; l < shape.hidden(); ++l) {
    const Matrix& V = state.weights[static_cast<std::size_t>(l)];
    const auto input = state.F.middleCols(shape.first_feature(l), shape.fan_in(l));
    auto slopes = state.S.middleCols(shape.neurons_below(l), V.rows());
    slopes.noalias() = input * V.transpose();
    auto output = state.F.middleCols(shape.first_feature(l + 1) + shape.first_output(l), V.rows());
    if (shape.relaxed()) {
      output = slopes.cwiseAbs();
      slopes = slopes.array().sign();
    } else {
      output = input + slopes.cwiseMax(0.0);
      slopes = (slopes.array() > 0).cast<double>();
    }
  }
}

void evaluate(const NetworkShape& shape, const ColumnSamples& samples, NetworkState& state) {
  compute_features(shape, samples.X, state);
  const auto last = state.F.rightCols(shape.fan_in(shape.hidden()));
  const bool solved = project(samples.Y, last, state);
  state.loss = solved ? state.E.squaredNorm() / (2 * static_cast<double>(samples.count())) : 0;
  if (!solved || !std::isfinite(state.loss)) state.loss = std::numeric_limits<double>::infinity();
}

}  // namespace resunit
