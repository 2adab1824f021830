// SPDX-License-Identifier: BSD-3-Clause
// Progress reports of long computations, and their cancellation.
#pragma once

#include <functional>
#include <string_view>

namespace resunit {

/// Called repeatedly, on the caller's thread, with the name of the current stage and the fraction of it that is done,
/// in [0, 1]. An exception thrown by it cancels the computation and reaches the caller unchanged; the command
/// implements Ctrl-C in this way.
using Progress = std::function<void(std::string_view stage, double fraction)>;

}  // namespace resunit
