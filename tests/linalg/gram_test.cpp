// SPDX-License-Identifier: BSD-3-Clause
// Gram matrices compared with plain loops. Only the lower triangle is computed.
#include "linalg/gram.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

#include "support/random.hpp"

namespace resunit {
namespace {

using test::Random;

/// sum_k weight_k z_k z_k' over the selected rows, entry by entry.
Matrix plain_gram(const Matrix& Z, const std::vector<int>& rows, const std::vector<double>& weights) {
  Matrix G = Matrix::Zero(Z.cols(), Z.cols());
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (Index a = 0; a < Z.cols(); ++a)
      for (Index b = 0; b < Z.cols(); ++b) G(a, b) += weights[k] * Z(rows[k], a) * Z(rows[k], b);
  return G;
}

void expect_same_lower_triangle(const Matrix& G, const Matrix& expected, double scale) {
  const double rounding = 100 * std::numeric_limits<double>::epsilon() * scale;
  ASSERT_EQ(G.rows(), expected.rows());
  for (Index a = 0; a < G.rows(); ++a)
    for (Index b = 0; b <= a; ++b) EXPECT_NEAR(G(a, b), expected(a, b), rounding) << a << ", " << b;
}

/// `count` of n rows in random order, without repetition.
std::vector<int> some_rows(Index n, Index count, Random& random) {
  std::vector<int> rows;
  for (const Index i : random.permutation(n)) rows.push_back(static_cast<int>(i));
  rows.resize(static_cast<std::size_t>(count));
  return rows;
}

TEST(Gram, AddsTheSelectedSamplesToTheMatrix) {
  for (const Index r : {1, 2, 9, 33})
    for (const Index count : {0, 1, 255, 256, 257, 600}) {  // around the block of 256
      Random random(static_cast<std::uint64_t>(r + count));
      const Matrix Z = random.gaussian(700, r);
      const std::vector<int> rows = some_rows(700, count, random);
      for (const double sign : {1.0, -1.0}) {
        const Matrix before = random.gaussian(r, r);
        Matrix G = before;
        GramWorkspace().add_gram(Z, rows, sign, G);
        expect_same_lower_triangle(G, before + sign * plain_gram(Z, rows, std::vector<double>(rows.size(), 1.0)), 1000);
      }
    }
}

TEST(Gram, SubtractsWhatItAdded) {
  Random random(1);
  const Matrix Z = random.gaussian(500, 8);
  const std::vector<int> rows = some_rows(500, 300, random);
  GramWorkspace workspace;
  Matrix G = Matrix::Identity(8, 8);
  workspace.add_gram(Z, rows, 1.0, G);
  workspace.add_gram(Z, rows, -1.0, G);
  expect_same_lower_triangle(G, Matrix::Identity(8, 8), 1000);
}

TEST(Gram, WeighsEverySample) {
  for (const Index r : {1, 5, 32})
    for (const Index n : {1, 256, 257, 1000}) {
      Random random(static_cast<std::uint64_t>(r * n));
      const Matrix Z = random.gaussian(n, r);
      std::vector<double> weights(static_cast<std::size_t>(n));
      for (double& weight : weights) weight = random.uniform(0, 2);
      weights[0] = 0;
      std::vector<int> all(static_cast<std::size_t>(n));
      std::iota(all.begin(), all.end(), 0);
      Matrix G = Matrix::Constant(3, 7, 42);  // previous content and shape are ignored
      GramWorkspace().weighted_gram(Z, weights.data(), G);
      expect_same_lower_triangle(G, plain_gram(Z, all, weights), 10.0 * static_cast<double>(n));
    }
}

TEST(Gram, WorkspaceSupportsChangingShapes) {
  GramWorkspace workspace;
  for (const Index r : {30, 2, 17}) {
    const Matrix Z = Random(2).gaussian(300, r);
    const std::vector<double> ones(300, 1.0);
    Matrix G;
    workspace.weighted_gram(Z, ones.data(), G);
    expect_same_lower_triangle(G, Z.transpose() * Z, 1000);
  }
}

}  // namespace
}  // namespace resunit
