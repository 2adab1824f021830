// SPDX-License-Identifier: BSD-3-Clause
// Headers and column names from fit to predict, evaluate and inspect.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "command/generated_samples.hpp"
#include "linalg/indexing.hpp"
#include "resunit/table.hpp"
#include "support/bits.hpp"
#include "support/models.hpp"

namespace resunit::test {
namespace {

using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// Noiseless samples with 2 inputs and 2 outputs: named tables x.csv, y.csv and table.csv (columns c, a, id, b, d).
class NamedColumns : public ::testing::Test {
 protected:
  NamedColumns() : samples_({"--inputs", "2", "--samples", "60"}) {
    X_ = read_table(samples_.x()).values;
    Y_ = read_table(samples_.y()).values;
    write_table(path("x.csv"), X_, {"a", "b"});
    write_table(path("y.csv"), Y_, {"c", "d"});
    Matrix table(60, 5);
    table << Y_.col(0), X_.col(0), Vector::LinSpaced(60, 0, 59), X_.col(1), Y_.col(1);
    write_table(path("table.csv"), table, {"c", "a", "id", "b", "d"});
    write_table(path("bare.csv"), table);
  }

  std::string path(const std::string& name) const { return samples_.path(name); }

  Outcome fit(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "fit");
    arguments.insert(arguments.end(), {"--model", path("m.json")});
    return run(arguments);
  }

  void fit_table() const {
    const Outcome outcome = fit({path("table.csv"), "--input-columns", "a,b", "--output-columns", "c,d"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }

  std::string predicted(const std::string& table) const {
    const Outcome outcome = run({"predict", path("m.json"), path(table)});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
  }

  void expect_refused(const Outcome& outcome, int code, const std::string& message) const {
    EXPECT_EQ(outcome.code, code);
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_THAT(outcome.out, IsEmpty());
  }

  GeneratedSamples samples_;
  Matrix X_, Y_;
};

TEST_F(NamedColumns, AreReportedAndStored) {
  const Outcome outcome = fit({path("x.csv"), path("y.csv")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("x.csv: header with 2 names"));
  const json file = json::parse(samples_.folder().read("m.json"));
  EXPECT_EQ(file.at("inputs"), json({"a", "b"}));
  EXPECT_EQ(file.at("outputs"), json({"c", "d"}));
  EXPECT_EQ(file.at("input_range").at("low")[1], X_.col(1).minCoeff());
}

TEST_F(NamedColumns, OfAFitAreMatchedByPredictAndEvaluate) {
  fit({path("x.csv"), path("y.csv")});
  const std::string expected = predicted("x.csv");
  EXPECT_THAT(expected, StartsWith("c,d\n"));
  write_table(path("moved.csv"), Matrix(X_(kAll, {1, 0})), {"b", "a"});
  EXPECT_EQ(predicted("moved.csv"), expected);
  write_table(path("unnamed.csv"), X_);
  EXPECT_EQ(predicted("unnamed.csv"), expected);
  write_table(path("moved_y.csv"), Matrix(Y_(kAll, {1, 0})), {"d", "c"});
  const Outcome moved = run({"evaluate", path("m.json"), path("moved.csv"), path("moved_y.csv")});
  EXPECT_EQ(moved.out, run({"evaluate", path("m.json"), path("x.csv"), path("y.csv")}).out);

  write_table(path("other.csv"), X_, {"a", "e"});
  expect_refused(run({"predict", path("m.json"), path("other.csv")}), 2, "the table has no column 'b'");
  write_table(path("wide.csv"), Matrix(X_(kAll, {0, 1, 1})));
  expect_refused(run({"predict", path("m.json"), path("wide.csv")}), 2,
                 "the table has 3 columns and no header, the model requires 2 input columns");
}

TEST_F(NamedColumns, OfOneTableAreSelected) {
  fit_table();
  const Fit model = read_fit(path("m.json"));
  EXPECT_TRUE(model.certificate.holds);
  EXPECT_EQ(model.columns.ignored, std::vector<std::string>{"id"});
  const std::string expected = predicted("x.csv");
  EXPECT_EQ(predicted("table.csv"), expected) << "the training table has further columns";
  const json one = json::parse(run({"evaluate", path("m.json"), path("table.csv"), "--json"}).out);
  EXPECT_EQ(one, json::parse(run({"evaluate", path("m.json"), path("x.csv"), path("y.csv"), "--json"}).out));
  const Outcome diagnosis = run({"diagnose", path("table.csv"), "--input-columns", "a,b", "--output-columns", "c,d"});
  EXPECT_THAT(diagnosis.out, HasSubstr("enough samples"));
}

TEST_F(NamedColumns, AreNumbersInATableWithoutHeader) {
  ASSERT_EQ(fit({path("bare.csv"), "--input-columns", "2,4", "--output-columns", "1,5"}).code, 0);
  EXPECT_TRUE(read_fit(path("m.json")).certificate.holds);
  const Outcome outcome = run(
      {"evaluate", path("m.json"), path("bare.csv"), "--input-columns", "2,4", "--output-columns", "1,5", "--json"});
  EXPECT_LT(json::parse(outcome.out).at("output_error"), 1e-10);
  expect_refused(run({"evaluate", path("m.json"), path("bare.csv")}), 1, "Y is required");
  expect_refused(fit({path("bare.csv"), "--input-columns", "2,6"}), 1,
                 "--input-columns 6: the table has columns 1 to 5");
}

TEST_F(NamedColumns, ThatDoNotExistAreReportedWithASuggestion) {
  const std::string table = path("table.csv");
  expect_refused(fit({table, "--input-columns", "A,b", "--output-columns", "c,d"}), 1,
                 "--input-columns A: the table has no such column. Did you mean 'a'?");
  expect_refused(fit({table, "--input-columns", "a,b", "--output-columns", "b,d"}), 1,
                 "b is in both --input-columns and --output-columns");
  expect_refused(fit({table}), 1, "Y is required, or --input-columns or --output-columns");
}

TEST_F(NamedColumns, AreShownByInspect) {
  fit_table();
  const std::string text = run({"inspect", path("m.json"), "--weights"}).out;
  EXPECT_THAT(text, HasSubstr("inputs         a, b\noutputs        c, d\n"));
  EXPECT_THAT(text, HasSubstr("certificate    holds: all rows of A and all rows of C are certified\n"));
  EXPECT_THAT(text, ContainsRegex("\nA +a +b\na +[-+0-9.e]+ +[-+0-9.e]+\nb "));
  EXPECT_THAT(text, ContainsRegex("\nB +a +b\nc +[-+0-9.e]+ +[-+0-9.e]+\nd "));
  const json document = json::parse(run({"inspect", path("m.json"), "--weights", "--json"}).out);
  EXPECT_EQ(document.at("input_names"), json({"a", "b"}));
  EXPECT_TRUE(document.at("certificate").at("holds"));
  EXPECT_EQ(document.at("A").size(), 2u);
}

TEST_F(NamedColumns, NameTheColumnsOfWarnings) {
  Matrix X = X_;
  X.col(1).setZero();
  write_table(path("zero.csv"), X, {"a", "b"});
  const Outcome outcome = fit({path("zero.csv"), path("y.csv"), "--method", "qp"});
  EXPECT_THAT(outcome.out + outcome.err, HasSubstr("the column 'b' is zero"));
}

TEST_F(NamedColumns, CountRowsOutsideTheTrainingRange) {
  fit({path("x.csv"), path("y.csv")});
  Matrix far = X_.topRows(6);
  far(0, 0) = 100;
  far(3, 1) = -100;
  far(5, 1) = 100;
  write_table(path("far.csv"), far, {"a", "b"});
  write_table(path("far.npy"), far);
  for (const char* const table : {"far.csv", "far.npy"})
    EXPECT_THAT(run({"predict", path("m.json"), path(table)}).err,
                HasSubstr("3 of 6 rows are outside the training range of x\n"));
  EXPECT_THAT(run({"predict", path("m.json"), path("x.csv")}).err, Not(HasSubstr("outside")));
}

/// A table as `pd.DataFrame(values).to_csv(file, index=False)` writes it.
std::string as_pandas_writes(const Matrix& values) {
  std::string text;
  for (Index j = 0; j < values.cols(); ++j) text += fmt::format("{}{}", j > 0 ? "," : "", j);
  for (Index i = 0; i < values.rows(); ++i)
    for (Index j = 0; j < values.cols(); ++j) text += fmt::format("{}{:.17e}", j > 0 ? "," : "\n", values(i, j));
  return text + '\n';
}

TEST_F(NamedColumns, ThatPandasNumbersAreNotASample) {
  const std::string x = samples_.write("px.csv", as_pandas_writes(X_));
  const std::string y = samples_.write("py.csv", as_pandas_writes(Y_));
  const Outcome outcome = fit({x, y});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(read_fit(path("m.json")).certificate.holds);
  EXPECT_THAT(outcome.err, HasSubstr("px.csv: header with 2 names, which are numbers; if line 1 is a sample, use "
                                     "--header no\n"));
  expect_refused(run({"evaluate", path("m.json"), x}), 1, "Y is required");  // inputs and outputs have the same names
  EXPECT_THAT(predicted("px.csv"), StartsWith("\"0\",\"1\"\n"));
  const Outcome raw = fit({x, y, "--header", "no"});
  EXPECT_THAT(raw.out + raw.err, Not(HasSubstr("header")));
  EXPECT_THAT(raw.out + raw.err, Not(HasSubstr("certificate: holds"))) << "the first sample is not one of the unit";
}

TEST(Header, OfIntegersIsReportedIfItMayBeASample) {
  const GeneratedSamples samples;
  const std::string x = samples.write("ints.csv", "1,2,3,4\n5,6,7,8\n");
  const Outcome outcome = run({"predict", samples.teacher(), x});
  EXPECT_THAT(outcome.err, HasSubstr("ints.csv: line 1 contains only integers and was read as a sample; if they are "
                                     "column names, use --header yes"));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3);
  const Outcome named = run({"predict", samples.teacher(), x, "--header", "yes"});
  EXPECT_EQ(std::count(named.out.begin(), named.out.end(), '\n'), 2);
}

TEST(Fit, PrintsItsSummaryToStandardErrorIfTheModelIsStandardOutput) {
  const GeneratedSamples samples;
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", "/dev/stdout", "--method", "qp"});
  EXPECT_EQ(json::parse(outcome.out).at("method"), "qp");
  EXPECT_THAT(outcome.err, HasSubstr("qp: solved"));
}

}  // namespace
}  // namespace resunit::test
