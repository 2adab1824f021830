// SPDX-License-Identifier: BSD-3-Clause
// How long work tells where it is, and how a caller stops it.
#pragma once

#include <functional>
#include <string_view>

namespace resunit {

/// Called now and then, on the caller's thread, with the stage's name and the fraction of it that is done (in [0, 1]).
/// An exception thrown from here abandons the work and reaches the caller unchanged: this is how Ctrl-C is honored.
using Progress = std::function<void(std::string_view stage, double fraction)>;

}  // namespace resunit
