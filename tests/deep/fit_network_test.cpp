// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/fit_network.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/networks.hpp"

namespace resunit {
namespace {

using test::message_of;
using test::mixture_inputs;
using test::NetworkKind;
using test::random_network;
using test::relative_error;

struct Case {
  Network teacher;
  Dataset samples;
};

Case random_case(std::uint64_t seed, Index layers, Index d, Index m, Index n, NetworkKind kind = {}) {
  test::Random random(seed);
  Case result{.teacher = random_network(layers, d, m, random, kind), .samples = {}};
  result.samples.X = mixture_inputs(n, d, random);
  result.samples.Y = predict(result.teacher, result.samples.X);
  return result;
}

void expect_identified(const Case& given, const NetworkFit& fit) {
  ASSERT_EQ(fit.status, FitStatus::solved) << fit.reason;
  EXPECT_TRUE(fit.certificate.holds);
  const Network truth = canonical(given.teacher);
  ASSERT_EQ(fit.network.layers(), truth.layers());
  for (std::size_t l = 0; l < truth.weights.size(); ++l)
    EXPECT_LE((fit.network.weights[l] - truth.weights[l]).norm(), 1e-9 * truth.weights[l].norm()) << l;
}

TEST(FitNetwork, IdentifiesThreeLayersOfAnySign) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Case given = random_case(seed, 3, 3, 3, 300);
    expect_identified(given, fit_network(given.samples, {.layers = 3}));
  }
}

TEST(FitNetwork, IdentifiesMoreOutputsThanInputs) {
  const Case given = random_case(4, 3, 3, 6, 300);
  expect_identified(given, fit_network(given.samples, {.layers = 3}));
}

TEST(FitNetwork, SelectsTheSmallestNumberOfLayersThatFits) {
  for (const Index layers : {2, 3}) {
    const Case given = random_case(5, layers, 3, 3, 300);
    const NetworkFit fit = fit_network(given.samples, {.layers = 0});
    expect_identified(given, fit);
    EXPECT_NE(fit.choice.find(std::to_string(layers) + " layers"), std::string::npos) << fit.choice;
  }
}

TEST(FitNetwork, IdentifiesBadlyScaledColumns) {
  Case given = random_case(6, 3, 3, 3, 300);
  const Vector scales = (Vector(3) << 1e-3, 1, 1e3).finished();
  for (std::size_t l = 0; l < 3; ++l) {
    given.teacher.weights[l] = given.teacher.weights[l] * scales.cwiseInverse().asDiagonal();
    if (l < 2) given.teacher.weights[l] = scales.asDiagonal() * given.teacher.weights[l];
  }
  given.samples.X = given.samples.X * scales.asDiagonal();
  given.samples.Y = predict(given.teacher, given.samples.X);
  const NetworkFit fit = fit_network(given.samples, {.layers = 3});
  ASSERT_EQ(fit.status, FitStatus::solved) << fit.reason;
  EXPECT_LE((predict(fit.network, given.samples.X) - given.samples.Y).norm(), 1e-12 * given.samples.Y.norm());
}

TEST(FitNetwork, IsEquivariantToTheSizeOfTheSamples) {
  const Case given = random_case(7, 3, 3, 3, 300);
  for (const double scale : {1e-140, 1e140}) {
    const Dataset scaled{.X = given.samples.X * scale, .Y = given.samples.Y * scale};
    EXPECT_EQ(fit_network(scaled, {.layers = 3}).status, FitStatus::solved) << scale;
  }
}

TEST(FitNetwork, DoesNotCertifyNoisyOrWiderData) {
  Case given = random_case(8, 3, 3, 3, 300);
  test::Random random(9);
  const Dataset noisy{.X = given.samples.X, .Y = given.samples.Y + 1e-9 * random.gaussian(300, 3)};
  const NetworkOptions options{.layers = 3, .method = Method::exact, .starts = 2};
  EXPECT_NE(fit_network(noisy, options).status, FitStatus::solved);
  const Dataset deeper = random_case(10, 4, 3, 3, 300).samples;
  EXPECT_NE(fit_network(deeper, options).status, FitStatus::solved);
}

TEST(FitNetwork, ReportsTooFewSamples) {
  const Case given = random_case(11, 3, 4, 4, 11);
  const NetworkFit fit = fit_network(given.samples, {.layers = 3});
  EXPECT_EQ(fit.status, FitStatus::too_few_samples);
  EXPECT_NE(fit.reason.find("11 samples for 48 weights"), std::string::npos) << fit.reason;
  EXPECT_FALSE(fit.usable());
}

TEST(FitNetwork, FitsLinearAndZeroOutputsWithoutACertificate) {
  test::Random random(12);
  const Matrix X = mixture_inputs(100, 3, random);
  for (const double size : {0.0, 1.0}) {
    const Dataset samples{.X = X, .Y = size * X * random.gaussian(3, 4)};
    const NetworkFit fit = fit_network(samples, {.layers = 3});
    EXPECT_EQ(fit.status, FitStatus::undetermined) << fit.reason;
    EXPECT_LE((predict(fit.network, X) - samples.Y).norm(), 1e-12 * (1 + samples.Y.norm()));
  }
}

TEST(FitNetwork, HasTheSameBitsForAnyNumberOfThreads) {
  const Case given = random_case(13, 3, 4, 4, 600);
  const NetworkFit one = fit_network(given.samples, {.layers = 3, .threads = 1});
  const NetworkFit three = fit_network(given.samples, {.layers = 3, .threads = 3});
  ASSERT_TRUE(one.usable());
  for (std::size_t l = 0; l < 3; ++l) EXPECT_EQ(one.network.weights[l], three.network.weights[l]);
}

TEST(FitNetwork, NamesTheOptionOutOfRange) {
  const Case given = random_case(14, 3, 2, 2, 50);
  EXPECT_NE(message_of<OptionError>([&] { fit_network(given.samples, {.layers = 1}); }).find("layers = 1"),
            std::string::npos);
  EXPECT_NE(message_of<OptionError>([&] { fit_network(given.samples, {.threads = -1}); }).find("threads = -1"),
            std::string::npos);
}

TEST(FitNetwork, StopsWhenTheCallerCancels) {
  const Case given = random_case(15, 3, 4, 4, 400);
  int reports = 0;
  const Progress progress = [&reports](std::string_view, double) {
    if (++reports == 2) throw std::runtime_error("cancelled by the test");
  };
  EXPECT_THROW(fit_network(given.samples, {.layers = 3, .progress = progress}), std::runtime_error);
}

}  // namespace
}  // namespace resunit
