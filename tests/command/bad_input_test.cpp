// SPDX-License-Identifier: BSD-3-Clause
// Data that cannot be used: exit code 2 (or 3, if no unit can be told from them), a message that names the place,
// nothing on standard output and nothing left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/world.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/table.hpp"

namespace resunit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

void expect_refused(const World& world, const std::vector<std::string>& arguments, const std::string& message) {
  const std::vector<std::string> before = world.folder().names();
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(message));
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(world.folder().names(), before);
}

/// Fits a broken X, and Y as it is.
void expect_x_refused(std::string_view x, const std::string& message) {
  const World world;
  const std::string file = world.write("bad.csv", x);
  expect_refused(world, {"fit", file, world.y(), "--model", world.path("m.json")}, message);
  expect_refused(world, {"predict", world.teacher(), file, "--out", world.path("yhat.csv")}, message);
  expect_refused(world, {"evaluate", world.teacher(), file, world.y(), "--json"}, message);
}

TEST(BadTable, IsNamedWithLineAndColumn) {
  expect_x_refused("", "bad.csv: the file is empty");
  expect_x_refused("a,b,c,d\n", "bad.csv: a header, but no numbers");
  expect_x_refused("1,2,3,4\n1,2,3\n", "bad.csv, line 2: 3 fields, expected 4");
  expect_x_refused("1,2,3,4\n1,x,3,4\n", "bad.csv, line 2, column 2: \"x\" is not a number");
  expect_x_refused("1,2,3,4\n1,nan,3,4\n", "bad.csv, line 2, column 2: \"nan\" is not a finite number");
  expect_x_refused("1,2,3,4\n1,inf,3,4\n", "bad.csv, line 2, column 2: \"inf\" is not a finite number");
  expect_x_refused("1,2,3,4\n1,,3,4\n", "bad.csv, line 2, column 2: the value is missing");
  expect_x_refused("\x93NUMPY", "bad.csv: the .npy header is cut off");
}

TEST(BadTable, IsMissingOrAFolder) {
  const World world;
  expect_refused(world, {"fit", world.path("none.csv"), world.y(), "--model", world.path("m.json")},
                 "none.csv: No such file or directory");
  expect_refused(world, {"fit", world.x(), world.path("."), "--model", world.path("m.json")}, "Is a directory");
}

TEST(BadShape, XAndYOfDifferentLength) {
  const World world;
  const std::string shorter = world.write("y3.csv", "1,2,3,4\n5,6,7,8\n9,8,7,6\n");
  expect_refused(world, {"fit", world.x(), shorter, "--model", world.path("m.json")}, "X has 200 rows, Y has 3");
  expect_refused(world, {"evaluate", world.teacher(), world.x(), shorter}, "X has 200 rows, Y has 3");
}

TEST(BadShape, FewerOutputsThanInputs) {
  const World world;
  write_table(world.path("y1.csv"), read_table(world.y()).values.leftCols(1));
  expect_refused(world, {"fit", world.x(), world.path("y1.csv"), "--model", world.path("m.json")}, "regress");
}

TEST(BadShape, TooFewSamples) {
  const World world;
  const std::string x = world.write("x3.csv", "1,2,3,4\n5,6,7,8\n9,8,7,5\n");
  const std::string y = world.write("y3.csv", "1,2,3,4\n5,6,7,8\n9,8,7,6\n");
  for (const std::string method : {"auto", "qp", "lp", "lp-noisy"}) {
    expect_refused(world, {"fit", x, y, "--model", world.path("m.json"), "--method", method}, "too few samples");
  }
}

TEST(BadShape, ColumnsThatAreNotTheModels) {
  const World world;
  const std::string narrow = world.write("x3.csv", "1,2,3\n4,5,6\n");
  expect_refused(world, {"predict", world.teacher(), narrow, "--out", world.path("yhat.csv")},
                 "X has 3 columns, the model takes 4");
  expect_refused(world, {"evaluate", world.teacher(), narrow, world.y()}, "X has 3 columns, the model takes 4");
  expect_refused(world, {"evaluate", world.teacher(), world.x(), narrow}, "Y has 3 columns, the model gives 4");
}

TEST(BadShape, TeacherOfAnotherSize) {
  const World world, larger({"--outputs", "6"});
  expect_refused(world, {"evaluate", world.teacher(), world.x(), world.y(), "--teacher", larger.teacher()},
                 "the model has 4 inputs and 4 outputs, the teacher 4 and 6");
}

TEST(BadModel, IsRefusedByEveryCommandThatReadsOne) {
  const World world;
  const std::string good = world.folder().read("teacher.json");
  const std::pair<std::string, std::string> broken[] = {
      {good.substr(0, good.size() / 2), "bad.json: not a model file: parse error at line"},
      {R"({"format": "resunit", "version": 2})", "bad.json: version 2, this program reads version 1"},
      {R"({"format": "resunit", "version": 1, "kind": "unit", "A": [[1, 2]], "B": [[1, 2]]})", "bad.json: A is 1 x 2"},
      {R"({"format": "other"})", "bad.json: not a model file"},
      {std::string(1'000'000, '['), "bad.json: not a model file: nested deeper"},
  };
  for (const auto& [content, message] : broken) {
    const std::string file = world.write("bad.json", content);
    expect_refused(world, {"inspect", file, "--json"}, message);
    expect_refused(world, {"predict", file, world.x(), "--out", world.path("yhat.csv")}, message);
    expect_refused(world, {"evaluate", world.teacher(), world.x(), world.y(), "--teacher", file}, message);
    expect_refused(world,
                   {"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", "sgd", "--start", file},
                   message);
  }
}

TEST(BadOutput, IsToldBeforeTheWorkBegins) {
  const World world;
  const std::string nowhere = world.path("none/m.json");
  expect_refused(world, {"fit", world.path("none.csv"), world.y(), "--model", nowhere}, "cannot write " + nowhere);
  expect_refused(world, {"fit", world.x(), world.y(), "--model", world.path("")}, "Is a directory");
  expect_refused(world,
                 {"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", "sgd", "--curve", nowhere},
                 "cannot write " + nowhere);
  expect_refused(world, {"predict", world.teacher(), world.x(), "--out", nowhere}, "cannot write " + nowhere);
  expect_refused(world, {"generate", "--inputs", "2", "--samples", "2", "--out", world.x()}, "cannot create");
}

TEST(NoUsableFit, SaysWhyAndWritesNothing) {
  const World world({"--noise", "1"});
  const std::vector<std::string> before = world.folder().names();
  const std::vector<std::string> fit = {"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", "lp"};
  const Outcome text = run(fit);
  EXPECT_EQ(text.code, 3);
  EXPECT_THAT(text.err, HasSubstr("resunit fit: no usable fit; nothing was written\nlp: infeasible"));
  EXPECT_EQ(world.folder().names(), before);

  std::vector<std::string> with_json = fit;
  with_json.push_back("--json");
  const Outcome json = run(with_json);
  EXPECT_EQ(json.code, 3);
  EXPECT_EQ(nlohmann::json::parse(json.out).at("status"), to_string(FitStatus::infeasible));
  EXPECT_EQ(world.folder().names(), before);
}

TEST(Output, NeverTakesThePlaceOfATableThatIsRead) {
  const World world;
  const std::string before = world.folder().read("x.csv");
  const Outcome fit = run({"fit", world.x(), world.y(), "--model", world.x()});
  EXPECT_EQ(fit.code, 1);
  EXPECT_THAT(fit.err, HasSubstr("would overwrite"));
  EXPECT_EQ(run({"predict", world.teacher(), world.x(), "--out", world.teacher()}).code, 1);
  EXPECT_EQ(run({"regress", world.x(), "--target", "1", "--model", world.x()}).code, 1);
  EXPECT_EQ(world.folder().read("x.csv"), before);
}

TEST(Output, NeverTakesThePlaceOfAnother) {
  const World world;
  const std::vector<std::string> fit = {"fit",      world.x(), world.y(), "--model",      world.path("m.json"),
                                        "--method", "sgd",     "--start", world.teacher()};
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--curve", world.path("same"), "--report", world.path("same")},
        {"--report", world.teacher()},
        {"--curve", world.teacher()}}) {
    std::vector<std::string> arguments = fit;
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("would overwrite"));
  }
}

}  // namespace
}  // namespace resunit::test
