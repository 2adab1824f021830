// SPDX-License-Identifier: BSD-3-Clause
// Data that cannot be used: exit code 2 (or 3, if no usable fit is found), a message with the location of the error,
// nothing on standard output, and no new files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/generated_samples.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/table.hpp"

namespace resunit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

void expect_refused(const GeneratedSamples& samples, const std::vector<std::string>& arguments,
                    const std::string& message) {
  const std::vector<std::string> before = samples.folder().names();
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(message));
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(samples.folder().names(), before);
}

/// Runs fit, predict and evaluate with an invalid X.
void expect_x_refused(std::string_view x, const std::string& message) {
  const GeneratedSamples samples;
  const std::string file = samples.write("bad.csv", x);
  expect_refused(samples, {"fit", file, samples.y(), "--model", samples.path("m.json")}, message);
  expect_refused(samples, {"predict", samples.teacher(), file, "--out", samples.path("yhat.csv")}, message);
  expect_refused(samples, {"evaluate", samples.teacher(), file, samples.y(), "--json"}, message);
}

TEST(BadTable, IsReportedWithLineAndColumn) {
  expect_x_refused("", "bad.csv: the file is empty");
  expect_x_refused("a,b,c,d\n", "bad.csv: the file has a header but no numbers");
  expect_x_refused("1,2,3,4\n1,2,3\n", "bad.csv, line 2: 3 fields, expected 4");
  expect_x_refused("1,2,3,4\n1,x,3,4\n", "bad.csv, line 2, column 2: \"x\" is not a number");
  expect_x_refused("1,2,3,4\n1,nan,3,4\n", "bad.csv, line 2, column 2: \"nan\" is not a finite number");
  expect_x_refused("1,2,3,4\n1,inf,3,4\n", "bad.csv, line 2, column 2: \"inf\" is not a finite number");
  expect_x_refused("1,2,3,4\n1,,3,4\n", "bad.csv, line 2, column 2: the value is missing");
  expect_x_refused("\x93NUMPY", "bad.csv: the .npy header is truncated");
}

TEST(BadTable, IsMissingOrAFolder) {
  const GeneratedSamples samples;
  expect_refused(samples, {"fit", samples.path("none.csv"), samples.y(), "--model", samples.path("m.json")},
                 "none.csv: No such file or directory");
  expect_refused(samples, {"fit", samples.x(), samples.path("."), "--model", samples.path("m.json")}, "Is a directory");
}

TEST(BadShape, XAndYOfDifferentLength) {
  const GeneratedSamples samples;
  const std::string shorter = samples.write("y3.csv", "1,2,3,4\n5,6,7,8\n9,8,7,6\n");
  expect_refused(samples, {"fit", samples.x(), shorter, "--model", samples.path("m.json")}, "X has 200 rows, Y has 3");
  expect_refused(samples, {"evaluate", samples.teacher(), samples.x(), shorter}, "X has 200 rows, Y has 3");
}

TEST(BadShape, FewerOutputsThanInputs) {
  const GeneratedSamples samples;
  write_table(samples.path("y1.csv"), read_table(samples.y()).values.leftCols(1));
  expect_refused(samples, {"fit", samples.x(), samples.path("y1.csv"), "--model", samples.path("m.json")}, "regress");
}

TEST(BadShape, TooFewSamples) {
  const GeneratedSamples samples;
  const std::string x = samples.write("x3.csv", "1,2,3,4\n5,6,7,8\n9,8,7,5\n");
  const std::string y = samples.write("y3.csv", "1,2,3,4\n5,6,7,8\n9,8,7,6\n");
  for (const std::string method : {"auto", "exact", "noisy", "qp", "lp", "lp-noisy"}) {
    const Outcome outcome = run({"fit", x, y, "--model", samples.path("m.json"), "--method", method, "--json"});
    EXPECT_EQ(outcome.code, 3) << method;
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("status"), to_string(FitStatus::too_few_samples)) << method;
    EXPECT_THAT(outcome.err, HasSubstr("too few samples (3 samples")) << method;
    EXPECT_FALSE(std::filesystem::exists(samples.path("m.json")));
  }
  EXPECT_EQ(run({"diagnose", x, y}).code, 0);
}

TEST(BadShape, NumberOfColumnsDiffersFromTheModel) {
  const GeneratedSamples samples;
  const std::string narrow = samples.write("x3.csv", "1,2,3\n4,5,6\n");
  expect_refused(samples, {"predict", samples.teacher(), narrow, "--out", samples.path("yhat.csv")},
                 "the table has 3 columns and no header, the model requires 4 input columns");
  expect_refused(samples, {"evaluate", samples.teacher(), narrow, samples.y()},
                 "the table has 3 columns and no header, the model requires 4 input columns");
  expect_refused(samples, {"evaluate", samples.teacher(), samples.x(), narrow},
                 "the table has 3 columns and no header, the model requires 4 output columns");
}

TEST(BadShape, TeacherOfAnotherSize) {
  const GeneratedSamples samples, larger({"--outputs", "6"});
  expect_refused(samples, {"evaluate", samples.teacher(), samples.x(), samples.y(), "--teacher", larger.teacher()},
                 "the model has 4 inputs and 4 outputs, the teacher has 4 and 6");
}

TEST(BadModel, IsRefusedByEveryCommandThatReadsOne) {
  const GeneratedSamples samples;
  const std::string good = samples.folder().read("teacher.json");
  const std::pair<std::string, std::string> broken[] = {
      {good.substr(0, good.size() / 2), "bad.json: not a model file: parse error at line"},
      {R"({"format": "resunit", "version": 2})",
       "bad.json: version 2 of the format is not supported, expected version 1"},
      {R"({"format": "resunit", "version": 1, "kind": "unit", "A": [[1, 2]], "B": [[1, 2]]})", "bad.json: A is 1 x 2"},
      {R"({"format": "other"})", "bad.json: not a model file"},
      {std::string(1'000'000, '['), "bad.json: not a model file: nested deeper"},
  };
  for (const auto& [content, message] : broken) {
    const std::string file = samples.write("bad.json", content);
    expect_refused(samples, {"inspect", file, "--json"}, message);
    expect_refused(samples, {"predict", file, samples.x(), "--out", samples.path("yhat.csv")}, message);
    expect_refused(samples, {"evaluate", samples.teacher(), samples.x(), samples.y(), "--teacher", file}, message);
    expect_refused(
        samples,
        {"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "sgd", "--start", file},
        message);
  }
}

TEST(BadOutput, IsReportedBeforeTheComputation) {
  const GeneratedSamples samples;
  const std::string nowhere = samples.path("none/m.json");
  expect_refused(samples, {"fit", samples.path("none.csv"), samples.y(), "--model", nowhere},
                 "cannot write " + nowhere);
  expect_refused(samples, {"fit", samples.x(), samples.y(), "--model", samples.path("")}, "Is a directory");
  expect_refused(
      samples,
      {"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "sgd", "--curve", nowhere},
      "cannot write " + nowhere);
  expect_refused(samples, {"predict", samples.teacher(), samples.x(), "--out", nowhere}, "cannot write " + nowhere);
  expect_refused(samples, {"generate", "--inputs", "2", "--samples", "2", "--out", samples.x()}, "cannot create");
}

TEST(NoUsableFit, PrintsTheReasonAndWritesNothing) {
  const GeneratedSamples samples({"--noise", "1"});
  const std::vector<std::string> before = samples.folder().names();
  const std::vector<std::string> fit = {"fit",      samples.x(), samples.y(), "--model", samples.path("m.json"),
                                        "--method", "lp"};
  const Outcome text = run(fit);
  EXPECT_EQ(text.code, 3);
  EXPECT_THAT(text.err, HasSubstr("resunit fit: no usable fit; no file was written\nlp: infeasible"));
  EXPECT_EQ(samples.folder().names(), before);

  std::vector<std::string> with_json = fit;
  with_json.push_back("--json");
  const Outcome json = run(with_json);
  EXPECT_EQ(json.code, 3);
  EXPECT_EQ(nlohmann::json::parse(json.out).at("status"), to_string(FitStatus::infeasible));
  EXPECT_EQ(samples.folder().names(), before);
}

TEST(Output, NeverOverwritesAnInputFile) {
  const GeneratedSamples samples;
  const std::string before = samples.folder().read("x.csv");
  const Outcome fit = run({"fit", samples.x(), samples.y(), "--model", samples.x()});
  EXPECT_EQ(fit.code, 1);
  EXPECT_THAT(fit.err, HasSubstr("would overwrite"));
  EXPECT_EQ(run({"predict", samples.teacher(), samples.x(), "--out", samples.teacher()}).code, 1);
  EXPECT_EQ(run({"regress", samples.x(), "--target", "1", "--model", samples.x()}).code, 1);
  EXPECT_EQ(samples.folder().read("x.csv"), before);
}

TEST(Output, NeverOverwritesAnotherOutput) {
  const GeneratedSamples samples;
  const std::vector<std::string> fit = {"fit",      samples.x(), samples.y(), "--model",        samples.path("m.json"),
                                        "--method", "sgd",       "--start",   samples.teacher()};
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--curve", samples.path("same"), "--report", samples.path("same")},
        {"--report", samples.teacher()},
        {"--curve", samples.teacher()}}) {
    std::vector<std::string> arguments = fit;
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("would overwrite"));
  }
}

}  // namespace
}  // namespace resunit::test
