// SPDX-License-Identifier: BSD-3-Clause
// Units inside the library: the functions of resunit/unit.hpp without their checks, and parts of them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "model/counted.hpp"
#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// B [(A x)^+ + x] for each row of X, which has unit.inputs() columns.
Matrix forward(const Unit& unit, const MatrixView& X, int threads = 1);

/// (A x)^+ + x for each row of X.
Matrix hidden_layer(const Unit& unit, const MatrixView& X);

/// X itself or, for a unit with a bias, X with a constant last column of one: n x d.
Matrix extended_inputs(const Unit& unit, const MatrixView& X);

/// True if row j of A is a multiple of e_j, a "scale transformation" in the paper (def:scale-trans).
bool is_scale_row(const MatrixView& A, Index j);

/// canonical() computes the other form -alpha / (1 + alpha) e_j of a scale row alpha e_j only if 1 + alpha is above
/// this: otherwise alpha is -1 up to rounding error, or the other form has an entry of 1e8 or more.
inline constexpr double kLostCanonicalForm = 1e-8;

/// The message for outputs of rank < d, by exact identification and by layer 2.
inline std::string no_left_inverse(Index rank, Index inputs) {
  return fmt::format("Y has rank {} but there {} {}: these samples do not identify a left inverse of B", rank,
                     inputs == 1 ? "is" : "are", counted(inputs, "input"));
}

/// Copies of the given samples, in this order.
Dataset select_samples(const Samples& samples, const std::vector<Index>& rows);

/// is_scale_row of every row.
std::vector<bool> scale_rows_of(const MatrixView& A);

/// Throws DataError unless X and Y have the same number of rows.
void require_equal_rows(Index of_X, Index of_Y);

/// Throws DataError with the first entry of `matrix` that is not finite or too large to be squared safely; row 0 of
/// `matrix` is row `first_row` of `name`.
void require_finite(const MatrixView& matrix, const char* name, Index first_row = 0);

/// The same with the names of the columns, which may be empty, and the number of the first row and column in messages.
void require_finite(const MatrixView& matrix, const char* name, const std::vector<std::string>& columns,
                    int first_number);

}  // namespace resunit
