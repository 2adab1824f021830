// SPDX-License-Identifier: BSD-3-Clause
// The linear map of the region where all neurons are active,
//     y = M x,   M = W_{L-1} (I + W_{L-2}) ... (I + W_0)                                                   (D-piece)
// Networks with W >= 0 have a large one: samples with a large sum of x_j / |x| activate all neurons. (With W <= 0 it is at
// the other end.) M is found by least squares on consecutive samples in the order of that sum, and accepted if it
// reproduces enough samples to rounding error.
#pragma once

#include <optional>

#include "deep/descent/network_state.hpp"

namespace resunit {

/// Residuals up to this are zero, on samples with |x_i| = 1 and outputs of root mean square 1.
inline constexpr double kZeroResidual = 1e-9;

/// M, m x d, or nothing if no linear map of rank d holds on at least 3d samples.
std::optional<Eigen::MatrixXd> find_linear_piece(const ColumnSamples& samples);

}  // namespace resunit
