// SPDX-License-Identifier: BSD-3-Clause
#include "io/csv_header.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "io/csv_field.hpp"

namespace resunit {
namespace {

constexpr std::size_t kEvidence = 1 << 24;  ///< bytes of the file that are searched for integers

/// The digits of a nonnegative integer and nothing else, as pandas writes the names of unnamed columns.
std::optional<int> as_integer(std::string_view field) {
  int value = 0;
  const auto [stop, error] = std::from_chars(field.begin(), field.end(), value);
  if (error != std::errc{} || stop != field.end() || value < 0 || field.starts_with('-')) return {};
  return value;
}

/// The fields as integers; empty unless all of them are distinct integers.
std::vector<int> distinct_integers(const std::vector<std::string_view>& fields) {
  std::vector<int> integers;
  for (const std::string_view field : fields) {
    const std::optional<int> integer = as_integer(field);
    if (!integer) return {};
    integers.push_back(*integer);
  }
  std::vector<int> sorted = integers;
  std::sort(sorted.begin(), sorted.end());
  const bool distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  return distinct ? integers : std::vector<int>{};
}

/// first, first + 1, ..
bool counts_from(int first, const std::vector<int>& integers) {
  return std::all_of(integers.begin(), integers.end(), [&first](int integer) { return integer == first++; });
}

/// True for k distinct integers below k.
bool is_permutation(const std::vector<int>& integers) {
  return *std::max_element(integers.begin(), integers.end()) + 1 == std::ssize(integers);
}

/// True if there are rows, and every number in them has a decimal point or an exponent.
bool have_no_integer(std::string_view rows, char delimiter) {
  rows = rows.substr(0, kEvidence);
  bool is_decimal = false;
  for (const char c : rows) {
    const bool ends = c == delimiter || c == '\n';
    if (ends && !is_decimal) return false;
    if (ends) is_decimal = false;
    if (c == '.' || c == 'e' || c == 'E') is_decimal = true;
  }
  return is_decimal;
}

FirstLine classify_integers(const std::vector<int>& integers, std::string_view rows, char delimiter) {
  const std::size_t count = integers.size();
  const bool from_zero = counts_from(0, integers), is_sequence = from_zero || counts_from(1, integers);
  if (have_no_integer(rows, delimiter)) {
    const bool are_names = count >= 3 ? is_sequence || is_permutation(integers) : count == 2 && from_zero;
    if (are_names) return FirstLine::numeric_names;
    return count >= 2 || from_zero ? FirstLine::doubtful_sample : FirstLine::sample;
  }
  return count >= 3 && is_sequence && !rows.empty() ? FirstLine::doubtful_sample : FirstLine::sample;
}

}  // namespace

FirstLine classify_first_line(const std::vector<std::string_view>& fields, std::string_view rows, char delimiter,
                              Header header) {
  if (header != Header::automatic) return header == Header::yes ? FirstLine::names : FirstLine::sample;
  // A line with both names and numbers is not a header but a malformed row, which must not be skipped.
  if (std::any_of(fields.begin(), fields.end(), is_text))
    return std::none_of(fields.begin(), fields.end(), is_number) ? FirstLine::names : FirstLine::sample;
  const std::vector<int> integers = distinct_integers(fields);
  return integers.empty() ? FirstLine::sample : classify_integers(integers, rows, delimiter);
}

}  // namespace resunit
