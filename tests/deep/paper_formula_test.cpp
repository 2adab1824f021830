// SPDX-License-Identifier: BSD-3-Clause
// Method qp: statuses of the paper's formula for W >= 0.
#include "deep/paper_formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/networks.hpp"

namespace resunit {
namespace {

using test::message_of;
using test::mixture_inputs;
using test::NetworkKind;
using test::random_network;
using ::testing::HasSubstr;

struct FormulaCase {
  Network teacher;
  Dataset samples;
};

FormulaCase formula_case(std::uint64_t seed, Index layers, Index d, Index n, bool nonnegative = true,
                         bool scaled = true) {
  test::Random random(seed);
  FormulaCase result{.teacher = random_network(layers, d, d, random, {.nonnegative = nonnegative, .scaled = scaled}),
                     .samples = {}};
  result.samples.X = mixture_inputs(n, d, random);
  result.samples.Y = predict(result.teacher, result.samples.X);
  return result;
}

double last_layer_error(const FormulaCase& given, const NetworkFit& fit) {
  const Matrix& truth = given.teacher.weights.back();
  return (fit.network.weights.back() - truth).norm() / truth.norm();
}

TEST(PaperFormula, LearnsTheLastLayerButDoesNotClaimAFit) {
  for (const bool scaled : {false, true})
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const FormulaCase given = formula_case(seed, 3, 8, 1024, true, scaled);
      const NetworkFit fit = fit_network(given.samples, {.layers = 3, .method = Method::qp});
      ASSERT_EQ(fit.status, FitStatus::suspect) << fit.reason;
      EXPECT_EQ(fit.method, Method::qp);
      EXPECT_LE(last_layer_error(given, fit), 1e-9);
      EXPECT_THAT(fit.reason, HasSubstr("does not identify the hidden layers; use method auto"));
      EXPECT_GE(fit.relative_residual, 1e-3);
      EXPECT_LE(fit.relative_residual, 0.5);
      EXPECT_FALSE(fit.certificate.holds);
    }
}

TEST(PaperFormula, IsSolvedWhereNoHiddenNeuronIsActive) {
  test::Random random(1);
  const Matrix X = mixture_inputs(200, 3, random);
  const Dataset samples{.X = X, .Y = X * random.gaussian(3, 4)};
  const NetworkFit fit = fit_network(samples, {.layers = 3, .method = Method::qp});
  ASSERT_EQ(fit.status, FitStatus::solved) << fit.reason;
  EXPECT_LE((predict(fit, X) - samples.Y).norm(), 1e-8 * samples.Y.norm());
}

/// With negative weights, y = V z >= x has no meaning: the loss is far above that of linear regression.
TEST(PaperFormula, IsSuspectForNegativeWeights) {
  int above_regression = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const FormulaCase given = formula_case(seed, 3, 4, 400, false);
    const NetworkFit fit = fit_network(given.samples, {.layers = 3, .method = Method::qp});
    EXPECT_EQ(fit.status, FitStatus::suspect) << fit.reason;
    EXPECT_THAT(fit.reason, HasSubstr("use method auto"));
    above_regression += fit.reason.find("that of linear regression") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(above_regression, 5);
}

TEST(PaperFormula, IsSuspectUnderNoise) {
  FormulaCase given = formula_case(2, 3, 4, 400);
  test::Random random(3);
  given.samples.Y += 0.05 * random.gaussian(400, 4);
  EXPECT_EQ(fit_network(given.samples, {.layers = 3, .method = Method::qp}).status, FitStatus::suspect);
}

TEST(PaperFormula, ReportsSamplesThatCannotBeUsed) {
  const NetworkOptions options{.layers = 3, .method = Method::qp};
  FormulaCase given = formula_case(4, 3, 4, 11);
  EXPECT_EQ(fit_network(given.samples, options).status, FitStatus::too_few_samples);
  given = formula_case(4, 3, 4, 100);
  given.samples.Y.col(2) = given.samples.Y.col(1);
  const NetworkFit fit = fit_network(given.samples, options);
  EXPECT_EQ(fit.status, FitStatus::rank_deficient);
  EXPECT_THAT(fit.reason, HasSubstr("Y has rank 3"));
  EXPECT_FALSE(fit.usable());
  given = formula_case(4, 3, 4, 100);
  given.samples.X.col(2) = given.samples.X.col(1);
  EXPECT_NE(fit_network(given.samples, options).status, FitStatus::solved);
  test::Random random(5);
  given.samples.Y = random.gaussian(100, 4);
  EXPECT_EQ(fit_network(given.samples, options).status, FitStatus::unrelated);
  given.samples.Y.setZero();
  EXPECT_EQ(fit_network(given.samples, options).status, FitStatus::rank_deficient);
}

TEST(PaperFormula, IsEquivariantToTheScalesOfTheColumns) {
  FormulaCase given = formula_case(6, 3, 3, 300);
  const NetworkFit plain = fit_network(given.samples, {.layers = 3, .method = Method::qp});
  for (const double scale : {1e-140, 1e140}) {
    const Dataset scaled{.X = given.samples.X * scale, .Y = given.samples.Y * scale};
    const NetworkFit fit = fit_network(scaled, {.layers = 3, .method = Method::qp});
    EXPECT_EQ(fit.status, FitStatus::suspect) << fit.reason;
    EXPECT_NEAR(fit.relative_residual, plain.relative_residual, 1e-3 * plain.relative_residual) << scale;
  }
}

TEST(PaperFormula, TriesTwoToFourLayersIfTheNumberIsNotGiven) {
  const FormulaCase given = formula_case(7, 3, 3, 300);
  const NetworkFit fit = fit_network(given.samples, {.layers = 0, .method = Method::qp});
  EXPECT_EQ(fit.status, FitStatus::suspect);
  for (const Index layers : {2, 3, 4})
    EXPECT_LE(fit.relative_residual,
              fit_network(given.samples, {.layers = layers, .method = Method::qp}).relative_residual);
}

TEST(PaperFormula, StopsWhenTheCallerCancels) {
  const FormulaCase given = formula_case(8, 3, 4, 400);
  int reports = 0;
  const Progress progress = [&reports](std::string_view, double) {
    if (++reports == 2) throw std::runtime_error("cancelled by the test");
  };
  EXPECT_THROW(fit_network(given.samples, {.layers = 3, .method = Method::qp, .progress = progress}),
               std::runtime_error);
}

TEST(PaperFormula, OtherMethodsOfThePaperAreRejected) {
  const FormulaCase given = formula_case(9, 3, 3, 100);
  for (const Method method : {Method::lp, Method::lp_noisy, Method::lr, Method::sgd})
    EXPECT_THAT(message_of<OptionError>([&] { fit_network(given.samples, {.layers = 3, .method = method}); }),
                HasSubstr("expected auto, exact, noisy or qp"));
}

}  // namespace
}  // namespace resunit
