// SPDX-License-Identifier: BSD-3-Clause
// Fits of networks under noise: the oracle's loss, standard errors, and statuses that state doubts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "deep/descent/network_descent.hpp"
#include "resunit/fit_network.hpp"
#include "resunit/synthetic.hpp"

namespace resunit {
namespace {

using ::testing::HasSubstr;

struct NoisyCase {
  Network teacher;
  Dataset samples;
};

NoisyCase noisy_case(std::uint64_t seed, Index layers, Index d, Index n, double noise) {
  NoisyCase result{.teacher = draw_network({.inputs = d,
                                            .layers = layers,
                                            .negative = 0.5,
                                            .hidden_scale = 1 / std::sqrt(static_cast<double>(d)),
                                            .seed = seed}),
                   .samples = {}};
  result.samples = draw_samples(result.teacher, {.samples = n, .noise = noise, .seed = seed_of_samples(seed)});
  return result;
}

TEST(FitNoisy, ReachesTheLossOfTheOracle) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const NoisyCase given = noisy_case(seed, 3, 3, 400, 0.1);
    const NetworkFit fit = fit_network(given.samples, {.method = Method::noisy});
    const NetworkMinimum oracle = minimize_loss(given.samples, given.teacher);
    const double loss = oracle.relative_loss * given.samples.Y.squaredNorm() / (2 * 400);
    EXPECT_EQ(fit.status, FitStatus::solved) << fit.reason;
    EXPECT_LE(fit.training_loss, 1.001 * loss) << seed;
    EXPECT_NEAR(fit.uncertainty.noise_std, 0.1, 0.015);
    EXPECT_LE(fit.uncertainty.relaxed_loss, fit.training_loss);
  }
}

TEST(FitNoisy, HasStandardErrorsThatMatchTheSpreadOfTheErrors) {
  double squares = 0, count = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const NoisyCase given = noisy_case(seed, 3, 3, 600, 0.05);
    const NetworkFit fit = fit_network(given.samples, {.method = Method::noisy});
    ASSERT_EQ(fit.status, FitStatus::solved) << fit.reason;
    ASSERT_EQ(fit.uncertainty.standard_errors.size(), 3);
    for (std::size_t l = 0; l < 3; ++l) {
      const Matrix error = fit.network.weights[l] - given.teacher.weights[l];
      squares += error.cwiseQuotient(fit.uncertainty.standard_errors[l]).squaredNorm();
      count += static_cast<double>(error.size());
    }
  }
  EXPECT_NEAR(std::sqrt(squares / count), 1, 0.25) << "root mean square of error / standard error";
}

TEST(FitNoisy, ScalesWithTheSamples) {
  const NoisyCase given = noisy_case(5, 3, 3, 400, 0.1);
  Dataset scaled = given.samples;
  const Eigen::RowVectorXd factors{{1e-3, 1, 1e3}};
  scaled.X.array().rowwise() *= factors.array();
  scaled.Y *= 1e4;
  const NetworkFit fit = fit_network(given.samples, {.method = Method::noisy}),
                   of_scaled = fit_network(scaled, {.method = Method::noisy});
  EXPECT_NEAR(of_scaled.uncertainty.noise_std, 1e4 * fit.uncertainty.noise_std, 1e4 * 1e-6);
  EXPECT_EQ(of_scaled.status, fit.status);
  EXPECT_LE((predict(of_scaled, scaled.X) - 1e4 * predict(fit, given.samples.X)).norm(), 1e-3 * scaled.Y.norm());
}

TEST(FitNoisy, GivesTheSameBitsForAnyNumberOfThreads) {
  const NoisyCase given = noisy_case(6, 3, 3, 300, 0.1);
  const NetworkFit one = fit_network(given.samples, {.method = Method::noisy, .threads = 1}),
                   three = fit_network(given.samples, {.method = Method::noisy, .threads = 3});
  for (std::size_t l = 0; l < 3; ++l) EXPECT_EQ(one.network.weights[l], three.network.weights[l]);
}

TEST(FitNoisy, DoubtsANetworkWithTooFewLayers) {
  const NoisyCase given = noisy_case(7, 4, 3, 800, 0.01);
  const NetworkFit fit = fit_network(given.samples, {.layers = 2, .method = Method::noisy, .starts = 2});
  EXPECT_EQ(fit.status, FitStatus::suspect) << fit.reason;
}

TEST(FitNoisy, ReportsOutputsThatDoNotDependOnTheInputs) {
  NoisyCase given = noisy_case(8, 3, 3, 400, 0.1);
  given.samples.Y = given.samples.Y.colwise().reverse().eval();
  const NetworkFit fit = fit_network(given.samples, {.method = Method::noisy});
  EXPECT_EQ(fit.status, FitStatus::unrelated);
  EXPECT_FALSE(fit.usable());
  EXPECT_THAT(fit.reason, HasSubstr("same order"));
}

TEST(FitNoisy, RequiresMoreEquationsThanWeights) {
  const NoisyCase given = noisy_case(9, 3, 4, 20, 0.1);
  const NetworkFit fit = fit_network(given.samples, {.method = Method::noisy});
  EXPECT_EQ(fit.status, FitStatus::too_few_samples);
  EXPECT_THAT(fit.reason, HasSubstr("20 samples: under noise, a network of 3 layers with 4 inputs requires at least"));
}

TEST(FitNoisy, IsSelectedAutomatically) {
  const NoisyCase given = noisy_case(10, 3, 3, 400, 0.1);
  const NetworkFit fit = fit_network(given.samples, {.layers = 3});
  EXPECT_EQ(fit.method, Method::noisy);
  EXPECT_EQ(fit.status, FitStatus::solved) << fit.reason;
  EXPECT_THAT(fit.choice, HasSubstr("auto selected noisy"));
}

}  // namespace
}  // namespace resunit
