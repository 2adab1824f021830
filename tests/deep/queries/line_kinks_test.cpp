// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/line_kinks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/networks.hpp"
#include "support/oracles.hpp"

namespace resunit {
namespace {

constexpr double kDouble = std::numeric_limits<double>::epsilon();
constexpr Index kNoLimit = 1000000;

Line random_line(Index d, test::Random& random) {
  const Vector a = random.gaussian(d, 1).col(0), b = random.gaussian(d, 1).col(0);
  return {.a = a, .b = b.normalized(), .reach = 6};
}

TEST(LineKinks, OfAUnitAreWhereTheRowsOfAVanish) {
  test::Random random(1);
  const Network unit = test::random_network(2, 6, 6, random);
  const Oracle oracle = test::exact_oracle(unit);
  Answers answers(oracle, 6, kNoLimit);
  std::vector<Line> lines = {random_line(6, random), random_line(6, random)};
  find_kinks(answers, kDouble, lines);
  for (const Line& line : lines) {
    std::vector<double> expected;
    for (Index j = 0; j < 6; ++j) {
      const double t = -unit.weights[0].row(j).dot(line.a) / unit.weights[0].row(j).dot(line.b);
      if (std::abs(t) < 6) expected.push_back(t);
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(line.kinks.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(line.kinks[k], expected[k], 1e-9);
  }
}

TEST(LineKinks, OfALinearFunctionDoNotExist) {
  const Oracle oracle = [](const MatrixView& X) -> Matrix { return 3 * X; };
  Answers answers(oracle, 4, kNoLimit);
  test::Random random(2);
  std::vector<Line> lines = {random_line(4, random)};
  find_kinks(answers, kDouble, lines);
  EXPECT_TRUE(lines[0].kinks.empty());
  EXPECT_EQ(answers.count(), 4);
}

TEST(LineKinks, OfACurvedFunctionAreNotSearchedForever) {
  const Oracle oracle = [](const MatrixView& X) -> Matrix { return X.array().sin(); };
  Answers answers(oracle, 4, kNoLimit);
  test::Random random(3);
  std::vector<Line> lines = {random_line(4, random)};
  EXPECT_THROW(find_kinks(answers, kDouble, lines), TooManyPieces);
  EXPECT_LE(answers.count(), 5000);
}

}  // namespace
}  // namespace resunit
