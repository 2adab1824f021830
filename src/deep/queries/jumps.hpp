// SPDX-License-Identifier: BSD-3-Clause
// The jump of the Jacobian of f at a kink x of one neuron, by central differences on both sides along a line:
//     J_+ - J_- = g v',  |v| = 1, v'b > 0.   For neuron p of layer l, v is parallel to J_r'w_p, where J_r = dr_l / dx, and
//     g = |J_r'w_p| T e_p with T = dy / dr_{l+1}                                                              (D-jump)
// f is linear within a piece, so that steps are as long as the piece permits: second differences verify it.
#pragma once

#include <vector>

#include "deep/queries/line_kinks.hpp"

namespace resunit {

struct Kink {
  Vector x;
  Vector below;  ///< a point in the piece before the kink
  Vector v;      ///< unit normal, to the side after the kink
  Vector minus;  ///< J_-^+ g
  Vector plus;   ///< J_+^+ g
  double error;  ///< of v, estimated from the rounding errors of the answers
};

/// The kinks of all lines whose jump is of rank one and larger than its error. Kinks of two neurons that are too close
/// to each other are left out.
std::vector<Kink> measure_jumps(Answers& answers, double precision, const std::vector<Line>& lines);

}  // namespace resunit
