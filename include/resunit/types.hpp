// Matrices and views, and the marks of what the library exports.
//
// Matrices are row-major: one sample per row, as in a file, so that a block of samples is contiguous and a C-contiguous
// array of another language can be viewed without a copy.
#pragma once

#include <Eigen/Core>

#define RESUNIT_API __attribute__((visibility("default")))

// The library is built for any CPU of its kind and hands matrices to its caller. A caller compiled for AVX, or with a
// sanitizer, would free them by another allocator than the one that made them, unless both name the same one; the CMake
// target does.
#if EIGEN_MAX_ALIGN_BYTES != 16 || EIGEN_MALLOC_ALREADY_ALIGNED
#error \
    "resunit needs EIGEN_MAX_ALIGN_BYTES=16 and EIGEN_MALLOC_ALREADY_ALIGNED=0: link resunit::resunit, or define both"
#endif

namespace resunit {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

/// A read-only view of a row-major matrix, or of a block of its rows; anything else is copied into one.
using MatrixView = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;

}  // namespace resunit
