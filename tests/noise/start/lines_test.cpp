// SPDX-License-Identifier: BSD-3-Clause
// The search for lines, the relaxed model and random perturbations.
#include "noise/start/lines.hpp"

#include <gtest/gtest.h>

#include "linalg/basis.hpp"
#include "linalg/project_out.hpp"
#include "noise/start/perturb.hpp"
#include "noise/start/relax.hpp"
#include "noise/start/sign_search.hpp"
#include "noise/world.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using test::draw_world;
using test::World;

class SoughtSigns : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Lines, SoughtSigns, testing::Values(0.0, 0.5, 1.0));

TEST_P(SoughtSigns, AllNeuronsAreFound) {
  const World world = draw_world({.d = 8, .n = 600, .sigma = 0.1, .negative = GetParam()});
  Random random(1, Stream::noisy_search);
  const Matrix U = find_lines(world.data, orthonormal_basis(world.data.X, 1e-9), random, 1);
  Matrix rows = world.truth.A;
  rows.rowwise().normalize();
  const Matrix cosine = (U * rows.transpose()).cwiseAbs();
  EXPECT_GT(cosine.colwise().maxCoeff().minCoeff(), 0.9);
}

TEST(SignSearch, ANeuronIsAFixedPointWithoutNoise) {
  const World world = draw_world({.d = 5, .n = 300, .sigma = 0});
  const Basis inputs = orthonormal_basis(world.data.X, 1e-9);
  const Matrix rest = project_out(inputs.Z, world.data.Y);
  const SignSearch search(inputs.Z, inputs.Z, top_left_singular_vectors(rest, 5, 0));
  const Vector b = (inputs.Z.transpose() * world.data.X * world.truth.A.row(2).transpose()).normalized();
  const LineOptimum end = search.run(b, 15);
  EXPECT_LT(end.miss, 1e-9);
  EXPECT_GT(std::abs(end.b.dot(b)), 1 - 1e-9);
}

TEST(Relax, ContainsTheUnit) {
  const World world = draw_world({.d = 5, .n = 200, .sigma = 0.4});
  const VplmResult unit = vplm(world.data, world.truth.A);
  const Relaxed model = relax(world.data, unit.A);
  EXPECT_LT(model.loss, unit.loss);
  EXPECT_GT(expected_loss(world.data, model.loss), unit.loss);
  EXPECT_LT((model.U.rowwise().norm() - Vector::Ones(5)).norm(), 1e-12);
}

TEST(Relax, AWrongLineIsReplaced) {
  const World world = draw_world({.d = 6, .n = 400, .sigma = 0.1});
  Matrix U = world.truth.A;
  const double best = relax(world.data, U).loss;
  U.row(3) = U.row(2) + 0.01 * U.row(1);
  Random random(2, Stream::noisy_search);
  const Relaxed model =
      replace_weak_lines(world.data, orthonormal_basis(world.data.X, 1e-9), relax(world.data, U, 1e-4, 1), random, 1);
  EXPECT_LT(model.loss, 1.05 * best);
}

TEST(Perturb, NeverIncreasesTheLossAndEscapesShallowMinima) {
  double before = 0, after = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const World world = draw_world({.d = 6, .n = 150, .sigma = 1, .seed = seed});
    const VplmResult fit = vplm(world.data, world.truth.A);
    Random random(seed, Stream::noisy_search);
    const VplmResult perturbed = perturb(world.data, fit, 8, {}, random, 1);
    EXPECT_LE(perturbed.loss, fit.loss);
    before += fit.loss;
    after += perturbed.loss;
  }
  EXPECT_LT(after, before);
}

}  // namespace
}  // namespace resunit
