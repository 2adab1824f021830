// SPDX-License-Identifier: BSD-3-Clause
// A result that a careful statistician would not believe is never `solved`.
#include "fit/assess.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"

namespace resunit {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Dataset samples_of_a_unit(double noise, double negative = 0, std::uint64_t seed = 1, Index d = 6) {
  return draw_samples(draw_teacher({.inputs = d, .negative = negative, .seed = seed}),
                      {.samples = 50 * d, .noise = noise, .seed = seed});
}

TEST(Assess, SuspectsThePaperMethodsIfAHasNegativeEntries) {
  const Dataset data = samples_of_a_unit(0.1, 0.5);
  for (const Method method : {Method::qp, Method::lp_noisy}) {
    const Fit result = fit(data, {.method = method});
    EXPECT_EQ(result.status, FitStatus::suspect) << result.full();
    EXPECT_EQ(result.remedy, Remedy::automatic);
    EXPECT_THAT(result.full(), HasSubstr("use method auto"));
    EXPECT_TRUE(result.usable());
  }
}

TEST(Assess, DoesNotSuspectThePaperMethodsIfTheirAssumptionsHold) {
  for (const Method method : {Method::qp, Method::lp_noisy}) {
    const Fit result = fit(samples_of_a_unit(0.1), {.method = method});
    EXPECT_EQ(result.status, FitStatus::solved) << result.full();
    EXPECT_EQ(result.remedy, Remedy::none);
    EXPECT_EQ(result.cause, "");
  }
}

TEST(Assess, DoesNotRecommendMethodsThatAssumeNonnegativeWeights) {
  const Fit result = fit(samples_of_a_unit(0.1, 0.5), {.method = Method::lp});
  EXPECT_EQ(result.full().find("lp-noisy"), std::string::npos) << result.full();
}

TEST(Assess, ReportsShuffledRowsAsUnrelated) {
  Dataset data = samples_of_a_unit(0);
  data.Y = Matrix(data.Y.colwise().reverse());
  for (const Method method : {Method::automatic, Method::noisy, Method::qp, Method::exact}) {
    const Fit result = fit(data, {.method = method});
    EXPECT_EQ(result.status, FitStatus::unrelated) << to_string(method) << ": " << result.full();
    EXPECT_FALSE(result.usable());
    EXPECT_THAT(result.full(), HasSubstr("are the rows of X and Y in the same order?"));
    EXPECT_EQ(result.unit.A.size(), 0);
  }
}

TEST(Assess, ReportsPureNoiseAsUnrelated) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Dataset data = samples_of_a_unit(0, 0, seed);
    data.Y = samples_of_a_unit(0, 0, seed + 100).Y;
    EXPECT_EQ(fit(data, {.seed = seed}).status, FitStatus::unrelated) << seed;
  }
}

TEST(Assess, SuspectsSamplesWithShuffledRows) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Dataset data = samples_of_a_unit(0.3, 0.5, seed);
    const Index shuffled = data.Y.rows() / 4;
    data.Y.topRows(shuffled) = Matrix(data.Y.topRows(shuffled).colwise().reverse());
    const Fit result = fit(data);
    EXPECT_EQ(result.status, FitStatus::suspect) << result.full();
    EXPECT_EQ(result.remedy, Remedy::match_rows) << result.full();
    EXPECT_THAT(result.cause, HasSubstr("are the rows of X and Y in the same order?"));
  }
}

TEST(Assess, LimitsTheInfluenceOfManySentinelValues) {
  const Unit teacher = draw_teacher({.inputs = 6, .negative = 0.5, .seed = 1});
  Dataset data = samples_of_a_unit(0.1, 0.5);
  for (Index i = 0; i < data.Y.rows(); i += 8) data.Y(i, i % 6) = -999;
  const Fit result = fit(data);
  EXPECT_TRUE(result.uncertainty.robust) << result.full();
  EXPECT_LT(weight_errors(result.unit, teacher).layer2, 0.05);
}

TEST(Assess, NamesAMistypedOutput) {
  Dataset data = samples_of_a_unit(0.1);
  data.Y(7, 2) = 1e6;
  const Fit plain = fit(data, {.method = Method::noisy});
  EXPECT_EQ(plain.status, FitStatus::suspect) << plain.full();
  EXPECT_THAT(plain.outliers, ElementsAre(7));
  EXPECT_EQ(plain.remedy, Remedy::robust);
  EXPECT_THAT(plain.cause, HasSubstr("sample 8 carries"));
  EXPECT_THAT(plain.cause, HasSubstr("check it, or use the robust loss"));
}

TEST(Assess, AutoLimitsTheInfluenceOfAMistypedOutput) {
  const Unit teacher = draw_teacher({.inputs = 6, .seed = 1});
  Dataset data = samples_of_a_unit(0.1);
  data.Y(7, 2) = 1e6;
  const Fit result = fit(data);
  EXPECT_TRUE(result.uncertainty.robust) << result.full();
  EXPECT_LT(weight_errors(result.unit, teacher).layer2, 0.05);
  EXPECT_THAT(result.outliers, ElementsAre(7));
  EXPECT_EQ(result.status, FitStatus::solved) << "the other samples are fitted: " << result.full();
  EXPECT_THAT(result.choice, HasSubstr("the loss is robust, because sample 8 carries"));
}

TEST(Assess, IsSilentOnSamplesOfAUnit) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Fit result = fit(samples_of_a_unit(0.5, 0.5, seed, 4));
    EXPECT_EQ(result.status, FitStatus::solved) << result.full();
    EXPECT_THAT(result.outliers, IsEmpty());
    EXPECT_EQ(result.cause, "");
  }
}

}  // namespace
}  // namespace resunit
