// SPDX-License-Identifier: BSD-3-Clause
// What a call complains of.
#pragma once

#include <string>

namespace resunit::test {

/// The message of the `Error` that the call throws, or a note that it threw none. Other exceptions pass through.
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
