// SPDX-License-Identifier: BSD-3-Clause
// During its lifetime this process and its children run as user nobody, because root may write everywhere.
#pragma once

#include <unistd.h>

namespace resunit::test {

class WithoutRoot {
 public:
  WithoutRoot() : was_root_(::geteuid() == 0) {
    if (was_root_ && ::setresuid(kNobody, kNobody, 0) != 0) was_root_ = false;
  }
  ~WithoutRoot() {
    if (was_root_ && ::setresuid(0, 0, 0) != 0) ::_exit(1);
  }
  WithoutRoot(const WithoutRoot&) = delete;
  WithoutRoot& operator=(const WithoutRoot&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  bool was_root_;
};

}  // namespace resunit::test
