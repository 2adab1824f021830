// SPDX-License-Identifier: BSD-3-Clause
// What exact identification, and the diagnosis that reports on it, count as zero, as a tie, as enough.
#pragma once

#include "resunit/types.hpp"

namespace resunit {

/// Singular values of X and of Y below this share of the largest count as zero. Outputs pass through a B of condition
/// up to 1e8, so that their smallest may be real.
inline constexpr double kInputRank = 1e-9;
inline constexpr double kOutputRank = 1e-11;

/// Of rms(a_j x): samples nearer to the hinge are on neither side.
inline constexpr double kHinge = 1e-7;

/// Of the largest slack or entry: equal, or zero, by Clp's tolerances.
inline constexpr double kTie = 1e-7;

/// Of the largest singular value: pseudo-inverses of activation patterns drop what is below.
inline constexpr double kPatternRank = 1e-10;

/// Of |r|: a vector whose part outside a span is at most this lies in it, through a B of condition up to 1e8.
inline constexpr double kInSpan = 1e-8;

/// Of |a_j|, for inputs of unit rms: smaller entries next to the diagonal are rounding.
inline constexpr double kOnlyScales = 1e-7;

/// |Yhat - Y| / |Y| up to which a fit may be called exact: rounding, through a B of condition up to 1e8.
inline constexpr double kExactResidual = 1e-8;

/// q: samples beyond the number of unknowns that must agree before anything is certified.
inline constexpr Index kSpare = 2;

/// Rounds in which a pattern of active samples settles, or is given up.
inline constexpr int kPatternRounds = 12;

/// Entries of a linear program that Clp solves in seconds rather than minutes.
inline constexpr Index kLargestProgram = 1'000'000;

}  // namespace resunit
