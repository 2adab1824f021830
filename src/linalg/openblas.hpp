// What we ask of OpenBLAS beyond the BLAS interface: to leave the threads to us, and to use the CPU it runs on.
#pragma once

namespace resunit {

/// While one of these lives OpenBLAS runs each call on the calling thread, so that its threads do not fight ours, which
/// divide rows; the last to go restores the former setting.
class OneBlasThread {
 public:
  OneBlasThread();
  ~OneBlasThread();
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;
};

}  // namespace resunit
