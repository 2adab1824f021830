// SPDX-License-Identifier: BSD-3-Clause
// Settings of OpenBLAS beyond the BLAS interface: the number of its threads, and the kernel for the CPU.
#pragma once

namespace resunit {

/// During the lifetime of such an object OpenBLAS runs each call on the calling thread, so that its threads do not
/// compete with ours, which divide rows; the last object to be destroyed restores the previous setting.
class OneBlasThread {
 public:
  OneBlasThread();
  ~OneBlasThread();
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;
};

}  // namespace resunit
