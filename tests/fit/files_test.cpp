// SPDX-License-Identifier: BSD-3-Clause
// Fits out of core agree with fits in memory and report what they do not support.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "noise/descent/vplm.hpp"
#include "out_of_core/gauss_newton.hpp"
#include "out_of_core/world.hpp"
#include "resunit/error.hpp"
#include "resunit/intervals.hpp"
#include "resunit/metrics.hpp"
#include "support/message_of.hpp"

namespace resunit::test {
namespace {

using namespace std::string_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const Unit kMixed = draw_teacher({.inputs = 4, .outputs = 5, .negative = 0.5, .seed = 3});
const Unit kPositive = draw_teacher({.inputs = 4, .outputs = 5, .seed = 4});

void expect_same_unit(const Unit& one, const Unit& other, double tolerance) {
  EXPECT_LT(relative_error(one.A, other.A), tolerance);
  EXPECT_LT(relative_error(one.B, other.B), tolerance);
}

TEST(FitFiles, StaysInMemoryBelowTheLimit) {
  const Files files(kMixed, {.samples = 300});
  const Fit fit = fit_files(files.x(), files.y());
  EXPECT_EQ(fit.passes, 0);
  EXPECT_EQ(fit.unit.A, resunit::fit(files.data).unit.A);
}

TEST(FitFiles, FindsAnExactUnitAndConfirmsItOnAllSamples) {
  const Files files(kMixed, {.samples = 4000});
  for (const Method method : {Method::automatic, Method::exact}) {
    const Fit fit = files.fit_out_of_core({.method = method});
    EXPECT_EQ(fit.method, Method::exact);
    EXPECT_EQ(fit.status, FitStatus::solved) << fit.full();
    EXPECT_TRUE(fit.certificate.holds);
    EXPECT_EQ(fit.passes, 2) << "one for the subset, one to confirm";
    expect_same_unit(fit.unit, kMixed, 1e-10);
    EXPECT_LT(fit.training_loss, 1e-20);
    EXPECT_EQ(fit.input_range.low, Vector(files.data.X.colwise().minCoeff().transpose()));
    EXPECT_EQ(fit.input_range.high, Vector(files.data.X.colwise().maxCoeff().transpose()));
  }
}

TEST(FitFiles, StoresTheColumnNamesOfCsvFiles) {
  const TemporaryFolder folder;
  const Dataset data = draw_samples(draw_teacher({.inputs = 2}), {.samples = 40});
  write_table(folder / "x.csv", data.X, {"a", "b"});
  write_table(folder / "y.csv", data.Y, {"c", "d"});
  const Fit fit = fit_files(folder / "x.csv", folder / "y.csv");
  EXPECT_EQ(fit.columns.inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(fit.columns.targets, (std::vector<std::string>{"c", "d"}));
  const Table moved{.values = Matrix{{1, 2, 3}}, .names = {"d", "b", "a"}};
  EXPECT_EQ(inputs_of(fit, moved), (Matrix{{3, 2}}));
  EXPECT_THAT(message_of<DataError>([&] { outputs_of(fit, moved); }), HasSubstr("no column 'c'"));
  write_table(folder / "x.csv", data.X, {"a", "a"});
  EXPECT_THAT(message_of<DataError>([&] { fit_files(folder / "x.csv", folder / "y.csv"); }),
              HasSubstr("columns 1 and 2 of the table are both named 'a'"));
}

TEST(FitFiles, SearchesAgainWithSamplesThatContradict) {
  // A neuron that is active on only 12 of 6000 samples, few of which are in the subset.
  Unit unit = kMixed;
  unit.A.row(0) << 0, 1, 0, 0;
  Dataset data = draw_samples(unit, {.samples = 6000, .seed = 1});
  data.X.col(1) = -data.X.col(1).cwiseAbs();
  for (Index i = 0; i < 12; ++i) data.X(500 * i, 1) *= -1;
  data.Y = predict(unit, data.X);
  const Fit fit = Files(data).fit_out_of_core({.method = Method::exact});
  EXPECT_GT(fit.passes, 2);
  EXPECT_TRUE(fit.usable()) << fit.full();
  EXPECT_LT(fit.training_loss, 1e-16);
}

TEST(FitFiles, IsExactOnlyIfTheUnitFitsAllSamples) {
  Dataset data = draw_samples(kMixed, {.samples = 4000});
  data.Y(3999, 2) += 1;
  const Fit exact = Files(data).fit_out_of_core({.method = Method::exact});
  EXPECT_EQ(exact.status, FitStatus::not_exact);
  EXPECT_FALSE(exact.certificate.holds);
  EXPECT_EQ(Files(data).fit_out_of_core().method, Method::noisy);
}

TEST(FitFiles, ReachesTheMinimumOfAllSamplesUnderNoise) {
  const Files files(kMixed, {.samples = 6000, .noise = 0.3});
  for (const Method method : {Method::automatic, Method::noisy}) {
    const Fit fit = files.fit_out_of_core({.method = method}, 4 * kLowLimit);
    const Fit in_memory = resunit::fit(files.data, {.method = method});
    EXPECT_EQ(fit.method, Method::noisy);
    EXPECT_EQ(fit.status, in_memory.status) << fit.full();
    EXPECT_LE(fit.training_loss, (1 + 1e-6) * in_memory.training_loss);
    EXPECT_LE(fit.passes, 15) << "the curvature of a subset of 600 samples is inaccurate";
    EXPECT_LT((fit.unit.A - in_memory.unit.A).cwiseAbs().cwiseQuotient(in_memory.uncertainty.A_stderr).maxCoeff(),
              0.05);
    EXPECT_NEAR(fit.uncertainty.noise_std, in_memory.uncertainty.noise_std, 1e-6);
    const Matrix ratio = fit.uncertainty.A_stderr.cwiseQuotient(in_memory.uncertainty.A_stderr);
    EXPECT_GT(ratio.minCoeff(), 0.7) << "the curvature of the subset";
    EXPECT_LT(ratio.maxCoeff(), 1.4);
  }
}

TEST(FitFiles, WeightsOutputsUnderHeteroscedasticNoise) {
  Dataset data = draw_samples(kMixed, {.samples = 6000, .noise = 0.05});
  data.Y.col(0) += 20 * (draw_samples(kMixed, {.samples = 6000, .noise = 0.05}).Y - predict(kMixed, data.X)).col(0);
  const Fit fit = Files(data).fit_out_of_core({.method = Method::noisy}),
            in_memory = resunit::fit(data, {.method = Method::noisy});
  EXPECT_TRUE(fit.uncertainty.reweighted);
  expect_same_unit(fit.unit, in_memory.unit, 1e-3);
}

TEST(FitFiles, WeightsSamplesIfTheNoiseGrows) {
  Dataset data = draw_samples(kMixed, {.samples = 6000});
  const Matrix noise = draw_samples(kMixed, {.samples = 6000, .noise = 0.1}).Y - data.Y;
  data.Y += data.X.rowwise().norm().asDiagonal() * noise;
  const Fit fit = Files(data).fit_out_of_core({.method = Method::noisy}),
            in_memory = resunit::fit(data, {.method = Method::noisy});
  EXPECT_TRUE(fit.uncertainty.noise_growth.weighted);
  EXPECT_EQ(fit.status, FitStatus::solved) << fit.full();
  expect_same_unit(fit.unit, in_memory.unit, 5e-3);  // the growth is that of the subset
  EXPECT_NEAR(fit.training_loss, in_memory.training_loss, 1e-3 * in_memory.training_loss);
  const NoiseGrowth &growth = fit.uncertainty.noise_growth, &expected = in_memory.uncertainty.noise_growth;
  EXPECT_LT((growth.input_weight - expected.input_weight).norm(), 0.1 * expected.input_weight.norm());
}

TEST(FitFiles, SolvesTheConvexProgramsOfAllSamples) {
  const Files files(kPositive, {.samples = 3000, .noise = 0.2});
  const Fit fit = files.fit_out_of_core({.method = Method::qp}),
            in_memory = resunit::fit(files.data, {.method = Method::qp});
  EXPECT_EQ(fit.status, FitStatus::solved) << fit.full();
  expect_same_unit(fit.unit, in_memory.unit, 1e-7);
  EXPECT_NEAR(fit.training_loss, in_memory.training_loss, 1e-7 * in_memory.training_loss);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_NEAR(fit.layer2_rows[j].objective, in_memory.layer2_rows[j].objective,
                1e-9 * in_memory.layer2_rows[j].objective);
}

TEST(FitFiles, SolvesTheConvexProgramsOfNoiselessSamples) {
  const Unit unit = draw_teacher({.inputs = 4, .scale_rows = 1, .seed = 5});
  const Files files(unit, {.samples = 3000});
  const Fit fit = files.fit_out_of_core({.method = Method::qp}),
            in_memory = resunit::fit(files.data, {.method = Method::qp});
  EXPECT_EQ(fit.status, in_memory.status) << fit.full();
  EXPECT_EQ(fit.certificate.scale_rows, in_memory.certificate.scale_rows);
  expect_same_unit(fit.unit, in_memory.unit, 1e-3);
}

TEST(FitFiles, PolishesToTheNearestMinimum) {
  const Files files(kPositive, {.samples = 3000, .noise = 0.2});
  const FitOptions options{.method = Method::qp, .polish = true};
  const Fit fit = files.fit_out_of_core(options), in_memory = resunit::fit(files.data, options);
  EXPECT_NEAR(fit.training_loss, in_memory.training_loss, 1e-6 * in_memory.training_loss);
}

TEST(FitFiles, LearnsABias) {
  const Unit unit = draw_teacher({.inputs = 3, .bias = Bias::both, .seed = 6});
  const Files files(unit, {.samples = 4000, .noise = 0.1});
  const Fit fit = files.fit_out_of_core({.method = Method::noisy, .bias = Bias::both});
  EXPECT_TRUE(fit.unit.bias);
  EXPECT_LT(output_errors(predict(fit.unit, files.data.X), files.data.Y).rmse, 0.11);
}

TEST(FitFiles, GivesTheSameBitsForAnyNumberOfThreads) {
  const Files noisy(kPositive, {.samples = 2000, .noise = 0.3}), exact(kMixed, {.samples = 2000});
  for (const auto& [files, method] :
       {std::pair{&noisy, Method::noisy}, {&noisy, Method::qp}, {&exact, Method::exact}}) {
    const Fit one = files->fit_out_of_core({.method = method, .threads = 1});
    for (const int threads : {2, 3}) {
      const Fit more = files->fit_out_of_core({.method = method, .threads = threads});
      EXPECT_EQ(one.unit.A, more.unit.A) << to_string(method);
      EXPECT_EQ(one.unit.B, more.unit.B) << to_string(method);
    }
  }
}

TEST(FitFiles, ReportsItsPassesAndStopsWhenProgressThrows) {
  const Files files(kMixed, {.samples = 2000, .noise = 0.1});
  std::set<std::string> stages;
  FitOptions options{.method = Method::noisy};
  options.progress = [&](std::string_view stage, double) { stages.emplace(stage); };
  files.fit_out_of_core(options);
  EXPECT_TRUE(stages.contains("pass 1"));
  EXPECT_TRUE(stages.contains("pass 2"));
  options.progress = [](std::string_view stage, double) {
    if (stage == "pass 2") throw std::runtime_error("enough");
  };
  EXPECT_THROW(files.fit_out_of_core(options), std::runtime_error);
}

TEST(FitFiles, ReportsWhatRequiresTheSamplesInMemory) {
  const Files files(kMixed, {.samples = 2000});
  const auto message = [&](const FitOptions& options, std::uint64_t memory = kLowLimit) {
    return message_of<OptionError>([&] { files.fit_out_of_core(options, memory); });
  };
  EXPECT_THAT(message({.method = Method::sgd}), HasSubstr("method sgd requires all samples in memory"));
  EXPECT_THAT(message({.method = Method::lp}), HasSubstr("method lp requires all samples in memory"));
  EXPECT_THAT(message({.noise = {.robust = true}}), HasSubstr("robust requires all samples in memory"));
  EXPECT_THAT(message({}, 1000), HasSubstr("a memory limit of 1000 bytes is too low for 4 inputs and 5 outputs"));
}

TEST(FitFiles, RejectsAStartWithoutTheBiasOfTheFit) {
  const Files files(kMixed, {.samples = 2000});
  Unit with_bias = kMixed;
  with_bias.bias = true;
  const auto message = [&](Bias bias, const Unit& start) {
    return message_of<OptionError>(
        [&] { files.fit_out_of_core({.method = Method::noisy, .bias = bias, .start = start}); });
  };
  EXPECT_THAT(message(Bias::both, kMixed), HasSubstr("start has no bias"));
  EXPECT_THAT(message(Bias::none, with_bias), HasSubstr("start has a bias"));
}

TEST(FitFiles, RejectsTextAboveTheMemoryLimit) {
  const TemporaryFolder folder;
  const Dataset data = draw_samples(kMixed, {.samples = 2000});
  for (const char* const ending : {".csv", ".npy"}) {
    write_table(folder / ("x"s + ending), data.X);
    write_table(folder / ("y"s + ending), Matrix(Matrix::Zero(2000, 5)));
  }
  const auto message = [&](const char* x, const char* y) {
    return message_of<OptionError>([&] { fit_files(folder / x, folder / y, {}, 50000); });
  };
  EXPECT_THAT(message("x.csv", "y.npy"),
              AllOf(HasSubstr("x.csv has"), HasSubstr("above the memory limit of 50000: increase the limit")));
  EXPECT_THAT(message("x.npy", "y.csv"), HasSubstr("x.npy has"));
}

TEST(FitFiles, ReportsRankDeficientOutputs) {
  Dataset data = draw_samples(kPositive, {.samples = 3000, .noise = 0.1});
  data.Y.rightCols(2) = data.Y.leftCols(2).eval();
  data.Y.col(2) = data.Y.col(0) + data.Y.col(1);
  const Files files(data);
  for (const Method method : {Method::qp, Method::exact}) {
    const Fit fit = files.fit_out_of_core({.method = method});
    EXPECT_FALSE(fit.usable()) << fit.full();
    EXPECT_EQ(fit.unit.A.size(), 0) << "no weights that could be mistaken for a result";
  }
  EXPECT_THAT(files.fit_out_of_core({.method = Method::qp}).reason, HasSubstr("Y has rank 2 but there are 4 inputs"));
}

TEST(FitFiles, ReportsARoughEstimateIfInputsAreDependent) {
  Dataset data = draw_samples(kMixed, {.samples = 3000});
  data.X.col(3) = data.X.col(0) - data.X.col(1);
  data.Y = predict(kMixed, data.X) + 0.01 * draw_samples(kMixed, {.samples = 3000, .seed = 1}).Y;
  const Fit fit = Files(data).fit_out_of_core(), in_memory = resunit::fit(data);
  EXPECT_EQ(fit.method, Method::qp);
  EXPECT_EQ(fit.status, in_memory.status);
  EXPECT_EQ(fit.reason, in_memory.reason);
}

TEST(FitFiles, ReportsScaleRowsAfterPolishing) {
  const Unit unit = draw_teacher({.inputs = 4, .outputs = 5, .scale_rows = 2, .seed = 5});
  const Files files(unit, {.samples = 3000, .noise = 0.1});
  const FitOptions options{.method = Method::qp, .polish = true};
  EXPECT_EQ(files.fit_out_of_core(options).certificate.scale_rows,
            resunit::fit(files.data, options).certificate.scale_rows);
}

TEST(FitFiles, IsEquivariantUnderScalingOfTheColumns) {
  const Dataset data = draw_samples(kPositive, {.samples = 3000, .noise = 0.1});
  const Vector scales{{0x1p-200, 1, 0x1p150, 0x1p-40}};
  const Dataset scaled{data.X * scales.asDiagonal(), data.Y * 0x1p100};
  for (const Method method : {Method::noisy, Method::qp}) {
    const Fit fit = Files(data).fit_out_of_core({.method = method}),
              other = Files(scaled).fit_out_of_core({.method = method});
    ASSERT_TRUE(other.usable()) << other.full();
    const Unit back{.A = scales.cwiseInverse().asDiagonal() * other.unit.A * scales.asDiagonal(),
                    .B = other.unit.B * scales.asDiagonal() * 0x1p-100};
    expect_same_unit(back, fit.unit, 1e-12);
    EXPECT_NEAR(other.training_loss * 0x1p-200, fit.training_loss, 1e-12 * fit.training_loss);
    EXPECT_NEAR(other.uncertainty.noise_std * 0x1p-100, fit.uncertainty.noise_std, 1e-12);
    const Fit in_memory = resunit::fit(scaled, {.method = method});
    for (std::size_t j = 0; j < in_memory.layer1_rows.size(); ++j) {
      const double objective = in_memory.layer1_rows[j].objective;
      EXPECT_NEAR(other.layer1_rows[j].objective, objective, 1e-6 * std::abs(objective)) << j;
    }
    if (method == Method::qp) continue;
    const Matrix X = data.X.topRows(5);
    EXPECT_TRUE(interval_half_width(other, Matrix(X * scales.asDiagonal()), 0.95)
                    .isApprox(0x1p100 * interval_half_width(fit, X, 0.95), 1e-9));
  }
}

TEST(FitFiles, RejectsWeightsThatModelFilesDoNotSupport) {
  Dataset data = draw_samples(kMixed, {.samples = 3000});
  data.X *= 1e-90;
  data.Y *= 1e90;
  for (const Method method : {Method::automatic, Method::exact, Method::noisy, Method::qp}) {
    const Fit fit = Files(data).fit_out_of_core({.method = method});
    EXPECT_EQ(fit.status, FitStatus::diverged) << fit.full();
    EXPECT_THAT(fit.reason, HasSubstr("rescale the columns of X and Y to similar magnitudes"));
  }
}

TEST(GaussNewton, HalvesAStepThatIncreasesTheLoss) {
  const Files files(kMixed, {.samples = 2000, .noise = 0.1});
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 4000});
  const Dataset subset{files.data.X.topRows(200), files.data.Y.topRows(200)};
  Unit far = kMixed;
  far.A *= 0.7;
  far.B *= 1.3;
  const OutOfCoreDescent found = descend(stream, subset, far, Matrix::Identity(5, 5), {});
  EXPECT_TRUE(found.converged);
  EXPECT_LE(found.loss, (1 + 1e-6) * vplm(files.data, kMixed.A).loss);
}

TEST(FitFiles, RejectsAStartOfAnotherShape) {
  const Files files(kMixed, {.samples = 2000});
  for (const Index inputs : {2, 6}) {
    const Unit start = draw_teacher({.inputs = inputs});
    const std::string message =
        message_of<OptionError>([&] { files.fit_out_of_core({.method = Method::noisy, .start = start}); });
    EXPECT_THAT(message, HasSubstr("the samples have 4 and 5"));
  }
}

TEST(FitFiles, TreatsOptionsWithoutEffectLikeAFitInMemory) {
  const Files files(kMixed, {.samples = 2000, .noise = 0.1});
  EXPECT_EQ(message_of<OptionError>([&] { files.fit_out_of_core({.method = Method::exact, .polish = true}); }),
            "FitOptions::polish has no effect with method exact");
  const Fit fit = files.fit_out_of_core({.sgd = {.epochs = 3}});
  EXPECT_GT(fit.passes, 0);
  EXPECT_THAT(fit.warnings, ::testing::Contains("option epochs has no effect with method auto"));
}

TEST(FitFiles, RejectsTextWhoseNumbersExceedTheMemoryLimit) {
  const TemporaryFolder folder;
  const auto digits = [](Index columns) {
    std::string text;
    for (int row = 0; row < 1000; ++row)
      for (Index k = 0; k < columns; ++k)
        text += std::string(row % 7 == k ? "1" : "0") + (k + 1 < columns ? "," : "\n");
    return text;
  };
  folder.write("x.csv", digits(2));
  folder.write("y.csv", digits(3));
  const std::string message =
      message_of<OptionError>([&] { fit_files(folder / "x.csv", folder / "y.csv", {}, 100'000); });
  EXPECT_THAT(message,
              HasSubstr("1000 samples with 2 inputs and 3 outputs requires 480000 bytes, above the memory limit"));
}

TEST(FitFiles, WarnsAboutColumnsOfTheSubset) {
  Dataset data = draw_samples(kMixed, {.samples = 3000, .noise = 0.1});
  const auto warnings = [&](Bias bias) {
    const TemporaryFolder folder;
    write_table(folder / "x.npy", data.X);
    write_table(folder / "y.npy", data.Y);
    const Fit fit = fit_files(folder / "x.npy", folder / "y.npy", {.bias = bias}, 2 * kLowLimit);
    EXPECT_GT(fit.passes, 0);
    std::string all;
    for (const std::string& warning : fit.warnings) all += warning;
    return all;
  };
  EXPECT_THAT(warnings(Bias::both), Not(HasSubstr("constant"))) << "the constant input of a bias is not a column of X";
  data.X.col(2).setConstant(3);
  EXPECT_THAT(warnings(Bias::none), AllOf(HasSubstr("column 3 of X is constant"), HasSubstr("in a random subset of")));
}

}  // namespace
}  // namespace resunit::test
