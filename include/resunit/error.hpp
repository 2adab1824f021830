// SPDX-License-Identifier: BSD-3-Clause
// What goes wrong at the public door. A numerical outcome is never an exception: it is a status in the result.
#pragma once

#include <stdexcept>

#include "resunit/types.hpp"

namespace resunit {

/// The data cannot be used: unreadable, malformed, of wrong shape, not finite. The command exits with 2.
class RESUNIT_API DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An option is outside its range or contradicts another one. The command exits with 1.
class RESUNIT_API OptionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace resunit
