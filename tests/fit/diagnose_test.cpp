// SPDX-License-Identifier: BSD-3-Clause
// The verdict of a diagnosis: enough samples, or which samples are missing.
#include "resunit/diagnose.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fit/feasible_sets.hpp"
#include "fit/verdict.hpp"
#include "model/unit_parts.hpp"
#include "resunit/error.hpp"
#include "resunit/synthetic.hpp"
#include "support/random.hpp"

namespace resunit {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Dataset samples_of(Index d, Index n, double noise, double negative, std::uint64_t seed = 1) {
  return draw_samples(draw_teacher({.inputs = d, .negative = negative, .seed = seed}),
                      {.samples = n, .noise = noise, .seed = seed + 1});
}

TEST(Diagnosis, FindsEnoughNoiselessSamples) {
  const Diagnosis facts = diagnose(samples_of(6, 300, 0, 0));
  EXPECT_TRUE(facts.enough);
  EXPECT_THAT(facts.verdict, HasSubstr("enough samples: every weight is identified exactly"));
  EXPECT_EQ(facts.rank_of_X, 6);
  EXPECT_EQ(facts.rank_of_Y, 6);
  for (const RowDiagnosis& row : facts.rows) {
    EXPECT_EQ(row.set, FeasibleSet::point);  // the paper's theorem: A >= 0 and many samples
    EXPECT_EQ(row.active + row.inactive, 300);
    EXPECT_TRUE(row.identifiable);
  }
}

TEST(Diagnosis, CountsRepeatedSamplesOnce) {
  const Dataset once = samples_of(4, 100, 0, 0.5);
  Matrix X(300, 4), Y(300, 4);
  X << once.X, once.X, 2 * once.X;
  Y << once.Y, once.Y, 2 * once.Y;
  const Diagnosis facts = diagnose(Dataset{X, Y});
  ASSERT_EQ(facts.directions, 100);
  for (const RowDiagnosis& row : facts.rows) EXPECT_EQ(row.active + row.inactive, 100);
}

TEST(Diagnosis, CountsEachValueOfASingleInputOnce) {
  const Matrix X{{1.0}, {1.0}, {2.0}, {-1.0}, {-2.0}, {-3.0}, {-3.0}};
  const Diagnosis facts = diagnose(Dataset{X, predict(Unit{.A = Matrix{{2.0}}, .B = Matrix{{1.0}}}, X)});
  ASSERT_EQ(facts.rows.size(), 1U);
  EXPECT_EQ(facts.rows[0].active, 2);
  EXPECT_EQ(facts.rows[0].inactive, 3);
}

TEST(Diagnosis, ReportsThatThePapersProgramDoesNotIdentifyNegativeWeights) {
  const Diagnosis facts = diagnose(samples_of(6, 300, 0, 1));
  EXPECT_TRUE(facts.enough) << facts.verdict;  // exact identification supports any signs
  for (const RowDiagnosis& row : facts.rows) EXPECT_NE(row.set, FeasibleSet::point);
}

TEST(Diagnosis, ReportsEmptySetsUnderNoise) {
  for (const RowDiagnosis& row : diagnose(samples_of(6, 300, 0.5, 0)).rows) EXPECT_EQ(row.set, FeasibleSet::empty);
}

TEST(Diagnosis, ReportsUnboundedSetsForFewSamples) {
  const Diagnosis facts = diagnose(samples_of(8, 10, 0, 0));
  EXPECT_FALSE(facts.enough);
  EXPECT_THAT(facts.verdict, HasSubstr("too few samples"));
  Index unbounded = 0;
  for (const RowDiagnosis& row : facts.rows) unbounded += row.set == FeasibleSet::unbounded;
  EXPECT_EQ(unbounded, 8);
}

TEST(Diagnosis, AcceptsFewerSamplesThanInputs) {
  const Diagnosis facts = diagnose(samples_of(6, 3, 0, 0));
  EXPECT_FALSE(facts.enough);
  EXPECT_THAT(facts.verdict, HasSubstr("too few samples"));
}

TEST(Diagnosis, ReportsMissingActiveSamples) {
  test::Random random(2);
  Unit teacher{.A = random.gaussian(4, 4), .B = random.gaussian(4, 4)};
  Matrix X = random.gaussian(200, 4);
  for (Index i = 2; i < X.rows(); ++i)
    if (teacher.A.row(1).dot(X.row(i)) > 0) X.row(i) *= -1;  // neuron 2 is active on two samples at most
  const Diagnosis facts = diagnose(Dataset{X, predict(teacher, X)});
  EXPECT_FALSE(facts.enough);
  EXPECT_THAT(facts.verdict, HasSubstr("with a_2 x > 0"));
}

TEST(Diagnosis, ReportsStandardErrorsUnderNoise) {
  const Diagnosis facts = diagnose(samples_of(5, 400, 0.3, 0.5));
  EXPECT_EQ(facts.fit.method, Method::noisy);
  EXPECT_TRUE(facts.enough);
  EXPECT_THAT(facts.verdict, HasSubstr("the relative standard error of A is"));
}

TEST(Diagnosis, RequestsMoreSamplesUnderNoise) {
  EXPECT_THAT(diagnose(samples_of(8, 40, 0.3, 0.5)).verdict, HasSubstr("add at least 8 in new directions of x"));
}

TEST(Diagnosis, RequestsMoreSamplesThanOutputsUnderNoise) {
  const Unit teacher = draw_teacher({.inputs = 2, .outputs = 40, .seed = 1});
  const Diagnosis facts = diagnose(draw_samples(teacher, {.samples = 20, .noise = 0.1, .seed = 2}));
  EXPECT_THAT(facts.verdict, HasSubstr("add at least 21 in new directions of x"));
}

TEST(Diagnosis, ReportsASuspectEstimateWithoutLackOfFit) {
  Diagnosis facts{.samples = 200, .inputs = 2, .outputs = 2, .directions = 200, .rank_of_X = 2, .rank_of_Y = 2};
  facts.fit.method = Method::noisy;
  facts.fit.status = FitStatus::suspect;
  facts.fit.reason = "a better minimum may exist";
  EXPECT_EQ(verdict_of(facts), "the estimate is suspect: a better minimum may exist");
}

TEST(Diagnosis, GivesTheReasonIfThereAreEnoughSamplesButNoFit) {
  Diagnosis facts{.samples = 200, .inputs = 2, .outputs = 2, .directions = 200, .rank_of_X = 2, .rank_of_Y = 2};
  facts.fit.status = FitStatus::diverged;
  facts.fit.reason = "rescale the columns of X and Y";
  EXPECT_EQ(verdict_of(facts), "rescale the columns of X and Y");
}

TEST(Diagnosis, ReportsThatStandardErrorsOfManyInputsWereNotComputed) {
  Diagnosis facts{.samples = 999, .inputs = 40, .outputs = 40, .directions = 999, .rank_of_X = 40, .rank_of_Y = 40};
  facts.fit.method = Method::noisy;
  facts.fit.status = FitStatus::solved;
  EXPECT_THAT(verdict_of(facts), AllOf(HasSubstr("standard errors are not computed for 40 inputs"),
                                       HasSubstr("--largest-covariance 1600")));
}

TEST(Diagnosis, ReportsThatMoreSamplesDoNotHelpARankDeficientLayer) {
  Unit teacher = draw_teacher({.inputs = 4, .seed = 1});
  teacher.B.col(3) = teacher.B.col(0);
  EXPECT_THAT(diagnose(draw_samples(teacher, {.samples = 200, .seed = 2})).verdict, HasSubstr("would not help"));
}

TEST(Diagnosis, CountsTheConstantInputOfABias) {
  const Unit teacher = draw_teacher({.inputs = 4, .bias = Bias::both, .seed = 1});
  const Diagnosis facts = diagnose(draw_samples(teacher, {.samples = 200, .seed = 2}), {.bias = Bias::both});
  EXPECT_EQ(facts.inputs, 5);
  EXPECT_TRUE(facts.enough) << facts.verdict;
  EXPECT_EQ(facts.fit.status, FitStatus::solved);
  EXPECT_EQ(facts.rows.size(), 5u);
}

TEST(FeasibleWidths, ShrinkToAPointAsSamplesAreAdded) {
  const Dataset data = samples_of(4, 400, 0, 0);
  EXPECT_EQ(feasible_widths(Dataset{data.X.topRows(5), data.Y.topRows(5)}, {})[0].set, FeasibleSet::unbounded);
  for (const FeasibleWidth& width : feasible_widths(data, {})) EXPECT_EQ(width.set, FeasibleSet::point);
}

TEST(FeasibleWidths, DetectTheSegmentOfAScaleRow) {
  const Unit teacher = draw_teacher({.inputs = 4, .scale_rows = 1, .seed = 5});
  const auto widths = feasible_widths(draw_samples(teacher, {.samples = 300, .seed = 6}), {});
  for (Index j = 0; j < 4; ++j)
    EXPECT_EQ(widths[j].set, is_scale_row(teacher.A, j) ? FeasibleSet::wide : FeasibleSet::point) << j;
}

TEST(Diagnosis, ReportsMissingInactiveSamples) {
  test::Random random(2);
  Unit teacher{.A = random.gaussian(4, 4), .B = random.gaussian(4, 4)};
  Matrix X = random.gaussian(200, 4);
  for (Index i = 2; i < X.rows(); ++i)
    if (teacher.A.row(1).dot(X.row(i)) < 0) X.row(i) *= -1;  // neuron 2 is inactive on two samples at most
  const Diagnosis facts = diagnose(Dataset{X, predict(teacher, X)});
  EXPECT_FALSE(facts.enough);
  EXPECT_THAT(facts.verdict, HasSubstr("with a_2 x < 0"));
}

TEST(Diagnosis, ReportsRowsThatAreNotIdentifiableUnderNoise) {
  const Diagnosis some = diagnose(samples_of(4, 100, 3, 0.5));
  EXPECT_FALSE(some.enough);
  EXPECT_THAT(some.verdict, HasSubstr("some rows are not identifiable under this noise"));
  const Diagnosis all = diagnose(samples_of(4, 100, 20, 0.5));
  EXPECT_FALSE(all.enough);
  EXPECT_THAT(all.verdict, AllOf(HasSubstr("no evidence that y depends on x"), HasSubstr("the noise is too strong")));
}

TEST(Diagnosis, ReportsSamplesThatDoNotComeFromAUnit) {
  Dataset data = samples_of(4, 600, 0.01, 0.5);
  data.Y.array() += data.X.array().square();
  const Diagnosis facts = diagnose(data);
  EXPECT_FALSE(facts.enough);
  EXPECT_THAT(facts.verdict, HasSubstr("do not come from a unit"));
}

TEST(Diagnosis, ReportsDependentInputsUnderNoise) {
  Dataset data = samples_of(4, 300, 0, 0);
  data.X.col(3) = data.X.col(2);
  data.Y = predict(draw_teacher({.inputs = 4, .seed = 1}), data.X) + 0.1 * test::Random(3).gaussian(300, 4);
  EXPECT_THAT(diagnose(data).verdict, HasSubstr("the columns of X are linearly dependent"));
}

TEST(Diagnosis, UsesASubsetOfManySamplesForFeasibleSets) {
  const Diagnosis facts = diagnose(samples_of(3, 5000, 0, 0));
  EXPECT_EQ(facts.program_samples, 512);
  for (const RowDiagnosis& row : facts.rows) EXPECT_EQ(row.set, FeasibleSet::point);
}

TEST(FeasibleSets, HaveNames) {
  EXPECT_EQ(to_string(FeasibleSet::unknown), "unknown");
  EXPECT_EQ(to_string(FeasibleSet::empty), "empty");
  EXPECT_EQ(to_string(FeasibleSet::unbounded), "unbounded");
  EXPECT_EQ(to_string(FeasibleSet::wide), "wide");
  EXPECT_EQ(to_string(FeasibleSet::point), "point");
}

TEST(Diagnosis, ReportsWhyRowsWithEnoughSamplesAreNotIdentifiable) {
  const Unit teacher{.A = Vector{{2, -1.5, 3}}.asDiagonal(), .B = test::Random(1).gaussian(4, 3)};
  Matrix X = test::Random(2).gaussian(200, 3);
  X.leftCols(2) = X.leftCols(2).cwiseSign();  // |x_1| = |x_2|
  const Diagnosis facts = diagnose(Dataset{X, predict(teacher, X)});
  EXPECT_FALSE(facts.enough);
  EXPECT_THAT(facts.verdict, AllOf(HasSubstr("2 of 3 rows are not identifiable although there are enough samples"),
                                   HasSubstr("row 1: too few samples on one side of the kink"),
                                   HasSubstr("row 2: not identifiable; the neuron could belong to another row")));
}

TEST(Diagnosis, RejectsAnExplicitMethod) {
  EXPECT_THROW((void)diagnose(samples_of(4, 40, 0, 0), {.method = Method::qp}), OptionError);
}

}  // namespace
}  // namespace resunit
