// SPDX-License-Identifier: BSD-3-Clause
// Transformations of the samples, and the unit that must be learned from the transformed samples:
//     samples in another order     A, B
//     y' = Q y                     A, Q B            Q a permutation, a rotation, a factor, and factors by output
//     x' = s x                     A, B / s
//     x' = P x                     P A P', B P'      P a permutation
//     x' = S x, S > 0 diagonal     S A S^-1, B S^-1
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/QR>

#include "hostile/problems.hpp"
#include "linalg/indexing.hpp"
#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"

namespace resunit::test {
namespace {

/// Samples of a unit that every method can learn. Noise keeps the minimizers of the row programs unique.
Dataset samples_for(Method method, std::uint64_t seed) {
  const double noise = method == Method::exact || method == Method::lp ? 0 : 0.05;
  const Unit teacher = draw_teacher({.inputs = 3, .outputs = 4, .condition = 4, .seed = seed});
  return draw_samples(teacher, {.samples = 120, .noise = noise, .seed = seed_of_samples(seed)});
}

Matrix rotation(Index size, Random& random) {
  const Matrix Q = Eigen::HouseholderQR<Eigen::MatrixXd>(random.gaussian(size, size)).householderQ();
  return Q;
}

Matrix permutation(Index size, Random& random) {
  Matrix P = Matrix::Zero(size, size);
  const std::vector<Index> order = random.permutation(size);
  for (Index k = 0; k < size; ++k) P(k, order[static_cast<std::size_t>(k)]) = 1;
  return P;
}

Vector factors(Index size, int largest_exponent, Random& random) {
  return Vector::NullaryExpr(
      size, [&] { return power_of_two(random.integer(-largest_exponent, largest_exponent)) * random.uniform(1, 2); });
}

class Invariance : public testing::TestWithParam<Method> {
 protected:
  Unit learned(const Dataset& data) const {
    const Fit fit = resunit::fit(data, {.method = GetParam()});
    if (!fit.usable()) throw std::runtime_error(fit.full());
    return fit.unit;
  }

  /// Compares the unit learned from transformed samples with the expected one. The loss under noise has kinks, and
  /// minima of nearly equal loss on both sides of a kink: rounding error may decide between them.
  void expect(const Unit& found, const Unit& wanted) const {
    const double tolerance = GetParam() == Method::noisy ? 2e-3 : 1e-6;
    EXPECT_LE((found.A - wanted.A).norm(), tolerance * wanted.A.norm()) << "seed " << seed_;
    for (Index j = 0; j < wanted.outputs(); ++j)
      EXPECT_LE((found.B.row(j) - wanted.B.row(j)).norm(), tolerance * wanted.B.row(j).norm())
          << "seed " << seed_ << ", output " << j;
  }

  template <class Check>
  void for_some_samples(Check check) {
    for (seed_ = 0; seed_ < 4; ++seed_) {
      Random random(100 + seed_);
      const Dataset data = samples_for(GetParam(), seed_);
      check(data, learned(data), random);
    }
  }

 private:
  std::uint64_t seed_ = 0;
};

TEST_P(Invariance, OfTheOrderOfSamples) {
  for_some_samples([&](const Dataset& data, const Unit& unit, Random& random) {
    const std::vector<Index> order = random.permutation(data.X.rows());
    expect(learned({data.X(order, kAll), data.Y(order, kAll)}), unit);
  });
}

TEST_P(Invariance, UnderPermutedAndRotatedOutputs) {
  for_some_samples([&](const Dataset& data, const Unit& unit, Random& random) {
    for (const Matrix& Q : {permutation(4, random), rotation(4, random)})
      expect(learned({data.X, data.Y * Q.transpose()}), {.A = unit.A, .B = Q * unit.B});
  });
}

TEST_P(Invariance, UnderPermutedInputs) {
  for_some_samples([&](const Dataset& data, const Unit& unit, Random& random) {
    const Matrix P = permutation(3, random);
    expect(learned({data.X * P.transpose(), data.Y}), {.A = P * unit.A * P.transpose(), .B = unit.B * P.transpose()});
  });
}

TEST_P(Invariance, UnderScaledFiles) {
  for_some_samples([&](const Dataset& data, const Unit& unit, Random&) {
    for (const double scale : {3e-70, 3e70}) {
      expect(learned({scale * data.X, data.Y}), {.A = unit.A, .B = unit.B / scale});
      expect(learned({data.X, scale * data.Y}), {.A = unit.A, .B = scale * unit.B});
    }
  });
}

TEST_P(Invariance, UnderScaledInputs) {
  for_some_samples([&](const Dataset& data, const Unit& unit, Random& random) {
    const Vector S = factors(3, 200, random);
    const Unit found = learned({data.X * S.asDiagonal(), data.Y});
    expect({.A = S.cwiseInverse().asDiagonal() * found.A * S.asDiagonal(), .B = found.B * S.asDiagonal()}, unit);
  });
}

/// Not for method noisy, which assumes noise of equal variance in all outputs.
TEST_P(Invariance, UnderScaledOutputs) {
  if (GetParam() == Method::noisy) GTEST_SKIP() << "the estimate depends on the scale of the outputs";
  for_some_samples([&](const Dataset& data, const Unit& unit, Random& random) {
    const Vector S = factors(4, 20, random);
    expect(learned({data.X, data.Y * S.asDiagonal()}), {.A = unit.A, .B = S.asDiagonal() * unit.B});
  });
}

INSTANTIATE_TEST_SUITE_P(Hostile, Invariance,
                         testing::Values(Method::exact, Method::noisy, Method::qp, Method::lp, Method::lp_noisy),
                         [](const auto& method) {
                           std::string name(to_string(method.param));
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace resunit::test
