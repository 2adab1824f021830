// SPDX-License-Identifier: BSD-3-Clause
// The kinds of fields in a CSV file: a number, a missing value, or text.
#pragma once

#include <fast_float/fast_float.h>

#include <string_view>

namespace resunit {

/// Reads a number, which may be infinite or NaN, and returns its end; `at` itself if there is no number.
inline const char* read_number(const char* at, const char* end, double& value) {
  const char* begin = at;
  if (end - at >= 2 && at[0] == '+' && at[1] != '-') ++begin;
  const auto [stop, error] = fast_float::from_chars(begin, end, value);
  return error == std::errc::invalid_argument ? at : stop;
}

inline bool is_number(std::string_view field) {
  double value = 0;
  return !field.empty() && read_number(field.begin(), field.end(), value) == field.end();
}

inline bool is_missing(std::string_view field) {
  return field.empty() || field == "NA" || field == "?";
}

inline bool is_text(std::string_view field) {
  return !is_missing(field) && !is_number(field);
}

}  // namespace resunit
