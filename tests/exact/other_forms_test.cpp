// SPDX-License-Identifier: BSD-3-Clause
// Rows for which a unit with other weights computes the same function, and rows for which none does.
#include "exact/other_forms.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace resunit {
namespace {

using Marks = std::vector<bool>;

TEST(OtherForms, DoNotExistInGeneralPosition) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::Random random(seed);
    Matrix A = random.gaussian(5, 5);
    EXPECT_EQ(rows_with_other_forms(A), Marks(5)) << seed;
    A.row(3) = 2 * A.row(1);  // the same hyperplane
    A.row(4) = -A.row(2);
    EXPECT_EQ(rows_with_other_forms(A), Marks(5)) << seed;
    A.row(0).setZero();
    EXPECT_EQ(rows_with_other_forms(A), Marks(5)) << seed;
  }
}

TEST(OtherForms, ExcludeScaleRows) {
  const Matrix A{{3, 0, 0}, {0, -2, 0}, {0.5, 0.25, -0.75}};
  EXPECT_EQ(rows_with_other_forms(A), Marks(3));
}

TEST(OtherForms, MarkARowThatCouldReplaceAnother) {
  const Matrix A{{-1, 2, 0}, {0.5, 0.25, 1}, {1, 1, 1}};  // e_1 + a_1 = 2 e_2: x_1 + (a_1 x)^+ = 2 x_2 + (-a_1 x)^+
  EXPECT_EQ(rows_with_other_forms(A), (Marks{false, true, false}));
}

TEST(OtherForms, MarkRowsThatCanAddAPositivePart) {
  const Matrix A{{0, 0, 1, 0}, {1, 1, 1, 1}, {0, 0, -1, 0}, {1, 0, 1, 0}};  // r_3 = x_3^+,  r_1 = x_1 + x_3^+
  EXPECT_EQ(rows_with_other_forms(A), (Marks{true, false, false, false}));
  Matrix B = A;
  B.row(0).setZero();  // the same function
  EXPECT_EQ(rows_with_other_forms(B), (Marks{true, false, false, false}));
}

TEST(OtherForms, MarkOppositeNeuronsOfSpecialRows) {
  const Matrix A{{-1, -1}, {1, 1}};  // r_2 - r_1 = 2 x_2
  EXPECT_TRUE(rows_with_other_forms(A)[1]);
  const Matrix B{{-1, -1}, {0, 0}};  // the same function
  EXPECT_TRUE(rows_with_other_forms(B)[1]);
}

TEST(OtherForms, GroupNeuronsThatShareAHyperplane) {
  const Matrix A{{1, 2, 0}, {0, 0, 0}, {-2, -4, 0}};
  EXPECT_EQ(rows_on_shared_hyperplanes(A), (std::vector<std::vector<Index>>{{0, 2}}));
  EXPECT_TRUE(rows_on_shared_hyperplanes(Matrix::Identity(3, 3)).empty());
}

}  // namespace
}  // namespace resunit
