// SPDX-License-Identifier: BSD-3-Clause
// Gradient and Kaufman's approximation of the Hessian of the projected loss of a network (Kaufman 1975).
//     D_ob = dy_o / dv_b at neuron b, J_ob = [D_ob o F_b] for its inputs F_b,  L L' = F_h'F_h,  C_ob = L^-1 F_h' J_ob
//     Hess_ab = 1/n sum_o (J_oa' J_ob - C_oa' C_ob),   g_b = -1/n sum_o J_ob' E_o                         (D-Kaufman)
// For neurons k of the top hidden layer D_ok = Theta_ko S_k is a product, so that with Z_k = [S_k o F_k] and
// C_k = L^-1 F_h'Z_k their blocks are (Theta Theta')_jk (Z_j'Z_k - C_j'C_k)/n, without a sum over outputs.
// Flops of one assembly, for n samples, m outputs, p_t unknowns of the top hidden layer, p_l below and q features of
// the last layer:  n p_t^2 + n p_l^2 + 2 n p_t p_l + 2 m q p_l (n + p_l / 2) + 2 m q K p_l  with K neurons on top.
#pragma once

#include "deep/descent/network_state.hpp"

namespace resunit {

/// Reuses its tables in the next call.
class ProjectedHessian {
 public:
  ProjectedHessian(const NetworkShape& shape, int threads) : shape_(shape), threads_(threads) {}

  void assemble(const NetworkState& state);

  const Eigen::MatrixXd& hessian() const { return hessian_; }  ///< lower triangle
  const Vector& gradient() const { return gradient_; }

 private:
  void compute_sensitivities(const NetworkState& state);
  void compute_gradient(const NetworkState& state);
  void add_top_blocks(const NetworkState& state);
  void add_lower_blocks(const NetworkState& state);
  void add_mixed_blocks(const NetworkState& state);
  void project_lower_blocks(const NetworkState& state);
  void project_mixed_blocks();
  void fill_panel(const NetworkState& state, const double* weights, Index stride, Index first_sample, Index samples,
                  Index first_neuron, Eigen::MatrixXd& panel) const;

  Index top() const { return shape_.hidden() - 1; }  ///< the top hidden layer
  Index lower_neurons() const { return shape_.neurons_below(top()); }
  Index lower_unknowns() const { return shape_.first_unknown(top()); }

  NetworkShape shape_;
  int threads_;
  Eigen::MatrixXd hessian_;
  Vector gradient_;
  Eigen::MatrixXd Theta_;  ///< K x m, the last layer's weights on the neurons of the top hidden layer
  Eigen::MatrixXd D_;      ///< (n lower neurons) x m: column o is D_o, n x lower neurons
  Eigen::MatrixXd Z_, C_;  ///< of the top hidden layer: n x p_t, q x p_t
  Eigen::MatrixXd A_;      ///< (q p_l) x m: column o is C_o of all lower neurons, q x p_l
};

}  // namespace resunit
