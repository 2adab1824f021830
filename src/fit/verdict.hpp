// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis in one sentence: enough samples, or how many more of which kind.
#pragma once

#include <string>

#include "resunit/diagnose.hpp"

namespace resunit {

std::string verdict_of(const Diagnosis& diagnosis);

}  // namespace resunit
