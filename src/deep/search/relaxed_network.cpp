// SPDX-License-Identifier: BSD-3-Clause
#include "deep/search/relaxed_network.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "parallel/parallel_for.hpp"

namespace resunit {
namespace {

constexpr double kHigherWeights = 0.3;  ///< size of a new neuron's weights on hidden features, relative to the inputs
constexpr double kDropRidge = 1e-10, kDropMeanRidge = 1e-12;  ///< of the fit of a removed neuron
constexpr double kCostRidge = 1e-11, kCostMeanRidge = 1e-13;  ///< of the inverse Gram matrix in the costs
constexpr double kWorkForParallelCosts = 1e7;  ///< flops from which costs are computed on several threads

void add_ridge(Eigen::MatrixXd& gram, double relative, double mean) {
  const double ridge = mean * gram.diagonal().mean();
  gram.diagonal() += relative * gram.diagonal() + Vector::Constant(gram.rows(), ridge);
}

Matrix without_row(const Matrix& V, Index j) {
  Matrix rest(V.rows() - 1, V.cols());
  rest << V.topRows(j), V.bottomRows(V.rows() - j - 1);
  return rest;
}

/// The layers above l without column c, whose feature is replaced by the combination `fit` of the first columns.
void replace_column(HiddenWeights& weights, Index l, Index c, const Vector& fit) {
  for (std::size_t k = static_cast<std::size_t>(l) + 1; k < weights.size(); ++k) {
    const Matrix& V = weights[k];
    Matrix rest(V.rows(), V.cols() - 1);
    rest << V.leftCols(c), V.rightCols(V.cols() - c - 1);
    rest.leftCols(fit.size()) += V.col(c) * fit.transpose();
    weights[k] = std::move(rest);
  }
}

/// The least-squares fits of column first + j of F on all its other columns, for every j: column j of the result,
/// whose entry for the column itself is missing. One inverse serves all of them: fit_j = -(G^-1)_(.,j) / (G^-1)_jj.
Eigen::MatrixXd inverse_gram(const Eigen::Ref<const Eigen::MatrixXd>& F, double ridge, double mean_ridge) {
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(F.cols(), F.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(F.transpose());
  add_ridge(gram, ridge, mean_ridge);
  const Eigen::LLT<Eigen::MatrixXd> factored(gram);
  return factored.solve(Eigen::MatrixXd::Identity(F.cols(), F.cols()));
}

HiddenWeights drop_with_fit(const HiddenWeights& weights, Index l, Index j, const Eigen::MatrixXd& inverse) {
  HiddenWeights rest = weights;
  Matrix& V = rest[static_cast<std::size_t>(l)];
  if (static_cast<std::size_t>(l) + 1 < weights.size()) {
    const Index c = V.cols() + j, q = inverse.cols();
    const Vector all = -inverse.col(c) / inverse(c, c);
    Vector fit(q - 1);
    fit << all.head(c), all.tail(q - c - 1);
    replace_column(rest, l, c, fit);
  }
  V = without_row(V, j);
  return rest;
}

/// The inverse Gram matrix of the features that layer l + 1 reads; empty for the top hidden layer.
Eigen::MatrixXd inverse_for_drop(const HiddenWeights& weights, const Eigen::MatrixXd& X, Index l) {
  const auto layer = static_cast<std::size_t>(l);
  if (layer + 1 == weights.size()) return {};
  NetworkState state{.weights = HiddenWeights(weights.begin(), weights.begin() + l + 1)};
  const NetworkShape shape(NetworkFamily::relaxed, X.cols(), state.weights);
  compute_features(shape, X, state);
  return inverse_gram(state.F, kDropRidge, kDropMeanRidge);
}

Vector top_costs(const NetworkShape& shape, const NetworkState& state) {
  const Index K = shape.width(shape.hidden() - 1);
  const Eigen::MatrixXd inverse = inverse_gram(state.F, kCostRidge, kCostMeanRidge);
  const Eigen::MatrixXd Theta = inverse * (state.F.transpose() * (state.F * state.Theta + state.E));
  return Theta.bottomRows(K).rowwise().squaredNorm().cwiseQuotient(inverse.diagonal().tail(K)) /
         (2 * static_cast<double>(state.F.rows()));
}

}  // namespace

Matrix random_rows(Index rows, Index d, Index columns, Random& random) {
  Matrix V = gaussian(rows, columns, random);
  V.rightCols(columns - d) *= kHigherWeights;
  V.rowwise().normalize();
  return V;
}

HiddenWeights random_network(Index d, const std::vector<Index>& widths, Random& random) {
  HiddenWeights weights;
  Index columns = d;
  for (const Index width : widths) {
    weights.push_back(random_rows(width, d, columns, random));
    columns += width;
  }
  return weights;
}

HiddenWeights drop_neuron(const HiddenWeights& weights, const Eigen::MatrixXd& X, Index l, Index j) {
  return drop_with_fit(weights, l, j, inverse_for_drop(weights, X, l));
}

HiddenWeights add_neurons(const HiddenWeights& weights, Index d, Index l, const Matrix& rows) {
  HiddenWeights more = weights;
  Index end = d;  // of the features of layer l
  for (Index k = 0; k <= l; ++k) end += more[static_cast<std::size_t>(k)].rows();
  Matrix& V = more[static_cast<std::size_t>(l)];
  V.conservativeResize(V.rows() + rows.rows(), Eigen::NoChange);
  V.bottomRows(rows.rows()) = rows;
  for (std::size_t k = static_cast<std::size_t>(l) + 1; k < more.size(); ++k) {
    const Matrix old = more[k];
    more[k].resize(old.rows(), old.cols() + rows.rows());
    more[k] << old.leftCols(end), Matrix::Zero(old.rows(), rows.rows()), old.rightCols(old.cols() - end);
  }
  return more;
}

Vector removal_costs(const HiddenWeights& weights, const ColumnSamples& samples, Index l, int threads) {
  const NetworkShape shape(NetworkFamily::relaxed, samples.X.cols(), weights);
  if (l + 1 == shape.hidden()) {
    NetworkState state{.weights = weights};
    evaluate(shape, samples, state);
    return top_costs(shape, state);
  }
  const Eigen::MatrixXd inverse = inverse_for_drop(weights, samples.X, l);
  Vector costs(shape.width(l));
  const auto q = static_cast<double>(shape.features()), n = static_cast<double>(samples.count());
  parallel_for(costs.size(), n * q * q > kWorkForParallelCosts ? threads : 1, [&](Index j) {
    NetworkState state{.weights = drop_with_fit(weights, l, j, inverse)};
    evaluate(NetworkShape(NetworkFamily::relaxed, shape.inputs, state.weights), samples, state);
    costs(j) = state.loss;
  });
  return costs;
}

std::optional<Index> widest_layer(const HiddenWeights& weights, Index width) {
  const auto widest = std::max_element(weights.begin(), weights.end(),
                                       [](const Matrix& V, const Matrix& W) { return V.rows() < W.rows(); });
  if (widest == weights.end() || widest->rows() <= width) return std::nullopt;
  return widest - weights.begin();
}

std::vector<Index> cheapest_first(const Vector& costs) {
  std::vector<Index> order(static_cast<std::size_t>(costs.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return costs(a) < costs(b); });
  return order;
}

}  // namespace resunit
