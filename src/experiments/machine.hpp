// SPDX-License-Identifier: BSD-3-Clause
// The machine that ran an experiment, for its page.
#pragma once

#include <string>

namespace resunit::experiments {

/// "Intel Xeon, 2 cores, Debian GNU/Linux 12"; parts that the system does not report are omitted.
std::string machine_text();

/// The value of "KEY<separator>value" in the first line that starts with KEY, without quotes; empty if there is none.
std::string value_of_key(const std::string& text, const std::string& key, char separator);

}  // namespace resunit::experiments
