// SPDX-License-Identifier: BSD-3-Clause
// The automatic selection of exact identification or the estimate under noise, and what each reports.
#include "identify/identify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "resunit/fit.hpp"
#include "resunit/intervals.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "support/message_of.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using testing::HasSubstr;

struct World {
  Unit teacher;
  Dataset data;

  explicit World(Index d, Index n, double noise, double negative = 0.5, std::uint64_t seed = 1)
      : teacher(draw_teacher({.inputs = d, .negative = negative, .seed = seed})),
        data(draw_samples(teacher, {.samples = n, .noise = noise, .seed = seed + 1})) {}
};

TEST(Auto, SelectsExactForNoiselessSamplesOfAnySign) {
  for (const double negative : {0.0, 0.5, 1.0})
    for (const Index d : {1, 2, 8}) {
      const World world(d, 50 * d, 0, negative, 3);
      const Fit result = fit(world.data, {});
      EXPECT_EQ(result.method, Method::exact) << "d = " << d;
      EXPECT_EQ(result.status, FitStatus::solved) << "d = " << d;
      EXPECT_LE(weight_errors(result.unit, world.teacher).layer1, 1e-9);
      EXPECT_THAT(result.choice, HasSubstr("auto selected exact: a unit fits the samples to rounding error"));
    }
}

TEST(Auto, FindsUnitsWhoseLayer2HasCondition1e10) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Unit teacher = draw_teacher({.inputs = 16, .condition = 1e10, .seed = seed});
    const Dataset data = draw_samples(teacher, {.samples = 256, .seed = seed});
    const Fit result = fit(data, {});
    EXPECT_TRUE(result.usable()) << "seed " << seed << ": " << result.full();
    EXPECT_NE(result.status, FitStatus::suspect) << "seed " << seed << ": " << result.full();
    EXPECT_LE(weight_errors(result.unit, teacher).layer1, 1e-5) << "seed " << seed;
    EXPECT_LE((predict(result.unit, data.X) - data.Y).norm(), 1e-8 * data.Y.norm()) << "seed " << seed;
  }
}

TEST(Auto, DetectsNoiseDownToTheLastDigits) {
  for (const double noise : {1e-11, 1e-8, 1e-4, 0.05, 0.5}) {
    const World world(6, 300, noise);
    const Fit result = fit(world.data, {});
    EXPECT_EQ(result.method, Method::noisy) << noise;
    EXPECT_EQ(result.status, FitStatus::solved) << noise;
    EXPECT_NEAR(result.uncertainty.noise_std, noise, 0.1 * noise);
    EXPECT_LE(weight_errors(result.unit, world.teacher).layer1, 0.5 * noise);
    EXPECT_FALSE(result.certificate.holds);
    EXPECT_THAT(result.choice,
                HasSubstr("auto selected noisy: no unit was found that fits the samples to rounding error"));
  }
}

TEST(Auto, TreatsRoundedSamplesAsNoisy) {
  World world(8, 400, 0);
  world.data.X = world.data.X.cast<float>().cast<double>().eval();
  world.data.Y = predict(world.teacher, world.data.X).cast<float>().cast<double>().eval();
  const Fit result = fit(world.data, {});
  EXPECT_EQ(result.method, Method::noisy);
  EXPECT_LE(weight_errors(result.unit, world.teacher).layer1, 1e-6);
  EXPECT_GT(result.uncertainty.noise_std, 0);
}

TEST(Auto, ReturnsTheBitsOfTheSelectedMethod) {
  const World exact(6, 200, 0), noisy(6, 200, 0.2);
  EXPECT_EQ(fit(exact.data, {}).unit.A, fit(exact.data, {.method = Method::exact}).unit.A);
  EXPECT_EQ(fit(noisy.data, {}).unit.A, fit(noisy.data, {.method = Method::noisy}).unit.A);
}

TEST(Auto, RequestsMoreSamplesIfNoiseIsNotIdentifiable) {
  const World world(8, 40, 0.1);
  const Fit result = fit(world.data, {});
  EXPECT_EQ(result.status, FitStatus::too_few_samples);
  EXPECT_THAT(result.reason, HasSubstr("at least 48"));
  EXPECT_EQ(result.unit.A.size(), 0);
}

TEST(Auto, SelectsQpForNoisySamplesWithDependentInputs) {
  World world(5, 300, 0.1);
  world.data.X.col(4) = world.data.X.col(1);
  const Fit result = fit(world.data, {});
  EXPECT_EQ(result.method, Method::qp);
  EXPECT_THAT(
      result.choice,
      HasSubstr("auto selected qp: no unit was found that fits the samples to rounding error, and X has rank 4"));
}

TEST(Auto, SuspectsSamplesThatDoNotComeFromAUnit) {
  test::Random random(4);
  const Matrix X = random.gaussian(500, 5);
  const Matrix wide = (X * random.gaussian(5, 12)).cwiseMax(0.0) * random.gaussian(12, 6) + X * random.gaussian(5, 6);
  const Fit result = fit(Dataset{X, wide + 0.1 * random.gaussian(500, 6)}, {});
  EXPECT_EQ(result.status, FitStatus::suspect);
  EXPECT_FALSE(result.warnings.empty());
}

TEST(Noisy, DescendsFromAGivenStart) {
  const World world(6, 300, 0.3);
  const Fit result = fit(world.data, {.method = Method::noisy, .start = world.teacher});
  EXPECT_EQ(result.status, FitStatus::solved);
  EXPECT_LE(result.training_loss, output_errors(predict(world.teacher, world.data.X), world.data.Y).loss);
}

TEST(Bias, IsLearnedExactlyWithoutNoise) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Unit teacher = draw_teacher({.inputs = 6, .negative = 0.5, .bias = Bias::both, .seed = seed});
    const Fit result = fit(draw_samples(teacher, {.samples = 300, .seed = seed + 1}), {.bias = Bias::both});
    EXPECT_EQ(result.status, FitStatus::solved) << seed << "\n" << result.full();
    EXPECT_TRUE(result.unit.bias);
    EXPECT_EQ(result.unit.inputs(), 6);
    EXPECT_LE(weight_errors(result.unit, teacher).layer1, 1e-9) << seed;
    EXPECT_LE(weight_errors(result.unit, teacher).layer2, 1e-9) << seed;
    const Dataset fresh = draw_samples(teacher, {.samples = 100, .seed = seed + 7});
    EXPECT_LE(output_errors(predict(result.unit, fresh.X), fresh.Y).output_error, 1e-9);
  }
}

TEST(Bias, IsLearnedUnderNoise) {
  const Unit teacher = draw_teacher({.inputs = 5, .negative = 0.5, .bias = Bias::both, .seed = 3});
  const Fit result = fit(draw_samples(teacher, {.samples = 600, .noise = 0.1, .seed = 4}), {.bias = Bias::both});
  EXPECT_EQ(result.method, Method::noisy);
  const Dataset fresh = draw_samples(teacher, {.samples = 200, .seed = 5});
  EXPECT_LE(output_errors(predict(result.unit, fresh.X), fresh.Y).output_error, 0.03);
}

/// Samples of a unit with biases and as many outputs as inputs.
struct BiasedWorld {
  BiasedWorld(Bias biases, double noise, Index n = 240)
      : teacher(draw_teacher({.inputs = 4, .outputs = 4, .negative = 0.5, .bias = biases, .seed = 8})),
        data(draw_samples(teacher, {.samples = n, .noise = noise, .seed = 9})) {}

  Unit teacher;
  Dataset data;
};

TEST(Bias, IsIdentifiedExactlyWithAsManyOutputsAsInputs) {
  for (const Bias bias : {Bias::layer1, Bias::both}) {
    const BiasedWorld world(bias, 0);
    const Fit result = fit(world.data, {.bias = bias});
    EXPECT_EQ(result.method, Method::exact) << result.full();
    EXPECT_EQ(result.status, FitStatus::solved) << result.full();
    EXPECT_EQ(bias_of(result.unit), bias);
    EXPECT_TRUE(result.unit.A.row(4).isZero(0));
    EXPECT_LE(weight_errors(result.unit, world.teacher).layer1, 1e-10);
    EXPECT_LE(weight_errors(result.unit, world.teacher).layer2, 1e-10);
  }
}

TEST(Bias, OfBothLayersContainsThatOfLayerOne) {
  const BiasedWorld world(Bias::layer1, 0);
  const Fit result = fit(world.data, {.bias = Bias::both});
  EXPECT_EQ(result.status, FitStatus::solved) << result.full();
  EXPECT_LE(weight_errors(result.unit, world.teacher).layer2, 1e-10);
}

TEST(Bias, OfLayerOneAloneDoesNotFitABiasOfLayerTwo) {
  const BiasedWorld world(Bias::both, 0);
  const Fit exact = fit(world.data, {.method = Method::exact, .bias = Bias::layer1});
  EXPECT_EQ(exact.status, FitStatus::not_exact) << exact.full();
  EXPECT_FALSE(exact.certificate.holds);
  EXPECT_EQ(fit(world.data, {.bias = Bias::layer1}).status, FitStatus::suspect);
}

TEST(Bias, OfLayerOneAloneIsNotCertifiedIfLayerTwoHasATinyBias) {
  BiasedWorld world(Bias::layer1, 0);
  world.data.Y.array() += 1e-10;
  const Fit alone = fit(world.data, {.method = Method::exact, .bias = Bias::layer1});
  EXPECT_EQ(alone.status, FitStatus::undetermined) << alone.full();
  const Fit both = fit(world.data, {.method = Method::exact, .bias = Bias::both});
  EXPECT_EQ(both.status, FitStatus::solved) << both.full();
  EXPECT_NEAR(both.unit.B(0, 4), 1e-10, 1e-13);
}

/// The constant output fits exactly whatever the samples, and must not make noise look like rounding error.
TEST(Bias, OfPerturbedSamplesIsNotCertified) {
  for (const double noise : {1e-11, 1e-6}) {
    const BiasedWorld world(Bias::both, noise);
    const Fit result = fit(world.data, {.bias = Bias::both});
    EXPECT_FALSE(result.certificate.holds) << result.full();
    EXPECT_EQ(result.method, Method::noisy) << result.full();
  }
}

TEST(Bias, OfCenteredSamplesIsIdentified) {
  World world(4, 240, 0);
  const Eigen::RowVectorXd mean = Eigen::RowVectorXd::LinSpaced(4, -1, 2);
  world.data.X.rowwise() -= mean;
  const Fit result = fit(world.data, {.bias = Bias::both});
  EXPECT_EQ(result.status, FitStatus::solved) << result.full();
  const Unit expected = canonical(world.teacher);
  EXPECT_TRUE(result.unit.A.topLeftCorner(4, 4).isApprox(expected.A, 1e-9));
  EXPECT_TRUE(result.unit.A.topRightCorner(4, 1).isApprox(expected.A * mean.transpose(), 1e-9));
  EXPECT_TRUE(result.unit.B.rightCols(1).isApprox(expected.B * mean.transpose(), 1e-9));
}

TEST(Bias, IsEstimatedUnderNoiseWithAsManyOutputsAsInputs) {
  for (const Bias bias : {Bias::layer1, Bias::both}) {
    const BiasedWorld world(bias, 0.1, 600);
    const Fit result = fit(world.data, {.bias = bias});
    EXPECT_EQ(result.method, Method::noisy);
    EXPECT_EQ(result.status, FitStatus::solved) << result.full();
    EXPECT_LE(weight_errors(result.unit, world.teacher).layer1, 0.1);
    EXPECT_LE(weight_errors(result.unit, world.teacher).layer2, 0.1);
    EXPECT_NEAR(result.uncertainty.noise_std, 0.1, 0.01);
    const Index weights = 4 * 5 + 4 * (bias == Bias::both ? 5 : 4);
    EXPECT_EQ(result.uncertainty.degrees_of_freedom, 600 * 4 - weights);
    EXPECT_TRUE(result.uncertainty.A_stderr.row(4).isZero(0));
    EXPECT_GT(result.uncertainty.A_stderr.topRows(4).minCoeff(), 0);
    EXPECT_EQ(result.uncertainty.B_stderr.col(4).isZero(0), bias == Bias::layer1);
    EXPECT_GT(prediction_stderr(result, world.data.X).minCoeff(), 0);
  }
}

TEST(Bias, IsLearnedByEveryMethodButLr) {
  const BiasedWorld world(Bias::layer1, 0.01);
  for (const Bias bias : {Bias::layer1, Bias::both})
    for (const Method method : {Method::qp, Method::lp_noisy, Method::sgd}) {
      FitOptions options{.method = method, .bias = bias, .polish = true};
      if (method == Method::sgd) options.sgd.epochs = 20;
      const Fit result = fit(world.data, options);
      ASSERT_TRUE(result.usable()) << result.full();
      EXPECT_TRUE(result.unit.A.row(4).isZero(0));
      EXPECT_EQ(bias_of(result.unit), bias);
    }
  EXPECT_THAT(test::message_of<OptionError>([&] { fit(world.data, {.method = Method::lr, .bias = Bias::both}); }),
              HasSubstr("FitOptions::bias has no effect with method lr"));
}

TEST(Bias, RequiresAStartWithABias) {
  const World world(4, 100, 0);
  EXPECT_THAT(test::message_of<OptionError>(
                  [&] { fit(world.data, {.method = Method::sgd, .bias = Bias::both, .start = world.teacher}); }),
              HasSubstr("start has no bias"));
}

TEST(Polish, LowersTheLossOfThePapersMethods) {
  const World world(6, 400, 0.3, 0.0);
  for (const Method method : {Method::qp, Method::lp_noisy, Method::sgd}) {
    FitOptions options{.method = method};
    if (method == Method::sgd) options.sgd.epochs = 20;
    const Fit plain = fit(world.data, options);
    options.polish = true;
    const Fit polished = fit(world.data, options);
    EXPECT_LT(polished.training_loss, plain.training_loss) << to_string(method);
    EXPECT_EQ(polished.seconds.back().first, "polish");
  }
  const Fit qp = fit(world.data, {.method = Method::qp, .polish = true});
  const Fit best = fit(world.data, {.method = Method::noisy});
  EXPECT_LE(qp.training_loss, 1.05 * best.training_loss);
}

TEST(Intervals, HaveAboutTheirNominalCoverage) {
  double inside = 0, count = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const World world(5, 300, 0.3, 0.5, 10 * seed);
    const Fit result = fit(world.data, {});
    const Dataset fresh = draw_samples(world.teacher, {.samples = 100, .seed = seed + 500});
    const Matrix width = interval_half_width(result, fresh.X, 0.95);
    inside += ((predict(result.unit, fresh.X) - fresh.Y).array().abs() <= width.array()).cast<double>().sum();
    count += static_cast<double>(width.size());
  }
  EXPECT_GT(inside / count, 0.92);
  EXPECT_LT(inside / count, 0.98);
}

TEST(Intervals, WidenWithTheLevelAndRejectInvalidLevels) {
  const World world(4, 200, 0.3);
  const Fit result = fit(world.data, {});
  const auto width = [&](double level) { return interval_half_width(result, world.data.X, level).mean(); };
  EXPECT_LT(width(0.5), width(0.9));
  EXPECT_LT(width(0.9), width(0.99));
  EXPECT_THROW(width(1), OptionError);
  EXPECT_THROW(width(0), OptionError);
}

}  // namespace
}  // namespace resunit
