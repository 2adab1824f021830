// SPDX-License-Identifier: BSD-3-Clause
// Why a usable fit is not believed.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "resunit/fit_result.hpp"

namespace resunit {

/// Makes a solved or suspect fit suspect, with this sentence as reason and as a warning; a former reason to
/// suspect it remains as a warning.
inline void make_suspect(std::string reason, Fit& fit) {
  const bool had_reason = fit.status == FitStatus::suspect;
  if (had_reason && std::find(fit.warnings.begin(), fit.warnings.end(), fit.reason) == fit.warnings.end())
    fit.warnings.push_back(fit.reason);
  if (had_reason || fit.status == FitStatus::solved) {
    fit.status = FitStatus::suspect;
    fit.reason = reason;
  }
  fit.warnings.push_back(std::move(reason));
}

}  // namespace resunit
