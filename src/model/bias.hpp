// SPDX-License-Identifier: BSD-3-Clause
// Biases as the weights of a constant: a unit with biases is an ordinary unit of the samples with a constant of one as
// one more input and one more output,
//     x~ = (x, 1),  y~ = (y, 1):   A~ = [A a; 0 0],   B~ = [B b; 0 1]                                        (U-bias)
// so that m >= d is sufficient. b = 0 if only layer 1 has a bias. The constant output is known and carries no
// information: methods that estimate noise ignore it.
#pragma once

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// The samples with a constant of one as last column of X and of Y.
Dataset with_constant(const Samples& samples);

/// The samples without the constant output; a view.
Samples without_constant_output(const Samples& samples);

/// A unit of X as an ordinary unit of the samples with the constant: appends the last row [0 1] of B.
Unit with_constant_output(Unit unit);

/// The inverse: a unit with a bias. Weights that are zero by the model, the last row of A and for Bias::layer1 b, are
/// set to zero.
Unit without_constant_output(Unit unit, Bias bias);

/// A unit of the samples with the constant, with the weights that the model prescribes; unchanged if bias is none.
Unit impose_model(Unit unit, Bias bias);

}  // namespace resunit
