// Matrices and views, and the marks of what the library exports.
//
// Matrices are row-major: one sample per row, as in a file, so that a block of samples is contiguous and a C-contiguous
// array of another language can be viewed without a copy.
#pragma once

#include <Eigen/Core>

#define RESUNIT_API __attribute__((visibility("default")))

// The library is built for any CPU of its kind and hands matrices to its caller. A caller compiled for AVX-512, or with
// a sanitizer, would expect them at other addresses and free them by another allocator, unless both sides align by the
// widest vector there is; the CMake target says so to both.
#if EIGEN_DEFAULT_ALIGN_BYTES != 64 || EIGEN_MALLOC_ALREADY_ALIGNED
#error "resunit needs EIGEN_MAX_ALIGN_BYTES=64: link resunit::resunit, or define it before Eigen is included"
#endif

namespace resunit {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

/// A read-only view of a row-major matrix, or of a block of its rows; anything else is copied into one.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

}  // namespace resunit
