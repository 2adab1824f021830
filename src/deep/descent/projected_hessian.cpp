// SPDX-License-Identifier: BSD-3-Clause
#include "deep/descent/projected_hessian.hpp"

#include <algorithm>

#include "parallel/parallel_for.hpp"

namespace resunit {
namespace {

constexpr Index kChunk = 256;  ///< samples per panel: 0.5 MB for 256 unknowns
constexpr Index kTile = 128;   ///< columns per work item of a thread

using Columns2 = Eigen::Map<const Eigen::MatrixXd>;

}  // namespace

void ProjectedHessian::assemble(const NetworkState& state) {
  const Index p = shape_.unknowns();
  hessian_.resize(p, p);
  gradient_.resize(p);
  Theta_ = state.Theta.middleRows(shape_.first_output(top()), shape_.width(top()));
  compute_sensitivities(state);
  compute_gradient(state);
  add_top_blocks(state);
  if (lower_neurons() > 0) {
    add_lower_blocks(state);
    add_mixed_blocks(state);
    project_lower_blocks(state);
    project_mixed_blocks();
  }
  hessian_ /= static_cast<double>(state.E.rows());
}

/// Backward recursion over the layers: T = dy_o / d(features that layer l + 1 reads).
void ProjectedHessian::compute_sensitivities(const NetworkState& state) {
  const Index n = state.F.rows(), below = lower_neurons();
  if (below == 0) return;
  const Index m = state.E.cols();
  D_.resize(n * below, m);
  parallel_for(m, threads_, [&](Index o) {
    Eigen::Map<Eigen::MatrixXd> D(D_.col(o).data(), n, below);
    const Matrix& V = state.weights[static_cast<std::size_t>(top())];
    Eigen::MatrixXd T = (state.S.rightCols(V.rows()) * Theta_.col(o).asDiagonal()) * V;
    T.rowwise() += state.Theta.col(o).head(T.cols()).transpose();
    for (Index l = top() - 1; l >= 0; --l) {
      const Matrix& W = state.weights[static_cast<std::size_t>(l)];
      const Index first = shape_.neurons_below(l);
      auto Dl = D.middleCols(first, W.rows());
      Dl = T.middleCols(shape_.first_output(l), W.rows()).cwiseProduct(state.S.middleCols(first, W.rows()));
      if (l == 0) break;
      T.conservativeResize(Eigen::NoChange, shape_.fan_in(l));
      T.noalias() += Dl * W;
    }
  });
}

void ProjectedHessian::compute_gradient(const NetworkState& state) {
  const Index n = state.F.rows();
  const double scale = -1 / static_cast<double>(n);
  for (Index l = 0; l <= top(); ++l) {
    const Index first = shape_.neurons_below(l), K = shape_.width(l), q = shape_.fan_in(l);
    Eigen::MatrixXd weighted;
    if (l == top()) {
      weighted = state.S.middleCols(first, K).cwiseProduct(state.E * Theta_.transpose());
    } else {
      weighted = Eigen::MatrixXd::Zero(n, K);
      for (Index o = 0; o < state.E.cols(); ++o)
        weighted += Columns2(D_.col(o).data() + first * n, n, K).cwiseProduct(state.E.col(o).replicate(1, K));
    }
    Eigen::Map<Matrix>(gradient_.data() + shape_.first_unknown(l), K, q).noalias() =
        scale * (weighted.transpose() * state.F.middleCols(shape_.first_feature(l), q));
  }
}

void ProjectedHessian::add_top_blocks(const NetworkState& state) {
  const Index n = state.F.rows(), K = shape_.width(top()), q = shape_.fan_in(top()), below = lower_unknowns();
  const auto F = state.F.middleCols(shape_.first_feature(top()), q);
  const auto S = state.S.rightCols(K);
  const auto last = state.F.rightCols(shape_.fan_in(shape_.hidden()));
  Z_.resize(n, K * q);
  C_.resize(last.cols(), K * q);
  parallel_for(K, threads_, [&](Index k) {
    auto Z = Z_.middleCols(k * q, q);
    Z = F.array().colwise() * S.col(k).array();
    auto C = C_.middleCols(k * q, q);
    C.noalias() = last.transpose() * Z;
    state.normal.matrixL().solveInPlace(C);
  });
  const Eigen::MatrixXd weights = Theta_ * Theta_.transpose();
  parallel_for(K, threads_, [&](Index k) {
    const Index first = k * q, rows = (K - k) * q;
    auto H = hessian_.block(below + first, below + first, rows, q);
    H.noalias() = Z_.rightCols(rows).transpose() * Z_.middleCols(first, q);
    H.noalias() -= C_.rightCols(rows).transpose() * C_.middleCols(first, q);
    for (Index j = k; j < K; ++j) H.middleRows((j - k) * q, q) *= weights(j, k);
  });
}

/// panel = [w_a o F_a] for the lower neurons a from first_neuron on, w_a at weights + a stride, for a chunk of samples.
void ProjectedHessian::fill_panel(const NetworkState& state, const double* weights, Index stride, Index first_sample,
                                  Index samples, Index first_neuron, Eigen::MatrixXd& panel) const {
  Index column = 0;
  for (Index l = 0; l < top(); ++l) {
    const Index below = shape_.neurons_below(l), q = shape_.fan_in(l);
    const auto F = state.F.block(first_sample, shape_.first_feature(l), samples, q);
    for (Index a = std::max(below, first_neuron); a < below + shape_.width(l); ++a, column += q) {
      const Eigen::Map<const Eigen::ArrayXd> w(weights + a * stride, samples);
      panel.block(0, column, samples, q) = F.array().colwise() * w;
    }
  }
}

void ProjectedHessian::add_lower_blocks(const NetworkState& state) {
  const Index n = state.F.rows(), m = state.E.cols(), neurons = lower_neurons();
  parallel_for(neurons, threads_, [&](Index b) {
    Index l = 0;
    while (shape_.neurons_below(l + 1) <= b) ++l;
    const Index q = shape_.fan_in(l), column = shape_.first_unknown(l) + (b - shape_.neurons_below(l)) * q;
    const Index rows = lower_unknowns() - column;
    Eigen::MatrixXd panel(kChunk, rows), weights(kChunk, neurons);
    auto H = hessian_.block(column, column, rows, q);
    for (Index first = 0; first < n; first += kChunk) {
      const Index count = std::min(kChunk, n - first);
      for (Index a = b; a < neurons; ++a) {
        auto w = weights.col(a).head(count);
        w.setZero();
        for (Index o = 0; o < m; ++o) {
          const double* D = D_.col(o).data() + first;
          w += Eigen::Map<const Vector>(D + a * n, count).cwiseProduct(Eigen::Map<const Vector>(D + b * n, count));
        }
      }
      fill_panel(state, weights.data(), kChunk, first, count, b, panel);
      const auto F = state.F.block(first, shape_.first_feature(l), count, q);
      if (first == 0)
        H.noalias() = panel.topRows(count).transpose() * F;
      else
        H.noalias() += panel.topRows(count).transpose() * F;
    }
  });
}

void ProjectedHessian::add_mixed_blocks(const NetworkState& state) {
  const Index n = state.F.rows(), K = shape_.width(top()), q = shape_.fan_in(top()), below = lower_unknowns();
  parallel_for(K, threads_, [&](Index k) {
    const Vector weights = D_ * Theta_.row(k).transpose();  // sum_o Theta_ko D_o, n x lower neurons
    Eigen::MatrixXd panel(kChunk, below);
    auto H = hessian_.block(below + k * q, 0, q, below);
    for (Index first = 0; first < n; first += kChunk) {
      const Index count = std::min(kChunk, n - first);
      fill_panel(state, weights.data() + first, n, first, count, 0, panel);
      const auto Z = Z_.block(first, k * q, count, q);
      if (first == 0)
        H.noalias() = Z.transpose() * panel.topRows(count);
      else
        H.noalias() += Z.transpose() * panel.topRows(count);
    }
  });
}

void ProjectedHessian::project_lower_blocks(const NetworkState& state) {
  const Index n = state.F.rows(), m = state.E.cols(), below = lower_unknowns();
  const auto last = state.F.rightCols(shape_.fan_in(shape_.hidden()));
  const Index q = last.cols();
  A_.resize(q * below, m);
  parallel_for(m, threads_, [&](Index o) {
    Eigen::MatrixXd panel(kChunk, below);
    Eigen::Map<Eigen::MatrixXd> A(A_.col(o).data(), q, below);
    A.setZero();
    for (Index first = 0; first < n; first += kChunk) {
      const Index count = std::min(kChunk, n - first);
      fill_panel(state, D_.col(o).data() + first, n, first, count, 0, panel);
      A.noalias() += last.middleRows(first, count).transpose() * panel.topRows(count);
    }
    state.normal.matrixL().solveInPlace(A);
  });
  parallel_for((below + kTile - 1) / kTile, threads_, [&](Index tile) {
    const Index column = tile * kTile, width = std::min(kTile, below - column), rows = below - column;
    auto H = hessian_.block(column, column, rows, width);
    for (Index o = 0; o < m; ++o) {
      const Columns2 A(A_.col(o).data(), q, below);
      H.noalias() -= A.rightCols(rows).transpose() * A.middleCols(column, width);
    }
  });
}

void ProjectedHessian::project_mixed_blocks() {
  const Index K = shape_.width(top()), q = shape_.fan_in(top()), below = lower_unknowns();
  parallel_for(K, threads_, [&](Index k) {
    const Vector weighted = A_ * Theta_.row(k).transpose();
    const Columns2 A(weighted.data(), C_.rows(), below);
    hessian_.block(below + k * q, 0, q, below).noalias() -= C_.middleCols(k * q, q).transpose() * A;
  });
}

}  // namespace resunit
