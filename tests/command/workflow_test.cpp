// SPDX-License-Identifier: BSD-3-Clause
// Commands that succeed: the first session of the help, and variations of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/generated_samples.hpp"
#include "resunit/metrics.hpp"
#include "resunit/table.hpp"
#include "support/bits.hpp"
#include "support/models.hpp"

namespace resunit::test {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Generate, WritesSamplesOfTheTeacher) {
  const GeneratedSamples samples;
  EXPECT_THAT(samples.folder().names(), ElementsAre("teacher.json", "x.csv", "y.csv"));
  const Matrix X = read_table(samples.x()).values;
  const Matrix Y = read_table(samples.y()).values;
  EXPECT_EQ(X.rows(), 200);
  EXPECT_EQ(X.cols(), 4);
  EXPECT_LT(output_errors(predict(read_fit(samples.teacher()).unit, X), Y).output_error, 1e-14);
}

TEST(Generate, GivesTheSameFilesForTheSameSeed) {
  const GeneratedSamples one, same, other({}, "8"), noisy({"--noise", "0.5"});
  EXPECT_EQ(one.folder().read("x.csv"), same.folder().read("x.csv"));
  EXPECT_EQ(one.folder().read("y.csv"), same.folder().read("y.csv"));
  EXPECT_EQ(one.folder().read("teacher.json"), same.folder().read("teacher.json"));
  EXPECT_NE(one.folder().read("x.csv"), other.folder().read("x.csv"));
  EXPECT_EQ(one.folder().read("x.csv"), noisy.folder().read("x.csv")) << "noise changes only the outputs";
  EXPECT_NE(one.folder().read("y.csv"), noisy.folder().read("y.csv"));
}

TEST(Generate, WritesNumPyFilesWithTheSameNumbers) {
  const GeneratedSamples text, binary({"--format", "npy"});
  EXPECT_THAT(binary.folder().names(), ElementsAre("teacher.json", "x.npy", "y.npy"));
  EXPECT_TRUE(same_bits(read_table(text.x()).values, read_table(binary.path("x.npy")).values));
}

TEST(Generate, DrawsGaussianInputsAroundAMean) {
  const GeneratedSamples samples({"--distribution", "gaussian", "--mean", "-50"});
  EXPECT_LT(read_table(samples.x()).values.maxCoeff(), -40);
}

TEST(Generate, CreatesTheFolder) {
  const TemporaryFolder folder;
  const Outcome outcome = run({"generate", "--inputs", "2", "--samples", "3", "--out", folder / "a/b"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/teacher.json"));
}

TEST(Fit, WritesAModelThatPredictsTheTeachersOutputs) {
  const GeneratedSamples samples;
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "lp"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(IsEmpty()));
  EXPECT_THAT(outcome.err, HasSubstr("m.json"));
  EXPECT_THAT(samples.folder().names(), ElementsAre("m.json", "teacher.json", "x.csv", "y.csv"));
  const Fit model = read_fit(samples.path("m.json"));
  EXPECT_EQ(model.method, Method::lp);
  const Matrix predicted = predict(model.unit, read_table(samples.x()).values);
  EXPECT_LT(output_errors(predicted, read_table(samples.y()).values).output_error, 0.1);
}

TEST(Fit, PrintsTheModelWithoutItsWeightsAsJson) {
  const GeneratedSamples samples;
  const Outcome outcome =
      run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "qp", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document.at("format"), "resunit");
  EXPECT_EQ(document.at("method"), "qp");
  EXPECT_EQ(document.at("layer2_rows").size(), 4u);
  EXPECT_FALSE(document.contains("A"));
  EXPECT_TRUE(json::parse(samples.folder().read("m.json")).contains("A"));
}

TEST(Fit, ReplacesAnOldModel) {
  const GeneratedSamples samples;
  samples.write("m.json", "old");
  samples.fitted();
  EXPECT_EQ(read_fit(samples.path("m.json")).method, Method::qp);
}

TEST(Fit, GivesTheSameWeightsForAnyNumberOfThreads) {
  const GeneratedSamples samples;
  const auto weights_with = [&](const std::string& threads) {
    run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "qp", "--threads", threads});
    return read_fit(samples.path("m.json")).unit;
  };
  const Unit one = weights_with("1"), three = weights_with("3");
  EXPECT_TRUE(same_bits(one.A, three.A));
  EXPECT_TRUE(same_bits(one.B, three.B));
}

TEST(Fit, BySgdStartsFromAModelAndWritesItsCurve) {
  const GeneratedSamples samples;
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "sgd",
                               "--epochs", "5", "--start", samples.teacher(), "--curve", samples.path("curve.csv")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Table curve = read_table(samples.path("curve.csv"));
  EXPECT_THAT(curve.names, ElementsAre("epoch", "seconds", "loss"));
  EXPECT_LT(curve.values.col(2).maxCoeff(), 1e-20) << "the teacher fits its own samples";
}

TEST(Fit, WarnsAboutConstantAndRepeatedColumns) {
  const GeneratedSamples samples;
  Matrix X = read_table(samples.x()).values;
  X.col(1).setConstant(1);
  X.col(3) = X.col(2);
  write_table(samples.path("x.csv"), X);
  write_table(samples.path("y.csv"), predict(read_fit(samples.teacher()).unit, X));
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "sgd",
                               "--epochs", "2", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string warnings = json::parse(outcome.out).at("warnings").dump();
  EXPECT_THAT(warnings, HasSubstr("column 2 of X is constant"));
  EXPECT_THAT(warnings, HasSubstr("columns 3 and 4 of X are equal"));
}

TEST(Predict, WritesTheModelsOutputs) {
  const GeneratedSamples samples;
  const Outcome outcome = run({"predict", samples.teacher(), samples.x(), "--out", samples.path("yhat.npy")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out + outcome.err, IsEmpty());
  const Matrix predicted = read_table(samples.path("yhat.npy")).values;
  EXPECT_LT(output_errors(predicted, read_table(samples.y()).values).output_error, 1e-14);
}

TEST(Predict, WritesToStandardOutput) {
  const GeneratedSamples samples;
  const Outcome plain = run({"predict", samples.teacher(), samples.x()});
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_THAT(plain.out, testing::StartsWith("y1,y2,y3,y4\n"));
  EXPECT_EQ(std::count(plain.out.begin(), plain.out.end(), '\n'), 201);
  for (const char* const name : {"/dev/stdout", "-"})
    EXPECT_EQ(run({"predict", samples.teacher(), samples.x(), "--out", name}).out, plain.out);
}

TEST(Evaluate, PrintsErrorsOfOutputsAndWeights) {
  const GeneratedSamples samples;
  const Outcome alone = run({"evaluate", samples.teacher(), samples.x(), samples.y()});
  EXPECT_EQ(alone.code, 0) << alone.err;
  EXPECT_THAT(alone.out, HasSubstr("output_error"));
  EXPECT_THAT(alone.out, HasSubstr("rmse"));
  EXPECT_THAT(alone.out, HasSubstr("r2 "));
  EXPECT_THAT(alone.out, Not(HasSubstr("layer1_error")));

  const Outcome with_teacher =
      run({"evaluate", samples.fitted(), samples.x(), samples.y(), "--teacher", samples.teacher(), "--json"});
  const json document = json::parse(with_teacher.out);
  EXPECT_EQ(document.size(), 5u);
  for (const char* name : {"output_error", "rmse", "r2", "layer1_error", "layer2_error"}) {
    EXPECT_TRUE(document.at(name).is_number()) << name;
  }
  EXPECT_LT(document.at("layer2_error"), 1e-6);
}

TEST(Inspect, PrintsAFitRowByRow) {
  const GeneratedSamples samples;
  const Outcome text = run({"inspect", samples.fitted()});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("4 inputs, 4 outputs"));
  EXPECT_THAT(text.out, HasSubstr("method         qp"));
  EXPECT_THAT(text.out, HasSubstr("condition of B"));

  const json document = json::parse(run({"inspect", samples.path("m.json"), "--json"}).out);
  EXPECT_EQ(document.at("inputs"), 4);
  EXPECT_EQ(document.at("rows").size(), 4u);
  EXPECT_EQ(document.at("rows")[0].at("layer2"), "solved");
  EXPECT_GE(document.at("condition_of_B"), 1.0);
}

TEST(Inspect, PrintsATeacher) {
  const GeneratedSamples samples({"--scale-rows", "1"});
  EXPECT_THAT(run({"inspect", samples.teacher()}).out, HasSubstr("weights only, not fitted"));
  const json document = json::parse(run({"inspect", samples.teacher(), "--json"}).out);
  EXPECT_TRUE(document.at("method").is_null());
  int scale_rows = 0;
  for (const json& row : document.at("rows")) scale_rows += row.at("scale_row").get<bool>();
  EXPECT_EQ(scale_rows, 1);
}

Outcome fit_with(const GeneratedSamples& samples, const std::string& method, const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {"fit",      samples.x(), samples.y(), "--model", samples.path("m.json"),
                                        "--method", method};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return run(arguments);
}

TEST(Fit, RefusesOptionsOfAnotherMethod) {
  const GeneratedSamples samples;
  const auto expect_no_effect = [&](const std::string& method, const std::vector<std::string>& options,
                                    const std::string& message) {
    const Outcome outcome = fit_with(samples, method, options);
    EXPECT_EQ(outcome.code, 1) << method << ' ' << options[0];
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(samples.path("m.json")));
  };
  expect_no_effect("exact", {"--epochs", "3"}, "--epochs has no effect with --method exact; it applies to sgd");
  expect_no_effect("exact", {"--epochs", "256"}, "--epochs has no effect with --method exact; it applies to sgd");
  expect_no_effect("exact", {"--robust"}, "--robust has no effect with --method exact; it applies to noisy");
  expect_no_effect("qp", {"--sandwich"}, "--sandwich has no effect with --method qp; it applies to noisy");
  expect_no_effect("exact", {"--polish"},
                   "--polish has no effect with --method exact; it applies to qp, lp, lp-noisy, lr, sgd");
  expect_no_effect("noisy", {"--rescale", "authors"},
                   "--rescale has no effect with --method noisy; it applies to qp, lp, lp-noisy");
  expect_no_effect("qp", {"--start", samples.teacher()},
                   "--start has no effect with --method qp; it applies to noisy, sgd");
  expect_no_effect("qp", {"--curve", samples.path("curve.csv")},
                   "--curve has no effect with --method qp; it applies to sgd");
  expect_no_effect("auto", {"--start", samples.teacher()}, "--start has no effect with --method auto");
}

TEST(Fit, AcceptsTheOptionsOfItsMethod) {
  const GeneratedSamples samples({"--noise", "0.1"});
  for (const auto& [method, option] : {std::pair{"qp", "--polish"}, {"noisy", "--robust"}, {"auto", "--robust"}}) {
    const Outcome outcome = fit_with(samples, method, {option});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out + outcome.err, Not(HasSubstr("no effect"))) << method << ' ' << option;
  }
}

TEST(Fit, WarnsAboutOptionsWithoutEffectUnderAuto) {
  const GeneratedSamples samples;
  const Outcome outcome = fit_with(samples, "auto", {"--epochs", "3", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(json::parse(outcome.out).at("warnings").dump(),
              HasSubstr("option epochs has no effect with method auto"));
}

}  // namespace
}  // namespace resunit::test
