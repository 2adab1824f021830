// SPDX-License-Identifier: BSD-3-Clause
// Loops over samples that the compiler vectorizes for the CPU they run on.
//
// RESUNIT_MULTIVERSION before a function compiles it for several generations of x86-64 and selects one at run time.
// Sanitizers start before the selection can be made, so they use the plain version; so does every other processor
// family, whose baseline is vectorized.
// has_avx2 and has_avx512 return the features of the CPU, for kernels written for one of them.
// `#pragma omp simd reduction(...)` allows the sums of a loop to be reordered; no OpenMP run-time library is used.
#pragma once

namespace resunit {

inline bool has_avx2() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
#else
  return false;
#endif
}

inline bool has_avx512() {
#if defined(__x86_64__)
  static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  return has;
#else
  return false;
#endif
}

}  // namespace resunit

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define RESUNIT_MULTIVERSION __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define RESUNIT_MULTIVERSION
#endif
