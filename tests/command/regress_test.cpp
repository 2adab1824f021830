// SPDX-License-Identifier: BSD-3-Clause
// resunit regress, end to end: typical tables, columns matched by name, and clear error messages.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/run.hpp"
#include "resunit/table.hpp"
#include "support/bits.hpp"
#include "support/models.hpp"
#include "tables/curved_table.hpp"

namespace resunit::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A folder with table.csv: columns a, b, c and y.
class RegressCommand : public ::testing::Test {
 protected:
  RegressCommand() {
    const Dataset data = curved_table(120, 3, 0.1, 1);
    values_ = Matrix(120, 4);
    values_ << data.X, data.Y;
    write_table(path("table.csv"), values_, {"a", "b", "c", "y"});
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  Outcome regress(const std::string& table, const std::string& target, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"regress", path(table), "--target", target, "--model", path("m.json")});
    return run(more);
  }

  /// Trains quickly and returns the model's path.
  std::string trained(const std::string& table = "table.csv", const std::string& target = "y") const {
    const Outcome outcome = regress(table, target, {"--fast", "--folds", "0"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return path("m.json");
  }

  Matrix predicted(const std::string& table) const {
    const Outcome outcome = run({"predict", path("m.json"), path(table), "--out", path("yhat.csv")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read_table(path("yhat.csv")).values;
  }

  void expect_refused(const Outcome& outcome, int code, const std::string& message) const {
    EXPECT_EQ(outcome.code, code);
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_THAT(outcome.out, IsEmpty());
  }

  TemporaryFolder folder_;
  Matrix values_;
};

TEST_F(RegressCommand, ComparesScoresWithTheMeanAndLinearRegression) {
  const Outcome outcome = regress("table.csv", "y");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* word : {"5-fold cross-validation of 'y'", "RMSE", "MAE", "R2", "mean", "linear regression"})
    EXPECT_THAT(outcome.out, HasSubstr(word));
  EXPECT_THAT(outcome.err, HasSubstr("resunit predict"));
  EXPECT_THAT(outcome.out, ::testing::StartsWith("explains "));
  EXPECT_THAT(outcome.out, HasSubstr("lower error than linear regression"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("--linear")));
}

TEST_F(RegressCommand, RecommendsALinearModelThatIsAsAccurate) {
  Matrix values = values_;
  values.col(3) = values.col(0) + values.col(1) + Random(5).gaussian(120, 1);
  write_table(path("line.csv"), values, {"a", "b", "c", "y"});
  const Outcome outcome = regress("line.csv", "y", {"--fast"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("no better than linear regression"));
  const std::string command = fmt::format("{} --target y --model {} --linear", path("line.csv"), path("m.json"));
  EXPECT_THAT(outcome.err, HasSubstr("resunit regress " + command));
  const Outcome linear = regress("line.csv", "y", {"--linear"});
  ASSERT_EQ(linear.code, 0) << linear.err;
  EXPECT_THAT(linear.out, ::testing::StartsWith("a linear model explains "));
  EXPECT_EQ(predicted("line.csv").rows(), 120);
  expect_refused(regress("line.csv", "y", {"--linear", "--fast"}), 1,
                 "--linear cannot be combined with width, members or fast");
}

TEST_F(RegressCommand, AnExplicitNumberOfMembersTakesPrecedence) {
  const Outcome outcome = regress("table.csv", "y", {"--fast", "--members", "3", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document.at("members"), 3);
  EXPECT_EQ(document.at("held_out_stderr").size(), 1u);
  EXPECT_THAT(document.at("verdict").get<std::string>(), ::testing::StartsWith("explains "));
  EXPECT_EQ(document.at("cross_validation").at("better_than_linear"), json({true}));
}

TEST_F(RegressCommand, PrintsTheModelWithoutItsWeightsAsJson) {
  const Outcome outcome = regress("table.csv", "y", {"--json", "--fast", "--folds", "3"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document.at("kind"), "regressor");
  EXPECT_EQ(document.at("inputs"), json({"a", "b", "c"}));
  EXPECT_EQ(document.at("targets"), json({"y"}));
  EXPECT_EQ(document.at("cross_validation").at("folds"), 3);
  EXPECT_GT(document.at("cross_validation").at("resunit").at("r2")[0], 0.8);
  EXPECT_FALSE(document.contains("A"));
  const json file = json::parse(folder_.read("m.json"));
  for (const char* field : {"A", "W", "V", "input_scaling", "output_scaling"}) EXPECT_TRUE(file.contains(field));
}

TEST_F(RegressCommand, FindsColumnsByName) {
  trained();
  const Matrix whole = predicted("table.csv");
  write_table(path("moved.csv"), columns_of(values_, {2, 0, 1}), {"c", "a", "b"});
  EXPECT_TRUE(same_bits(whole, predicted("moved.csv")));
  write_table(path("bare.csv"), columns_of(values_, {0, 1, 2}));
  EXPECT_TRUE(same_bits(whole, predicted("bare.csv")));
}

TEST_F(RegressCommand, NamesMissingAndUnexpectedColumns) {
  trained();
  const auto predict = [&](const std::string& table) {
    return run({"predict", path("m.json"), path(table), "--out", path("yhat.csv")});
  };
  write_table(path("missing.csv"), columns_of(values_, {0, 2}), {"a", "c"});
  expect_refused(predict("missing.csv"), 2, "the table has no column 'b', which the model requires");
  write_table(path("extra.csv"), columns_of(values_, {0, 1, 2, 2}), {"a", "b", "c", "d"});
  expect_refused(predict("extra.csv"), 2, "the table has a column 'd' that the model was not trained on");
  write_table(path("bare.csv"), columns_of(values_, {0, 1}));
  expect_refused(predict("bare.csv"), 2, "the table has 2 columns and no header, the model requires 3 input columns");
  write_table(path("bare.csv"), values_);
  expect_refused(predict("bare.csv"), 2, "the table has 4 columns and no header, the model requires 3 input columns");
}

TEST_F(RegressCommand, AcceptsColumnNumbersWithoutAHeader) {
  write_table(path("bare.csv"), values_);
  trained("bare.csv", "4");
  const Matrix whole = predicted("bare.csv");
  write_table(path("inputs.csv"), columns_of(values_, {0, 1, 2}));
  EXPECT_TRUE(same_bits(whole, predicted("inputs.csv")));
  expect_refused(regress("bare.csv", "5"), 1, "--target 5: the table has columns 1 to 4");
  expect_refused(regress("bare.csv", "y"), 1, "--target y: the table has no header");
}

TEST_F(RegressCommand, PredictsSeveralTargets) {
  trained("table.csv", "y,b");
  EXPECT_EQ(read_regression(path("m.json")).regressor.columns.targets, (std::vector<std::string>{"y", "b"}));
  EXPECT_EQ(predicted("table.csv").cols(), 2);
  expect_refused(regress("table.csv", "y,y"), 1, "--target y: the column is given twice");
}

TEST_F(RegressCommand, ReadsSemicolonsAndQuotedNames) {
  std::string text = "\"fixed acidity\";\"pH\";\"quality\"\r\n";
  for (Index i = 0; i < 120; ++i) text += fmt::format("{};{};{}\r\n", values_(i, 0), values_(i, 1), values_(i, 3));
  folder_.write("wine.csv", text);
  trained("wine.csv", "quality");
  EXPECT_EQ(read_regression(path("m.json")).regressor.columns.inputs,
            (std::vector<std::string>{"fixed acidity", "pH"}));
}

TEST_F(RegressCommand, FindsNamesInLatin1) {
  std::string text = "caf\xE9,b,y\n";
  for (Index i = 0; i < 120; ++i) text += fmt::format("{},{},{}\n", values_(i, 0), values_(i, 1), values_(i, 3));
  folder_.write("old.csv", text);
  trained("old.csv", "y");
  EXPECT_EQ(read_regression(path("m.json")).regressor.columns.inputs[0], "café");
  EXPECT_EQ(predicted("old.csv").rows(), 120);
}

TEST_F(RegressCommand, RefusesMissingValuesWithTheirLocation) {
  for (const std::string missing : {"", "NA", "?"}) {
    folder_.write("gaps.csv", fmt::format("a,b,y\n1,2,3\n4,{},6\n7,8,9\n", missing));
    expect_refused(regress("gaps.csv", "y"), 2, "gaps.csv, line 3, column 2 (\"b\"): the value is missing");
  }
  EXPECT_FALSE(std::filesystem::exists(path("m.json")));
}

TEST_F(RegressCommand, RefusesInvalidTargetsAndTables) {
  expect_refused(regress("table.csv", "z1"), 1, "--target z1: the table has no such column");
  write_table(path("wine.csv"), values_, {"acid", "sugar", "alcohol", "quality"});
  expect_refused(regress("wine.csv", "qualty"), 1, "Did you mean 'quality'?");
  expect_refused(regress("table.csv", "Y"), 1, "--target Y: the table has no such column. Did you mean 'y'?");
  expect_refused(regress("table.csv", "x"), 1, "--target x: the table has no such column; its columns are a, b, c, y");
  expect_refused(regress("table.csv", "y", {"--folds", "500"}), 2,
                 "500 folds require at least 500 rows, the table has 120");
  expect_refused(regress("table.csv", "y", {"--folds", "1"}), 1, "--folds = 1, expected 0, or at least 2");
  expect_refused(regress("table.csv", "a,b,c,y"), 2, "the table has no input columns");
  folder_.write("flat.csv", "a,y\n1,3\n2,3\n3,3\n");
  expect_refused(regress("flat.csv", "y"), 2, "the target 'y' is constant: it is 3 in all 3 rows");
  folder_.write("flat.csv", "a,y\n1,1\n1,2\n1,3\n");
  expect_refused(regress("flat.csv", "y"), 2, "every input column is constant");
  folder_.write("twice.csv", "a,a,y\n1,1,1\n2,1,2\n1,3,3\n");
  expect_refused(regress("twice.csv", "y"), 2, "columns 1 and 2 of the table are both named 'a'");
  EXPECT_FALSE(std::filesystem::exists(path("m.json")));
}

TEST_F(RegressCommand, LearnsFromVeryFewRows) {
  folder_.write("two.csv", "a,y\n1,1\n2,2\n");
  const Outcome outcome = regress("two.csv", "y", {"--folds", "2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("too few rows to hold any out"));
}

TEST_F(RegressCommand, GivesTheSameModelForAnyNumberOfThreadsAndOrderOfRows) {
  const auto weights = [&](const std::string& table, const std::string& threads) {
    EXPECT_EQ(regress(table, "y", {"--folds", "0", "--threads", threads}).code, 0);
    return read_regression(path("m.json")).regressor.A;
  };
  const Matrix one = weights("table.csv", "1");
  EXPECT_TRUE(same_bits(one, weights("table.csv", "3")));
  write_table(path("moved.csv"), rows_of(values_, Random(4).permutation(120)), {"a", "b", "c", "y"});
  EXPECT_TRUE(same_bits(one, weights("moved.csv", "2")));
}

TEST_F(RegressCommand, IsEvaluatedOnATableWithItsTargets) {
  trained();
  const json document = json::parse(run({"evaluate", path("m.json"), path("table.csv"), "--json"}).out);
  EXPECT_GT(document.at("r2"), 0.9);
  EXPECT_TRUE(document.at("rmse").is_number());
  EXPECT_TRUE(document.at("mae").is_number());
  write_table(path("y.csv"), values_.col(3));
  write_table(path("x.csv"), values_.leftCols(3));
  EXPECT_EQ(json::parse(run({"evaluate", path("m.json"), path("x.csv"), path("y.csv"), "--json"}).out), document);
  expect_refused(run({"evaluate", path("m.json"), path("x.csv")}), 2, "the model requires 1 output column");
  expect_refused(run({"evaluate", path("m.json"), path("table.csv"), "--teacher", path("m.json")}), 1, "--teacher");
}

TEST_F(RegressCommand, PrintsPredictionsWithAHeader) {
  trained();
  const Outcome outcome = run({"predict", path("m.json"), path("table.csv")});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, testing::StartsWith("y\n"));
  EXPECT_EQ(run({"predict", path("m.json"), path("table.csv"), "--no-header"}).out, outcome.out.substr(2));
  EXPECT_THAT(outcome.err, Not(HasSubstr("outside")));
}

TEST_F(RegressCommand, CountsRowsOutsideTheTrainingRange) {
  trained();
  Matrix far = values_.topRows(6).leftCols(3);
  far.topRows(2) *= 1000;
  write_table(path("far.csv"), far, {"a", "b", "c"});
  EXPECT_THAT(run({"predict", path("m.json"), path("far.csv")}).err,
              HasSubstr("2 of 6 rows are outside the training range of x"));
}

TEST_F(RegressCommand, ReportsTheHeader) {
  EXPECT_THAT(regress("table.csv", "y", {"--fast", "--folds", "0"}).err, HasSubstr("table.csv: header with 4 names"));
  folder_.write("numbers.csv", "1,2,3\n0.5,1.5,2.5\n1.5,2.0,1.0\n0.25,3.5,2.0\n");
  EXPECT_THAT(regress("numbers.csv", "3", {"--fast", "--folds", "0"}).err,
              HasSubstr("numbers.csv: header with 3 names, which are numbers; if line 1 is a sample, use --header no"));
  const Outcome outcome = regress("numbers.csv", "3", {"--fast", "--folds", "0", "--header", "no"});
  EXPECT_THAT(outcome.err, Not(HasSubstr("header")));
}

TEST_F(RegressCommand, IsInspected) {
  trained();
  const Outcome text = run({"inspect", path("m.json")});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("3 inputs, 1 output, 2 networks"));
  EXPECT_THAT(text.out, HasSubstr("\nb "));
  const json document = json::parse(run({"inspect", path("m.json"), "--json"}).out);
  EXPECT_EQ(document.at("columns").size(), 3u);
  EXPECT_EQ(document.at("columns")[1].at("name"), "b");
  EXPECT_THAT(run({"inspect", path("m.json"), "--weights"}).out, testing::ContainsRegex("\nW +a +b +c +bias\ny "));
}

TEST_F(RegressCommand, WritesAModelThatIsNotAUnit) {
  trained();
  expect_refused(run({"fit", path("table.csv"), path("table.csv"), "--model", path("n.json"), "--method", "sgd",
                      "--start", path("m.json")}),
                 2, "the model is of kind \"regressor\", expected \"unit\"");
}

}  // namespace
}  // namespace resunit::test
