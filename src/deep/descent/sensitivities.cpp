// SPDX-License-Identifier: BSD-3-Clause
#include "deep/descent/sensitivities.hpp"

namespace resunit {

Eigen::MatrixXd sensitivities(const NetworkState& state, const Network& network, Index output) {
  const Index n = state.E.rows(), d = network.inputs(), hidden = network.layers() - 1;
  Eigen::MatrixXd D(n, hidden * d);
  Eigen::MatrixXd T = network.weights.back().row(output).replicate(n, 1);
  for (Index l = hidden - 1; l >= 0; --l) {
    auto of_layer = D.middleCols(l * d, d);
    of_layer = T.cwiseProduct(state.S.middleCols(l * d, d));
    T += of_layer * network.weights[static_cast<std::size_t>(l)];
  }
  return D;
}

}  // namespace resunit
