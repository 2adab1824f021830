// SPDX-License-Identifier: BSD-3-Clause
#include "paper/multilayer.hpp"

#include <limits>
#include <vector>

#include "linalg/linear_program.hpp"
#include "linalg/norms.hpp"
#include "paper/layer1.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

/// Sweeps of the alternation. The residual of s hardly changes after 10.
constexpr int kSweeps = 20;

/// The hidden layers W_0, ..., W_{L-2}, learned from the sum s of their outputs.
class HiddenLayers {
 public:
  HiddenLayers(const MatrixView& X, const Matrix& sum, const MultilayerOptions& options)
      : X_(X), sum_(sum), options_(options), weights_(options.layers - 1, Matrix::Zero(X.cols(), X.cols())) {
    update_outputs();
  }

  /// Learns each layer from an equal share of s.
  void start_from_equal_shares() {
    const Matrix share = sum_ / static_cast<double>(weights_.size());
    for (Matrix& output : outputs_) output = share;
    for (std::size_t l = 0; l < weights_.size(); ++l) weights_[l] = learn_hidden_layer(state(l), share, options_);
    update_outputs();
  }

  /// (D-sweep)
  void sweep() {
    for (std::size_t l = 0; l < weights_.size(); ++l) {
      check_cancelled();
      const Matrix target = (outputs_[l] - difference()).cwiseMax(0.0);
      weights_[l] = learn_hidden_layer(state(l), target, options_);
      update_outputs();
    }
  }

  const std::vector<Matrix>& weights() const { return weights_; }
  double residual() const { return length_of(difference()); }

 private:
  /// sum_l xi_l - s
  Matrix difference() const {
    Matrix total = -sum_;
    for (const Matrix& output : outputs_) total += output;
    return total;
  }

  /// r_l = x + xi_1 + ... + xi_l, n x d.
  Matrix state(std::size_t l) const {
    Matrix R = X_;
    for (std::size_t k = 0; k < l; ++k) R += outputs_[k].transpose();
    return R;
  }

  void update_outputs() {
    outputs_.resize(weights_.size());
    for (std::size_t l = 0; l < weights_.size(); ++l) outputs_[l] = (weights_[l] * state(l).transpose()).cwiseMax(0.0);
  }

  const MatrixView X_;
  const Matrix& sum_;
  const MultilayerOptions& options_;
  std::vector<Matrix> weights_;
  std::vector<Matrix> outputs_;  ///< xi_1, ..., xi_{L-1}, d x n
};

/// The weights with the smallest residual of s over all sweeps.
std::vector<Matrix> alternate(HiddenLayers& hidden, const Progress& progress) {
  hidden.start_from_equal_shares();
  std::vector<Matrix> best = hidden.weights();
  double smallest = hidden.residual();
  for (int sweep = 1; sweep <= kSweeps && smallest > 0; ++sweep) {
    hidden.sweep();
    if (progress) progress("hidden layers", static_cast<double>(sweep) / kSweeps);
    if (!(hidden.residual() < smallest)) continue;
    smallest = hidden.residual();
    best = hidden.weights();
  }
  return best;
}

std::vector<Matrix> learn_hidden_layers(const MatrixView& X, const Matrix& sum, const MultilayerOptions& options) {
  HiddenLayers hidden(X, sum, options);
  switch (options.split) {
    case OutputSplit::free: break;
    case OutputSplit::bottom_up: hidden.sweep(); break;
    case OutputSplit::alternating: return alternate(hidden, options.progress);
  }
  return hidden.weights();
}

}  // namespace

Matrix learn_hidden_layer(const MatrixView& R, const Matrix& Xi, const MultilayerOptions& options) {
  return learn_layer1(R, Xi, {.program = RowProgram::central_path, .rows = options.rows, .threads = options.threads}).A;
}

Matrix largest_hidden_layer(const MatrixView& R, const Matrix& Xi) {
  const Index n = R.rows(), d = R.cols();
  const Vector scales = R.rowwise().norm().cwiseMax(kSmallestDivisor).cwiseInverse();  // Clp's tolerance is absolute
  const Matrix F = -(scales.asDiagonal() * R);
  Matrix W = Matrix::Zero(Xi.rows(), d);
  for (Index j = 0; j < Xi.rows(); ++j) {
    const Vector xi = Xi.row(j).transpose().cwiseProduct(scales);
    const double largest = xi.maxCoeff();
    if (!(largest > 0)) continue;  // a neuron that is inactive on all samples
    const Vector is_active = (xi.array() > 0).cast<double>();
    const Vector cost = F.transpose() * is_active / static_cast<double>(n);
    const LinearProgramSolution solution = minimize_linear(cost, F, -xi / largest);
    const bool solved = solution.status == LinearProgramSolution::Status::optimal;
    W.row(j).setConstant(std::numeric_limits<double>::quiet_NaN());
    if (solved) W.row(j) = largest * solution.x.transpose();
  }
  return W;
}

MultilayerFit learn_multilayer(const Samples& samples, const MultilayerOptions& options) {
  MultilayerFit fit{.last = learn_layer2(samples, {.rows = options.rows, .threads = options.threads})};
  if (fit.last.B.size() == 0) return fit;
  fit.network.weights = learn_hidden_layers(samples.X, fit.last.H, options);
  fit.network.weights.push_back(fit.last.B);
  return fit;
}

}  // namespace resunit
