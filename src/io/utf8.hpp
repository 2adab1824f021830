// SPDX-License-Identifier: BSD-3-Clause
// Column names as UTF-8, the only encoding in model files.
#pragma once

#include <string>
#include <string_view>

namespace resunit {

/// The text itself if it is UTF-8; otherwise it is converted from Latin-1, in which every byte is a character.
std::string as_utf8(std::string_view text);

}  // namespace resunit
