// SPDX-License-Identifier: BSD-3-Clause
// The exceptions of the public functions, for invalid data and options. A numerical outcome is a status in the result,
// never an exception.
#pragma once

#include <stdexcept>

#include "resunit/types.hpp"

namespace resunit {

/// The data cannot be used: a file that cannot be read or written, malformed content, a wrong shape, or a number that
/// is not finite. The command then exits with 2.
class RESUNIT_API DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An option is out of range or contradicts another one. The command then exits with 1.
class RESUNIT_API OptionError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

}  // namespace resunit
