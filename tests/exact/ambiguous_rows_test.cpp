// SPDX-License-Identifier: BSD-3-Clause
// Rows are not certified if their neuron could belong to another row.
#include "exact/ambiguous_rows.hpp"

#include <gtest/gtest.h>

#include "exact/exact.hpp"
#include "support/random.hpp"

namespace resunit::test {
namespace {

ExactFit learn_samples_of(const Matrix& A, const Matrix& X, std::uint64_t seed) {
  const Unit unit{.A = A, .B = Random(seed + 100).gaussian(A.rows() + 1, A.rows())};
  const Dataset data{X, predict(unit, X)};
  return learn_exactly(data, {.seed = seed});
}

TEST(AmbiguousRows, AreFoundIfOneIsAlwaysActive) {
  // Row 1 is linear on positive inputs. It also fits with the neuron of row 2 with its sign flipped.
  const Matrix A{{0.4, 1.3}, {1.8, -0.26}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const ExactFit fit = learn_samples_of(A, Random(seed).gaussian(200, 2).cwiseAbs(), seed);
    EXPECT_LT(fit.relative_residual, 1e-12);
    EXPECT_EQ(fit.certificate.layer1_rows, (std::vector<bool>{false, false})) << fit.unit.A;
  }
}

TEST(AmbiguousRows, AreFoundIfANeuronReproducesAnotherInput) {
  // e_1 + a_1 = 2 e_2: on its active samples, row 1 equals 2 x_2. So its neuron could belong to row 2.
  const Matrix A{{-1, 2, 0}, {0.5, -0.7, 1.1}, {0.3, 0.8, -1.2}};
  int found = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const ExactFit fit = learn_samples_of(A, Random(seed).gaussian(120, 3), seed);
    EXPECT_FALSE(fit.certificate.layer1_rows[1]) << fit.unit.A;
    if (fit.found < 3) continue;  // the neuron of row 1 was found for row 2, and none for row 1
    ++found;
    EXPECT_EQ(fit.certificate.layer1_rows, (std::vector<bool>{true, false, true})) << fit.unit.A;
  }
  RecordProperty("found", found);
}

TEST(AmbiguousRows, AreFoundForInputsOfTwoLevels) {
  // |x_1| = |x_2| on the samples: neurons of one input also fit as neurons of the other, but only on these samples.
  const Matrix A = Vector{{2, -1.5, 3, 1}}.asDiagonal();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Matrix X = Random(seed).gaussian(200, 4);
    X.leftCols(2) = X.leftCols(2).cwiseSign();
    const ExactFit fit = learn_samples_of(A, X, seed);
    EXPECT_EQ(fit.certificate.layer1_rows, (std::vector<bool>{false, false, true, true})) << fit.unit.A;
  }
}

TEST(AmbiguousRows, AreNotFoundForGaussianWeights) {
  for (const Index d : {2, 5, 16, 70})  // above 48 Eigen uses other kernels for products
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const ExactFit fit = learn_samples_of(Random(seed).gaussian(d, d), Random(seed + 50).gaussian(30 * d, d), seed);
      EXPECT_TRUE(fit.certificate.holds) << d;
    }
}

TEST(AmbiguousRows, IncludeNeuronsWithEqualPatternsOnFewSamples) {
  // Weights of small integers and few more samples than weights: pairs of neurons may have the same active samples.
  int pairs = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Matrix A = random.integers(3, 3, -2, 2), X = random.gaussian(9, 3);
    const ExactFit fit = learn_samples_of(A, X, seed);
    for (Index j = 0; j < 3; ++j)
      for (Index k = 0; k < j; ++k) {
        const Eigen::ArrayXd one = (X * fit.unit.A.row(j).transpose()).array(),
                             other = (X * fit.unit.A.row(k).transpose()).array();
        const bool parallel = Matrix(fit.unit.A.row(j)).norm() * Matrix(fit.unit.A.row(k)).norm() <=
                              (1 + 1e-9) * std::abs(fit.unit.A.row(j).dot(fit.unit.A.row(k)));
        if (parallel || !((one > 0) == (other > 0)).all()) continue;
        ++pairs;
        EXPECT_FALSE(fit.certificate.layer1_rows[j] || fit.certificate.layer1_rows[k]) << "seed " << seed;
      }
  }
  EXPECT_GT(pairs, 5);
}

}  // namespace
}  // namespace resunit::test
