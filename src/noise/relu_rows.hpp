// A second opinion on layer 1, by rows: (R1) programs for layer 2, then one ReLU regression per row.
//     H = Y C' - X,  C by (R1);   a_j = argmin sum_i (H_ij - (a x_i)^+)^2                                    (N-rows)
// by Levenberg-Marquardt from two starts. Right for A >= 0 without noise, biased otherwise: a start, never an answer.
#pragma once

#include "resunit/samples.hpp"

namespace resunit {

/// d x d.
Matrix layer1_by_rows(const Samples& samples, int threads);

}  // namespace resunit
