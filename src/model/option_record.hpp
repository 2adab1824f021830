// SPDX-License-Identifier: BSD-3-Clause
// One record per option: name, range, methods, group and help. `describe` passes the records of a struct to a visitor
//     visit(record, field)
// so that validation, the command's help, Python's docstrings and docs/options.md all read the same lines. The records
// of a struct are next to the module that uses it: model/fit_options.hpp, model/synthetic_options.hpp,
// tables/options.hpp.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "resunit/error.hpp"
#include "resunit/fit_options.hpp"

namespace resunit {

/// `Options` is `Struct` or `const Struct`.
template <class Options, class Struct>
concept RecordsOf = std::is_same_v<std::remove_const_t<Options>, Struct>;

/// The range of an option: an interval of finite values, open at an end that is excluded.
struct Range {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();
  bool open_low = false;
  bool open_high = false;

  constexpr bool contains(double value) const {
    return (open_low ? value > low : value >= low) && (open_high ? value < high : value <= high);
  }
  std::string text() const;  ///< "a value in (0, 1)", "a value of at least 1"
};

constexpr Range at_least(double low) {
  return {.low = low};
}
constexpr Range above(double low) {
  return {.low = low, .open_low = true};
}
constexpr Range closed_interval(double low, double high) {
  return {.low = low, .high = high};
}
constexpr Range open_interval(double low, double high) {
  return {.low = low, .high = high, .open_low = true, .open_high = true};
}
constexpr Range half_open_interval(double low, double high) {
  return {.low = low, .high = high, .open_high = true};
}

/// The methods on which an option has an effect.
class Methods {
 public:
  constexpr Methods() = default;  ///< all of them
  constexpr Methods(std::initializer_list<Method> methods) : bits_(0) {
    for (const Method method : methods) bits_ |= bit(method);
  }

  constexpr bool are_all() const { return bits_ == ~0U; }
  /// Method auto selects exact, noisy or qp.
  constexpr bool include(Method method) const {
    if (method == Method::automatic) return (bits_ & (bit(Method::exact) | bit(Method::noisy) | bit(Method::qp))) != 0;
    return (bits_ & bit(method)) != 0;
  }
  std::string text() const;  ///< "qp, lp"

 private:
  static constexpr unsigned bit(Method method) { return 1U << static_cast<unsigned>(method); }
  unsigned bits_ = ~0U;
};

/// The groups of options in the command's help, in the order in which they are printed.
enum class OptionGroup { common, teacher, inputs, noise, programs, sgd, advanced };
inline constexpr OptionGroup kLastOptionGroup = OptionGroup::advanced;

std::string_view heading(OptionGroup group);  ///< "The paper's programs"

struct OptionRecord {
  std::string_view name;  ///< as on the command line; the field has underscores
  Range range = {};
  std::string_view help = {};  ///< complete sentences
  Methods methods = {};
  OptionGroup group = OptionGroup::common;

  std::string field_name() const;  ///< "scale_rows" for "scale-rows"
  std::string full_help() const;   ///< the help and, unless the option is for all methods, "Only for qp, lp."
};

/// The message of an OptionError with the names of another interface for the fields of structs:
/// TeacherOptions::scale_rows becomes rename("scale_rows").
std::string with_renamed_fields(const std::string& message, const std::function<std::string(std::string)>& rename);

/// Throws OptionError "FitOptions::threads = -1, expected a value of at least 0" for the first field out of its range.
template <class Options>
void require_ranges(std::string_view type, const Options& options) {
  describe(options, [type](const OptionRecord& record, const auto& field) {
    if (!record.range.contains(static_cast<double>(field)))
      throw OptionError(fmt::format("{}::{} = {}, expected {}", type, record.field_name(), field, record.range.text()));
  });
}

}  // namespace resunit
