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
    const Unit teacher = draw_teacher({.inputs = 6, .negative = 0.5, .bias = true, .seed = seed});
    const Fit result = fit(draw_samples(teacher, {.samples = 300, .seed = seed + 1}), {.bias = true});
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
  const Unit teacher = draw_teacher({.inputs = 5, .negative = 0.5, .bias = true, .seed = 3});
  const Fit result = fit(draw_samples(teacher, {.samples = 600, .noise = 0.1, .seed = 4}), {.bias = true});
  EXPECT_EQ(result.method, Method::noisy);
  const Dataset fresh = draw_samples(teacher, {.samples = 200, .seed = 5});
  EXPECT_LE(output_errors(predict(result.unit, fresh.X), fresh.Y).output_error, 0.03);
}

TEST(Bias, RequiresOneMoreOutput) {
  const World world(4, 100, 0);
  EXPECT_EQ(test::message_of<DataError>([&] { fit(world.data, {.bias = true}); }),
            "a fit with a bias requires at least 5 columns in Y, one more than in X; Y has 4");
}

TEST(Bias, RequiresAStartWithABias) {
  const World world(4, 100, 0);
  EXPECT_THAT(test::message_of<OptionError>(
                  [&] { fit(world.data, {.method = Method::sgd, .bias = true, .start = world.teacher}); }),
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
