// SPDX-License-Identifier: BSD-3-Clause
// Noise, intervals, biases and diagnosis on the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/generated_samples.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "support/bits.hpp"
#include "support/models.hpp"

namespace resunit::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string fit_to(const GeneratedSamples& samples, const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {"fit", samples.x(), samples.y(), "--model", samples.path("m.json")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return samples.path("m.json");
}

TEST(Noise, IsReportedWithStandardErrors) {
  const GeneratedSamples samples({"--noise", "0.2"});
  const std::string model = fit_to(samples, {});
  const json document = json::parse(samples.folder().read("m.json"));
  EXPECT_EQ(document["method"], "noisy");
  EXPECT_NEAR(document["noise_std"], 0.2, 0.03);
  EXPECT_EQ(document["A_stderr"].size(), 4u);
  EXPECT_EQ(document["B_stderr"].size(), 4u);
  EXPECT_THAT(document["choice"], HasSubstr("auto selected noisy"));
  const Outcome shown = run({"inspect", model});
  EXPECT_THAT(shown.out, HasSubstr("standard deviation 0.2"));
  EXPECT_NEAR(json::parse(run({"inspect", model, "--json"}).out)["noise_std"], 0.2, 0.03);
}

TEST(Noise, IsReadBackBitForBit) {
  const GeneratedSamples samples({"--noise", "0.2"});
  for (const char* option : {"--reweight", "--robust", "--sandwich"}) {
    const Fit fit = read_fit(fit_to(samples, {option}));
    write_model(samples.path("again.json"), fit);
    EXPECT_EQ(samples.folder().read("again.json"), samples.folder().read("m.json")) << option;
  }
}

TEST(Interval, ContainsThePrediction) {
  const GeneratedSamples samples({"--noise", "0.2"});
  const std::string model = fit_to(samples, {});
  ASSERT_EQ(run({"predict", model, samples.x(), "--out", samples.path("p.csv")}).code, 0);
  ASSERT_EQ(run({"predict", model, samples.x(), "--interval", "0.95", "--out", samples.path("i.csv")}).code, 0);
  const Matrix outputs = read_table(samples.path("p.csv")).values;
  const Table table = read_table(samples.path("i.csv"));
  EXPECT_EQ(table.names[0], "y1");
  EXPECT_EQ(table.names[1], "y1_low");
  EXPECT_EQ(table.names[11], "y4_high");
  for (Index k = 0; k < 4; ++k) {
    EXPECT_TRUE(same_bits(Matrix(table.values.col(3 * k)), Matrix(outputs.col(k))));
    EXPECT_TRUE((table.values.col(3 * k + 1).array() < outputs.col(k).array()).all());
    EXPECT_TRUE((table.values.col(3 * k + 2).array() > outputs.col(k).array()).all());
  }
}

TEST(Interval, RequiresStandardErrors) {
  const GeneratedSamples samples;
  const std::string model = fit_to(samples, {});  // exact
  const Outcome outcome = run({"predict", model, samples.x(), "--interval", "0.9", "--out", samples.path("i.csv")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no standard errors"));
  EXPECT_EQ(run({"predict", model, samples.x(), "--interval", "1.5", "--out", samples.path("i.csv")}).code, 1);
}

TEST(Bias, IsKeptInTheModelAndUsedInPredictions) {
  const GeneratedSamples samples({"--bias"});
  const std::string model = fit_to(samples, {"--bias"});
  const Outcome outcome = run({"evaluate", model, samples.x(), samples.y(), "--teacher", samples.teacher(), "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json measures = json::parse(outcome.out);
  EXPECT_LE(measures["output_error"], 1e-9);
  EXPECT_LE(measures["layer1_error"], 1e-9);
  EXPECT_THAT(run({"inspect", model}).out, HasSubstr("4 inputs and biases in both layers, 5 outputs"));
}

TEST(Diagnose, ReportsWhetherSamplesAreEnough) {
  const GeneratedSamples enough, few;
  for (const std::string& table : {few.x(), few.y()}) write_table(table, read_table(table).values.topRows(9));
  const Outcome outcome = run({"diagnose", enough.x(), enough.y(), "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json facts = json::parse(outcome.out);
  EXPECT_EQ(facts["enough"], true);
  EXPECT_EQ(facts["rows"].size(), 4u);
  EXPECT_EQ(facts["rows"][0]["bounded"], true);
  const Outcome other = run({"diagnose", few.x(), few.y()});
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("too few samples"));
}

TEST(Diagnose, RefusesTablesThatDoNotMatch) {
  const GeneratedSamples samples;
  EXPECT_EQ(run({"diagnose", samples.x(), samples.write("short.csv", "1,2,3,4\n")}).code, 2);
}

TEST(Interval, CoversTheMeanOfAUnitWithABias) {
  const GeneratedSamples samples({"--bias", "--noise", "0.2"});
  const std::string model = fit_to(samples, {"--bias"});
  ASSERT_EQ(run({"predict", model, samples.x(), "--interval", "0.99", "--out", samples.path("i.csv")}).code, 0);
  const Matrix table = read_table(samples.path("i.csv")).values;
  const Matrix truth = predict(read_fit(samples.teacher()).unit, read_table(samples.x()).values);
  Index inside = 0;
  for (Index i = 0; i < truth.rows(); ++i)
    for (Index l = 0; l < truth.cols(); ++l)
      inside += table(i, 3 * l + 1) <= truth(i, l) && truth(i, l) <= table(i, 3 * l + 2);
  EXPECT_GE(inside, 0.95 * static_cast<double>(truth.size()));
}

}  // namespace
}  // namespace resunit::test
