// SPDX-License-Identifier: BSD-3-Clause
// Parts of the forward map of a network, without checks.
#pragma once

#include "resunit/network.hpp"

namespace resunit {

/// (W r)^+ + r for each row r of R.
Matrix next_layer(const Matrix& R, const Matrix& W);

/// r_{L-1}, the input of the last layer, for each row of X.
Matrix hidden_layer(const Network& network, const MatrixView& X);

}  // namespace resunit
