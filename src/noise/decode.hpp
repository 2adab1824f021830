// DECODE: which line of the relaxed model is which row of A, with which sign and length. For a unit
//     q = V^+ W  has rows  q_k = s_k u_k + (2/tau_k) e_pi(k),   and then  a_pi(k) = s_k tau_k u_k          (N-decode)
//     cost(k, j, s) = min_tau |q_k - s u_k - (2/tau) e_j|^2_{X'X/n} / |V^+_k|^2
// The assignment of least cost is the start, its tau are refined. Where noise has spoilt q the assignment is improved
// on the loss itself: flips of a sign, swaps of two lines, the weakest directions of V refilled from the current
// assignment, an assignment from layer 1 by rows, a few random kicks.
#pragma once

#include <functional>

#include "model/random.hpp"
#include "noise/relax.hpp"

namespace resunit {

struct Decoded {
  Matrix A;
  double loss = 0;
  bool reached = false;  ///< loss <= target
};

/// `rows` gives layer 1 by rows when it is asked for, which is rarely.
Decoded decode(const Samples& samples, const Relaxed& model, double target, const std::function<const Matrix&()>& rows,
               Random& random);

}  // namespace resunit
