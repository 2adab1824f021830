// The last digits where there is hardly any noise: Gauss-Newton steps without damping, on residuals orthogonal to the
// last bit. VPLM stops where the loss is rounding; its B, from R'R, has lost digits to the square of R's condition
// number. Here B is refined by its own residuals before every step, and steps are taken whether or not the (tiny) loss
// shows their gain. On noiseless samples the error of A falls to rounding (tests/noise/polish_test.cpp).
// Differs from the design: corrected normal equations instead of QR of the joint Jacobian, whose nm x (d^2 + md)
// entries do not fit in memory at d = 64.
#pragma once

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

Unit polish(const Samples& samples, Unit unit);

}  // namespace resunit
