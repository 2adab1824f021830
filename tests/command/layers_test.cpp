// SPDX-License-Identifier: BSD-3-Clause
// Networks of more than two layers from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/run.hpp"
#include "resunit/model_file.hpp"

namespace resunit::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Samples of a network in x.csv and y.csv, and its weights in teacher.json.
class Layers : public ::testing::Test {
 protected:
  void generate(const std::string& layers, const std::vector<std::string>& options = {}) {
    std::vector<std::string> words = {"generate",   "--inputs", "3",      "--layers", layers,  "--samples",   "300",
                                      "--negative", "0.5",      "--seed", "2",        "--out", folder_.path()};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = run(words);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }

  Outcome fit(const std::vector<std::string>& options) {
    std::vector<std::string> words = {"fit", folder_ / "x.csv", folder_ / "y.csv", "--model", folder_ / "m.json"};
    words.insert(words.end(), options.begin(), options.end());
    return run(words);
  }

  TemporaryFolder folder_;
};

TEST_F(Layers, AreIdentifiedInspectedAndEvaluated) {
  generate("3");
  const Outcome fitted = fit({"--layers", "3", "--report", folder_ / "r.html"});
  ASSERT_EQ(fitted.code, 0) << fitted.err;
  EXPECT_THAT(fitted.out, HasSubstr("exact: solved, 3 layers, 3 inputs, 3 outputs"));
  EXPECT_THAT(folder_.read("r.html"), HasSubstr("Locally identifiable"));

  const Outcome evaluated = run({"evaluate", folder_ / "m.json", folder_ / "x.csv", folder_ / "y.csv", "--teacher",
                                 folder_ / "teacher.json", "--json"});
  ASSERT_EQ(evaluated.code, 0) << evaluated.err;
  const json errors = json::parse(evaluated.out);
  for (const char* name : {"layer1_error", "layer2_error", "layer3_error", "output_error"})
    EXPECT_LE(errors.at(name).get<double>(), 1e-9) << name;

  const Outcome inspected = run({"inspect", folder_ / "m.json", "--weights"});
  EXPECT_THAT(inspected.out, HasSubstr("network        3 layers, 3 inputs, 3 outputs"));
  EXPECT_THAT(inspected.out, HasSubstr("W_2"));
  EXPECT_EQ(json::parse(run({"inspect", folder_ / "m.json", "--json"}).out).at("layers"), 3);

  const Outcome predicted = run({"predict", folder_ / "m.json", folder_ / "x.csv"});
  EXPECT_THAT(predicted.out, HasSubstr("y1,y2,y3\n"));
}

TEST_F(Layers, AutoSelectsTheSmallestNumberThatFits) {
  generate("3");
  const Outcome deep = fit({"--layers", "auto", "--json"});
  ASSERT_EQ(deep.code, 0) << deep.err;
  EXPECT_EQ(json::parse(deep.out).at("layers"), 3);
  generate("2");
  const Outcome unit = fit({"--layers", "auto", "--json"});
  ASSERT_EQ(unit.code, 0) << unit.err;
  EXPECT_EQ(json::parse(unit.out).at("kind"), "unit");
}

TEST_F(Layers, OfNoisySamplesHaveStandardErrors) {
  generate("3", {"--noise", "0.05"});
  const Outcome outcome = fit({"--layers", "3", "--method", "noisy"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("noise: standard deviation 0.0"));
  EXPECT_FALSE(json::parse(folder_.read("m.json")).at("standard_errors").empty());
}

TEST_F(Layers, ByThePapersFormulaAreSuspectWithTheCommandToTypeNext) {
  ASSERT_EQ(run({"generate", "--inputs", "8", "--layers", "3", "--samples", "1000", "--out", folder_.path()}).code, 0);
  const Outcome outcome = fit({"--layers", "3", "--method", "qp"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("qp: suspect, 3 layers, 8 inputs, 8 outputs"));
  EXPECT_THAT(outcome.out, HasSubstr("the paper's formula does not identify the hidden layers; use method auto"));
  EXPECT_THAT(outcome.out, HasSubstr("run: resunit fit"));
  const json model = json::parse(folder_.read("m.json"));
  EXPECT_EQ(model.at("method"), "qp");
  EXPECT_TRUE(model.at("noise_std").is_null());
  const Outcome evaluated = run({"evaluate", folder_ / "m.json", folder_ / "x.csv", folder_ / "y.csv", "--teacher",
                                 folder_ / "teacher.json", "--json"});
  const json errors = json::parse(evaluated.out);
  EXPECT_LE(errors.at("layer3_error").get<double>(), 1e-9);
  EXPECT_GE(errors.at("layer1_error").get<double>(), 0.1);
}

TEST_F(Layers, WithoutANetworkThatFitsWriteNoModel) {
  generate("4");
  const Outcome outcome = fit({"--layers", "2", "--method", "exact"});
  EXPECT_EQ(outcome.code, 3);
  const Outcome three = fit({"--layers", "3", "--method", "exact", "--starts", "1", "--json"});
  EXPECT_EQ(three.code, 3) << three.out;
  EXPECT_EQ(json::parse(three.out).at("status"), "not exact");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "m.json"));
}

TEST_F(Layers, RejectOptionsWithoutEffect) {
  generate("3");
  EXPECT_THAT(fit({"--layers", "3", "--robust", "--method", "noisy"}).err,
              HasSubstr("--robust has no effect with --layers 3"));
  EXPECT_THAT(fit({"--starts", "3"}).err, HasSubstr("--starts has no effect with --layers 2"));
  EXPECT_THAT(fit({"--layers", "3", "--method", "qp", "--starts", "3"}).err,
              HasSubstr("--starts has no effect with --method qp; it applies to exact, noisy"));
  EXPECT_THAT(fit({"--layers", "1"}).err, HasSubstr("expected auto or a number of at least 2"));
  EXPECT_THAT(fit({"--layers", "3", "--method", "lp"}).err, HasSubstr("expected auto, exact, noisy or qp"));
  for (const Outcome& outcome : {fit({"--layers", "x"}), fit({"--layers", ""}), fit({"--layers", "-3"})}) {
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

TEST_F(Layers, AreComparedOnlyWithTeachersOfTheSameSize) {
  generate("3");
  ASSERT_EQ(fit({"--layers", "3"}).code, 0);
  generate("4");
  const Outcome outcome = run(
      {"evaluate", folder_ / "m.json", folder_ / "x.csv", folder_ / "y.csv", "--teacher", folder_ / "teacher.json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("the estimate has 3 layers, the teacher has 4"));
  EXPECT_THAT(run({"fit", folder_ / "x.csv", folder_ / "y.csv", "--model", folder_ / "n.json", "--method", "sgd",
                   "--start", folder_ / "teacher.json"})
                  .err,
              HasSubstr("the model is of kind \"network\", expected \"unit\""));
}

}  // namespace
}  // namespace resunit::test
