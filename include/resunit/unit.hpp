// SPDX-License-Identifier: BSD-3-Clause
// The two-layer ReLU residual unit
//     y = B [ (A x)^+ + x ],   x in R^d,  A in R^{d x d},  B in R^{m x d},  m >= d               (U), docs/math.md
// Paper: equ:preReLU-TLRN-gt.
#pragma once

#include <optional>

#include "resunit/types.hpp"

namespace resunit {

struct Unit {
  Matrix A;           ///< d x d, layer 1
  Matrix B;           ///< m x d, layer 2
  bool bias = false;  ///< the last input is a constant 1 that callers do not give: the unit sees (x, 1)

  [[nodiscard]] Index rows() const { return B.cols(); }                     ///< d
  [[nodiscard]] Index inputs() const { return B.cols() - (bias ? 1 : 0); }  ///< that callers give
  [[nodiscard]] Index outputs() const { return B.rows(); }
};

/// Throws DataError unless A is d x d, B is m x d with m >= d >= 1 (d >= 2 with a bias), and all entries are finite.
RESUNIT_API void validate(const Unit& unit);

/// The input of layer 2, (A x)^+ + x for each row x of X: n x d.
[[nodiscard]] RESUNIT_API Matrix hidden(const Unit& unit, const MatrixView& X);

/// The unit's outputs for each row of X: n x m, on `threads` threads (0: all cores), on which
/// they do not depend.
[[nodiscard]] RESUNIT_API Matrix predict(const Unit& unit, const MatrixView& X, int threads = 1);

/// C with C B = I (the pseudo-inverse), d x m; nothing if B has no left inverse to working precision.
[[nodiscard]] RESUNIT_API std::optional<Matrix> left_inverse(const Unit& unit);

/// The representative of all units that compute the same function by a scale row: where a_j = alpha e_j, -1 < alpha <
/// 0 (1 + alpha > 1e-8: nearer to -1 is -1 but for rounding),
///     B_j [(alpha x_j)^+ + x_j] = (1 + alpha) B_j [(beta x_j)^+ + x_j],   beta = -alpha / (1 + alpha) > 0.
///     (U-canonical)
[[nodiscard]] RESUNIT_API Unit canonical(Unit unit);

}  // namespace resunit
