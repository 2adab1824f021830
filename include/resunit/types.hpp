// SPDX-License-Identifier: BSD-3-Clause
// Matrices, views of matrices, and the macro that exports a symbol from the library.
//
// Matrices are row-major with one sample per row, so that a block of samples is contiguous and a C-contiguous array of
// another language can be viewed without a copy. Eigen's own MatrixXd is column-major and must be copied:
// resunit::Matrix(X), or for samples resunit::Dataset{.X = X, .Y = Y}.
//
// Thread safety: functions may be called concurrently from several threads if no two of them modify the same object.
// Results do not depend on the number of threads. While a function runs, OpenBLAS is limited to one thread for
// the whole process; the previous setting is restored when the last running function returns.
#pragma once

#include <Eigen/Core>
#include <type_traits>

#define RESUNIT_API __attribute__((visibility("default")))

// The library is compiled for the baseline of its CPU family and returns matrices to its caller. A caller compiled for
// AVX-512, or with a sanitizer, would use another alignment and free the matrices with another allocator. So both sides
// must align to the widest vectors, 64 bytes; the CMake target defines this for both.
#if EIGEN_DEFAULT_ALIGN_BYTES != 64 || EIGEN_MALLOC_ALREADY_ALIGNED
#error "resunit requires EIGEN_MAX_ALIGN_BYTES=64: link resunit::resunit, or define it before Eigen is included"
#endif

namespace resunit {

using Index = Eigen::Index;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

/// True for storage that a MatrixView can refer to: doubles in memory, with contiguous rows. A column is a matrix whose
/// rows have one entry.
template <class Derived>
constexpr bool is_row_major_storage() {
  constexpr bool in_memory = (Eigen::internal::traits<Derived>::Flags & Eigen::DirectAccessBit) != 0;
  constexpr bool is_column = Derived::ColsAtCompileTime == 1;
  constexpr bool has_contiguous_rows = Derived::IsRowMajor && Derived::InnerStrideAtCompileTime == 1;
  return std::is_same_v<typename Derived::Scalar, double> && in_memory && (is_column || has_contiguous_rows);
}

/// A read-only view of a row-major matrix, or of a block of its rows or columns. The caller must keep the matrix alive.
/// Nothing is copied: column-major matrices and unevaluated expressions are compile-time errors.
class MatrixView : public Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> {
  using Base = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;

 public:
  template <class Derived>
  MatrixView(const Eigen::MatrixBase<Derived>& storage)  // NOLINT(google-explicit-constructor): a view of its argument
      : Base(view(storage.derived())) {}

 private:
  template <class Derived>
  static Base view(const Derived& storage) {
    static_assert(is_row_major_storage<Derived>(),
                  "a resunit::MatrixView refers to row-major storage without copying it. Copy a column-major matrix or "
                  "an expression first: resunit::Matrix(X), or resunit::Dataset{.X = X, .Y = Y} for samples");
    if constexpr (is_row_major_storage<Derived>()) {
      const Index stride =
          Derived::ColsAtCompileTime == 1 && !Derived::IsRowMajor ? storage.innerStride() : storage.outerStride();
      return Base(storage.data(), storage.rows(), storage.cols(), Eigen::OuterStride<>(stride));
    } else {
      return Base(nullptr, 0, 0, Eigen::OuterStride<>(0));
    }
  }
};

}  // namespace resunit
