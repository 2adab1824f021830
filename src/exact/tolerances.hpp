// What exact identification, and the diagnosis that speaks of it, count as zero, as a tie, as enough.
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

/// q: samples beyond the number of unknowns that must agree before anything is proved.
inline constexpr Index kSpare = 2;

/// Rounds in which a pattern of active samples settles, or is given up.
inline constexpr int kPatternRounds = 12;

}  // namespace resunit
