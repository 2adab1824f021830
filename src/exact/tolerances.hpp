// SPDX-License-Identifier: BSD-3-Clause
// Tolerances of exact identification and of the diagnosis.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// Relative to the largest singular value: singular values of X and of Y below it count as zero. That of Y is smaller,
/// because B may have a condition number of 1e8.
inline constexpr double kInputRank = 1e-9;
inline constexpr double kOutputRank = 1e-11;

/// Relative to epsilon times the condition number of Y: the rounding errors of Y change span Y by at most this.
inline constexpr double kSpanRounding = 16;

/// Relative to rms(a_j x): samples with a smaller |a_j x| are on the kink, on neither side.
inline constexpr double kOnKink = 1e-7;

/// Relative to the largest slack or entry: up to it two slacks are equal, or an entry is zero, by Clp's tolerances.
inline constexpr double kTie = 1e-7;

/// Relative to the largest singular value: pseudo-inverses for activation patterns drop singular values below it.
inline constexpr double kPatternRank = 1e-10;

/// Relative to |r|: a vector lies in a span if its part outside is at most this, for B of condition up to 1e8.
inline constexpr double kInSpan = 1e-8;

/// Relative to the diagonal entry of a_j, for standardized inputs: smaller entries of a scale row are rounding error.
inline constexpr double kScaleRowTolerance = 1e-7;

/// Largest relative residual |Yhat - Y| / |Y| of an exact fit: rounding error, for B of condition up to 1e8.
inline constexpr double kExactResidual = 1e-8;

/// Relative to the terms of its equations: a sample with a larger residual contradicts the unit that was found.
inline constexpr double kContradiction = 1e-6;
/// Number of contradicting samples, per input, that join the working set for the next search.
inline constexpr Index kContradictingPerInput = 8;
/// Largest number of searches, each with the samples that contradict the previous unit.
inline constexpr int kSearchRounds = 4;

/// q: number of samples, beyond the number of unknowns, that a certified row must fit.
inline constexpr Index kSpare = 2;

/// Largest number of updates of an activation pattern in fit_row.
inline constexpr int kPatternRounds = 12;

/// Largest number of entries of a linear program: Clp solves it in seconds rather than minutes.
inline constexpr Index kMaxProgramEntries = 1'000'000;

}  // namespace resunit
