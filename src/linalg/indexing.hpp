// SPDX-License-Identifier: BSD-3-Clause
// All rows or all columns of a matrix: X(rows, kAll).
#pragma once

#include <Eigen/Core>

namespace resunit {

#if EIGEN_VERSION_AT_LEAST(3, 4, 90)
inline constexpr auto kAll = Eigen::placeholders::all;
#else
inline const Eigen::internal::all_t kAll;  // Eigen::all; in Eigen 5 it is in another namespace
#endif

}  // namespace resunit
