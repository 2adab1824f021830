// SPDX-License-Identifier: BSD-3-Clause
// A diagnosis as JSON, for `diagnose --json` and other languages. Numbers that are not finite are null.
#pragma once

#include <string>

#include "resunit/diagnose.hpp"

namespace resunit {

std::string diagnosis_json(const Diagnosis& diagnosis);

}  // namespace resunit
