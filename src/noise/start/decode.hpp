// SPDX-License-Identifier: BSD-3-Clause
// DECODE: the assignment of the lines of the relaxed model to the rows of A, with signs and norms. For a unit
//     q = V^+ W  has rows  q_k = s_k u_k + (2/tau_k) e_pi(k),   and then  a_pi(k) = s_k tau_k u_k            (N-decode)
//     cost(k, j, s) = min_tau |q_k - s u_k - (2/tau) e_j|^2_{X'X/n} / |V^+_k|^2
// With a bias in layer 2 the constant column of W is free: q and u are compared in the other columns, with centered X.
// The search starts from the assignment of least cost, whose tau are refined. If noise makes q inaccurate, a local
// search on the loss itself follows: flips of a sign, swaps of two lines, prediction of q along the weakest directions
// of V from the current assignment, an assignment from layer 1 by rows, and a few random perturbations.
#pragma once

#include <functional>

#include "model/random.hpp"
#include "noise/start/relax.hpp"

namespace resunit {

struct Decoded {
  Matrix A;
  double loss = 0;
  bool reached = false;  ///< loss <= target
};

/// `rows` computes layer 1 by rows on request, which is rare.
Decoded decode(const UnitSamples& samples, const Relaxed& model, double target,
               const std::function<const Matrix&()>& rows, Random& random);

}  // namespace resunit
