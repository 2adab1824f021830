// SPDX-License-Identifier: BSD-3-Clause
// The message of an exception.
#pragma once

#include <string>

namespace resunit::test {

/// The message of the `Error` that the call throws, or "nothing was thrown". Other exceptions are not caught.
template <class Error, class Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace resunit::test
