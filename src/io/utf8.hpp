// Names of columns as UTF-8: a model file can hold no other.
#pragma once

#include <string>
#include <string_view>

namespace resunit {

/// The text itself if it is UTF-8; else it is taken for Latin-1, in which every byte is a character.
std::string as_utf8(std::string_view text);

}  // namespace resunit
