// SPDX-License-Identifier: BSD-3-Clause
// Enumerators by name, as spelled in commands, options and model files. The table of an enum is the only place that
// lists its names; printing and parsing both read it.
//
//     template <>
//     inline constexpr std::array kEnumNames<Method> = {EnumName{Method::automatic, "auto"}, ...};
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "resunit/error.hpp"

namespace resunit {

template <class Enum>
struct EnumName {
  Enum value;
  std::string_view name;
};
template <class Enum>
EnumName(Enum, std::string_view) -> EnumName<Enum>;  // clang 14 does not deduce it

/// Specialized for each enum, with all enumerators in their order.
template <class Enum>
inline constexpr std::array<EnumName<Enum>, 0> kEnumNames = {};

template <class Enum>
std::string_view name_of(Enum value) {
  for (const EnumName<Enum>& known : kEnumNames<Enum>)
    if (known.value == value) return known.name;
  return "unknown";
}

template <class Enum>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const EnumName<Enum>& known : kEnumNames<Enum>) names.emplace_back(known.name);
  return names;
}

/// None for an unknown name.
template <class Enum>
std::optional<Enum> find_by_name(std::string_view name) {
  for (const EnumName<Enum>& known : kEnumNames<Enum>)
    if (known.name == name) return known.value;
  return std::nullopt;
}

/// Throws OptionError "unknown method 'x', expected one of ..." for an unknown name.
template <class Enum>
Enum from_name(std::string_view what, std::string_view name) {
  if (const std::optional<Enum> found = find_by_name<Enum>(name)) return *found;
  throw OptionError(fmt::format("unknown {} '{}', expected one of {}", what, name, fmt::join(names_of<Enum>(), ", ")));
}

}  // namespace resunit
