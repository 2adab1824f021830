// SPDX-License-Identifier: BSD-3-Clause
#include "model/option_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "model/fit_names.hpp"

namespace resunit {

std::string Range::text() const {
  const bool bounded_below = low > Range{}.low;
  const bool bounded_above = high < Range{}.high;
  if (bounded_above)
    return fmt::format("a value in {}{}, {}{}", open_low ? '(' : '[', low, high, open_high ? ')' : ']');
  if (bounded_below) return fmt::format("a value {} {}", open_low ? "above" : "of at least", low);
  return "a finite value";
}

std::string Methods::text() const {
  std::vector<std::string_view> names;
  for (const auto& [method, name] : kEnumNames<Method>)
    if (method != Method::automatic && include(method)) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string_view heading(OptionGroup group) {
  switch (group) {
    case OptionGroup::common: return "Options";
    case OptionGroup::teacher: return "Teacher";
    case OptionGroup::inputs: return "Inputs";
    case OptionGroup::noise: return "Noise";
    case OptionGroup::programs: return "The paper's programs";
    case OptionGroup::sgd: return "SGD";
    case OptionGroup::advanced: return "Advanced";
  }
  return "Options";
}

std::string OptionRecord::field_name() const {
  std::string field(name);
  std::replace(field.begin(), field.end(), '-', '_');
  return field;
}

std::string with_renamed_fields(const std::string& message, const std::function<std::string(std::string)>& rename) {
  constexpr std::string_view kStruct = "Options::";
  const auto is_part_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::string renamed;
  for (auto at = message.begin(); at != message.end();) {
    const auto found = std::search(at, message.end(), kStruct.begin(), kStruct.end());
    renamed.append(at, found);
    at = found;
    if (found == message.end()) break;
    while (!renamed.empty() && is_part_of_name(renamed.back())) renamed.pop_back();  // the name of the struct
    const auto field = found + std::ssize(kStruct);
    at = std::find_if_not(field, message.end(), is_part_of_name);
    renamed += rename(std::string(field, at));
  }
  return renamed;
}

std::string OptionRecord::full_help() const {
  return methods.are_all() ? std::string(help) : fmt::format("{} Only for {}.", help, methods.text());
}

}  // namespace resunit
