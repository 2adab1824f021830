// SPDX-License-Identifier: BSD-3-Clause
// UTF-8 as defined by RFC 3629: a character below 0x80 is one byte, others are a first byte 110xxxxx, 1110xxxx or
// 11110xxx followed by one, two or three bytes 10xxxxxx, in the shortest such form, without surrogates.
#include "io/utf8.hpp"

#include <cstddef>
#include <cstdint>

namespace resunit {
namespace {

constexpr std::uint32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};  ///< smallest character with k bytes after the first
constexpr std::uint32_t kLargest = 0x10FFFF;

bool is_surrogate(std::uint32_t character) {
  return character >= 0xD800 && character <= 0xDFFF;
}

/// The number of bytes after the first one; -1 if no character begins with it.
int following(unsigned char first) {
  if (first < 0x80) return 0;
  if ((first & 0xE0) == 0xC0) return 1;
  if ((first & 0xF0) == 0xE0) return 2;
  return (first & 0xF8) == 0xF0 ? 3 : -1;
}

/// The number of bytes of the first character of `text`; 0 if `text` does not begin with a character.
std::size_t character_size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const int count = following(first);
  if (count < 0 || text.size() <= static_cast<std::size_t>(count)) return 0;
  std::uint32_t character = count == 0 ? first : first & (0x3F >> count);
  for (int k = 1; k <= count; ++k) {
    const auto byte = static_cast<unsigned char>(text[k]);
    if ((byte & 0xC0) != 0x80) return 0;
    character = character << 6 | (byte & 0x3F);
  }
  const bool allowed = character >= kSmallest[count] && character <= kLargest && !is_surrogate(character);
  return allowed ? static_cast<std::size_t>(count) + 1 : 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

}  // namespace

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string result;
  for (const unsigned char c : text) {
    if (c >= 0x80) result += static_cast<char>(0xC0 | (c >> 6));
    result += static_cast<char>(c < 0x80 ? c : 0x80 | (c & 0x3F));
  }
  return result;
}

}  // namespace resunit
