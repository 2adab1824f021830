// SPDX-License-Identifier: BSD-3-Clause
// MatrixView refers to the storage of a matrix, and does not accept expressions that would have to be copied.
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "linalg/indexing.hpp"
#include "resunit/fit.hpp"
#include "resunit/samples.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/types.hpp"
#include "support/bits.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using RowVector = Eigen::Matrix<double, 1, Eigen::Dynamic>;  // row-major

template <class Expression>
constexpr bool can_be_viewed = is_row_major_storage<std::remove_cvref_t<Expression>>();

const Matrix& some_matrix() {
  static const Matrix M = test::Random(1).gaussian(6, 5);
  return M;
}

/// Each entry of the view has the address of the corresponding entry of the storage.
template <class Derived>
void expect_view_of(const MatrixView& view, const Eigen::MatrixBase<Derived>& storage) {
  ASSERT_EQ(view.rows(), storage.rows());
  ASSERT_EQ(view.cols(), storage.cols());
  for (Index i = 0; i < view.rows(); ++i)
    for (Index k = 0; k < view.cols(); ++k)
      EXPECT_EQ(&view.coeffRef(i, k), &storage.derived().coeffRef(i, k)) << i << ", " << k;
}

TEST(MatrixView, ViewsAMatrixWithoutCopying) {
  const Matrix M = some_matrix(), none, no_rows(0, 3), no_columns(3, 0);
  expect_view_of(M, M);
  expect_view_of(none, none);
  expect_view_of(no_rows, no_rows);
  expect_view_of(no_columns, no_columns);
}

TEST(MatrixView, ViewsBlocksWithoutCopying) {
  const Matrix M = some_matrix();
  expect_view_of(M.topRows(2), M.topRows(2));
  expect_view_of(M.middleRows(1, 3), M.middleRows(1, 3));
  expect_view_of(M.leftCols(3), M.leftCols(3));
  expect_view_of(M.rightCols(2), M.rightCols(2));
  expect_view_of(M.block(2, 1, 3, 2), M.block(2, 1, 3, 2));
  expect_view_of(M.block(2, 1, 3, 2).rightCols(1), M.block(2, 1, 3, 2).rightCols(1));
}

TEST(MatrixView, ViewsRowsAndColumnsWithoutCopying) {
  const Matrix M = some_matrix();
  for (Index i = 0; i < M.rows(); ++i) expect_view_of(M.row(i), M.row(i));
  for (Index k = 0; k < M.cols(); ++k) expect_view_of(M.col(k), M.col(k));
  expect_view_of(M.col(2).segment(1, 3), M.col(2).segment(1, 3));
  expect_view_of(M.leftCols(3).col(2), M.leftCols(3).col(2));
}

TEST(MatrixView, ViewsAVectorAsAColumn) {
  const Vector v = some_matrix().col(0);
  const MatrixView view = v;
  EXPECT_EQ(view.cols(), 1);
  expect_view_of(view, v);
  expect_view_of(v.tail(2), v.tail(2));
  const RowVector row = some_matrix().row(0);
  expect_view_of(row, row);
}

TEST(MatrixView, ViewsAColumnOfAColumnMajorMatrix) {
  const Eigen::MatrixXd M = some_matrix();
  expect_view_of(M.col(3), M.col(3));
  expect_view_of(M.col(3).segment(1, 4), M.col(3).segment(1, 4));
}

TEST(MatrixView, ViewsMapsWithStrides) {
  std::vector<double> numbers(60);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<double>(k);
  const Eigen::Map<const Matrix> packed(numbers.data(), 4, 3);
  expect_view_of(packed, packed);
  const Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> wide(numbers.data(), 4, 3, Eigen::OuterStride<>(10));
  expect_view_of(wide, wide);
  EXPECT_EQ(MatrixView(wide)(3, 2), 32);
  const Eigen::Map<const Vector, 0, Eigen::InnerStride<>> every_seventh(numbers.data(), 5, Eigen::InnerStride<>(7));
  expect_view_of(every_seventh, every_seventh);
  EXPECT_EQ(MatrixView(every_seventh)(4, 0), 28);
}

TEST(MatrixView, ViewsAnotherView) {
  const Matrix M = some_matrix();
  const MatrixView whole = M, part = whole.block(1, 1, 4, 3), copy = part;
  expect_view_of(copy, M.block(1, 1, 4, 3));
  expect_view_of(part.col(1), M.col(2).segment(1, 4));
}

TEST(MatrixView, CanBeUsedInExpressions) {
  const Matrix M = some_matrix();
  const MatrixView part = M.block(1, 1, 4, 3);
  const Matrix copied = M.block(1, 1, 4, 3);
  EXPECT_EQ(Matrix(part.transpose() * part), Matrix(copied.transpose() * copied));
  EXPECT_EQ(part, copied);
}

TEST(MatrixView, AcceptsOnlyRowMajorStorage) {
  static_assert(can_be_viewed<Matrix>);
  static_assert(can_be_viewed<Vector>);
  static_assert(can_be_viewed<RowVector>);
  static_assert(can_be_viewed<Eigen::MatrixXd::ColXpr>);
  static_assert(can_be_viewed<decltype(std::declval<const Matrix&>().leftCols(2))>);
  static_assert(can_be_viewed<decltype(std::declval<const Matrix&>().col(0))>);
  static_assert(!is_row_major_storage<Eigen::MatrixXd>());
  static_assert(!can_be_viewed<Eigen::MatrixXf>);
  static_assert(!can_be_viewed<Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>);
  static_assert(!can_be_viewed<decltype(std::declval<const Matrix&>().transpose())>);
  static_assert(!can_be_viewed<decltype(std::declval<const Eigen::MatrixXd&>().row(0))>);
  static_assert(!can_be_viewed<decltype(std::declval<const Matrix&>() + std::declval<const Matrix&>())>);
  static_assert(!can_be_viewed<decltype(2.0 * std::declval<const Matrix&>())>);
  static_assert(!can_be_viewed<decltype(Matrix::Zero(2, 2))>);
  static_assert(!can_be_viewed<decltype(std::declval<const Matrix&>()(std::vector<Index>{1, 0}, kAll))>);
  // The entries of a row are not contiguous.
  static_assert(!can_be_viewed<Eigen::Map<const Matrix, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>>);
}

/// Regression test: views once kept a pointer to their own former address after a move.
TEST(Samples, CanBeCopiedAndMoved) {
  const Matrix X = test::Random(2).gaussian(50, 3), Y = test::Random(3).gaussian(50, 4);
  std::vector<std::optional<Samples>> copies;
  {
    const std::optional<Samples> samples = Samples{X, Y};
    for (int k = 0; k < 20; ++k) copies.push_back(samples);
  }
  const std::vector<std::optional<Samples>> moved = std::move(copies);
  for (const std::optional<Samples>& copy : moved) {
    ASSERT_TRUE(copy);
    EXPECT_EQ(copy->X.data(), X.data());
    EXPECT_EQ(copy->Y.data(), Y.data());
    EXPECT_TRUE(test::same_bits(copy->X, X));
    EXPECT_TRUE(test::same_bits(copy->Y, Y));
  }
}

TEST(Samples, OfTemporaryBlocksStayValid) {
  const Matrix table = test::Random(4).gaussian(30, 7);
  std::optional<Samples> samples;
  samples.emplace(Samples{table.leftCols(3), table.rightCols(4)});
  const std::optional<Samples> copy = samples;
  samples.reset();
  EXPECT_TRUE(test::same_bits(copy->X, table.leftCols(3)));
  EXPECT_TRUE(test::same_bits(copy->Y, table.rightCols(4)));
}

TEST(Dataset, OfColumnMajorMatricesGivesTheSameFit) {
  const Dataset data =
      draw_samples(draw_teacher({.inputs = 3, .outputs = 4, .seed = 5}), {.samples = 100, .noise = 0.1});
  const Eigen::MatrixXd X = data.X, Y = data.Y;
  for (const Method method : {Method::automatic, Method::qp}) {
    const FitOptions options{.method = method};
    const Fit copied = fit(Dataset{.X = X, .Y = Y}, options), viewed = fit({data.X, data.Y}, options);
    ASSERT_TRUE(viewed.usable()) << viewed.full();
    EXPECT_TRUE(test::same_bits(copied.unit.A, viewed.unit.A));
    EXPECT_TRUE(test::same_bits(copied.unit.B, viewed.unit.B));
    EXPECT_EQ(copied.training_loss, viewed.training_loss);
  }
}

}  // namespace
}  // namespace resunit
