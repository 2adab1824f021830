// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/openblas.hpp"

#include <cblas.h>
#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <string_view>

#include "linalg/simd.hpp"

namespace resunit {
namespace {

// OpenBLAS has one number of threads for the whole process.
std::mutex setting_mutex;
int guards = 0;
int former_threads = 1;

#if defined(__x86_64__)
/// The kernel for this CPU by its features rather than by its model number; null if none is known.
const char* kernel_by_features() {
  if (has_avx512()) return "SKYLAKEX";
  if (has_avx2()) return "HASWELL";
  return nullptr;
}

/// OpenBLAS 0.3.21 (Debian 12) identifies CPUs by model number and treats one newer than itself as a Prescott of 2004:
/// 14 instead of 43 GFLOP/s in DGEMM on an Intel Emerald Rapids. It is then initialized again with a fitting kernel.
[[gnu::constructor]] void correct_kernel_of_unknown_cpu() {
  using Switch = void (*)();
  const auto quit = reinterpret_cast<Switch>(dlsym(RTLD_DEFAULT, "gotoblas_dynamic_quit"));
  const auto init = reinterpret_cast<Switch>(dlsym(RTLD_DEFAULT, "gotoblas_dynamic_init"));
  const char* kernel = kernel_by_features();
  if (!quit || !init || !kernel || std::getenv("OPENBLAS_CORETYPE")) return;
  if (std::string_view(openblas_get_corename()) != "Prescott") return;
  setenv("OPENBLAS_CORETYPE", kernel, 0);
  quit();
  init();
  unsetenv("OPENBLAS_CORETYPE");
}
#endif

}  // namespace

OneBlasThread::OneBlasThread() {
  const std::lock_guard lock(setting_mutex);
  if (guards++ > 0) return;
  former_threads = openblas_get_num_threads();
  openblas_set_num_threads(1);
}

OneBlasThread::~OneBlasThread() {
  const std::lock_guard lock(setting_mutex);
  if (--guards == 0) openblas_set_num_threads(former_threads);
}

}  // namespace resunit
