// SPDX-License-Identifier: BSD-3-Clause
// The two-layer ReLU residual unit
//     y = B [ (A x)^+ + x ],   x in R^d,  A in R^{d x d},  B in R^{m x d},  m >= d               (U), docs/math.md
// Paper: equ:preReLU-TLRN-gt.
#pragma once

#include <optional>
#include <string_view>

#include "resunit/types.hpp"

namespace resunit {

/// The layers that have a bias.
enum class Bias {
  none,    ///< y = B [(A x)^+ + x]
  layer1,  ///< y = B [(A x + a)^+ + x]
  both,    ///< y = B [(A x + a)^+ + x] + b
};
RESUNIT_API std::string_view to_string(Bias bias);

/// The weights of a unit.
struct Unit {
  Matrix A;           ///< d x d, layer 1
  Matrix B;           ///< m x d, layer 2
  bool bias = false;  ///< the last input is the constant 1, which callers omit: the unit is applied to (x, 1). The last
                      ///< columns of A and B are then a and b. A fit has no neuron for the constant (the last row of A
                      ///< is zero) and, with Bias::layer1, b = 0.

  [[nodiscard]] Index rows() const { return B.cols(); }                     ///< d, with the constant input of a bias
  [[nodiscard]] Index inputs() const { return B.cols() - (bias ? 1 : 0); }  ///< without the constant input
  [[nodiscard]] Index outputs() const { return B.rows(); }                  ///< m
};

/// Throws DataError unless A is d x d, B is m x d with m >= d >= 1, and all entries are finite. With a bias d >= 2, and
/// m = d - 1 is valid if the last row of A is zero.
RESUNIT_API void validate(const Unit& unit);

/// The input of layer 2, (A x)^+ + x for each row x of X: n x d.
[[nodiscard]] RESUNIT_API Matrix hidden(const Unit& unit, const MatrixView& X);

/// The unit's outputs for each row of X: n x m. `threads`: 0 means all cores; the result has the same bits for any
/// number of threads.
[[nodiscard]] RESUNIT_API Matrix predict(const Unit& unit, const MatrixView& X, int threads = 1);

/// The layers of the unit that have a bias: layer1 if b = 0.
[[nodiscard]] RESUNIT_API Bias bias_of(const Unit& unit);

/// The left inverse C of B with C B = I (the pseudo-inverse), d x m; empty if B is rank deficient to working precision.
/// With a bias, of B without its last column b: C (y - b) = (A x + a)^+ + x.
[[nodiscard]] RESUNIT_API std::optional<Matrix> left_inverse(const Unit& unit);

/// The canonical form: every scale row a_j = alpha e_j with -1 < alpha < 0 is replaced by beta e_j, and column j of B
/// by (1 + alpha) B_j, which does not change the function of the unit:
///     B_j [(alpha x_j)^+ + x_j] = (1 + alpha) B_j [(beta x_j)^+ + x_j],  beta = -alpha / (1 + alpha) > 0 (U-canonical)
/// A row with 1 + alpha <= 1e-8 has no such form, up to rounding error, and is not changed.
[[nodiscard]] RESUNIT_API Unit canonical(Unit unit);

}  // namespace resunit
