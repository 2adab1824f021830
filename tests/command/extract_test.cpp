// SPDX-License-Identifier: BSD-3-Clause
// resunit extract with oracles that are real processes, correct ones and others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "command/run.hpp"

namespace resunit::test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// A network of three layers: W_0 = [[1, -2], [3, 1]], W_1 = [[-1, 2], [1, 1]], W_2 = [[1, 2], [2, -1]].
constexpr const char* kOracle =
    "python3 -u -c '\n"
    "import sys\n"
    "p = lambda v: max(v, 0.0)\n"
    "for line in sys.stdin:\n"
    "  x, y = map(float, line.split(\",\"))\n"
    "  a, b = x + p(x - 2 * y), y + p(3 * x + y)\n"
    "  c, d = a + p(2 * b - a), b + p(a + b)\n"
    "  print(repr(c + 2 * d), repr(2 * c - d), sep=\",\")\n'";

class ExtractCommand : public ::testing::Test {
 protected:
  std::vector<std::string> words(const std::string& oracle, const std::vector<std::string>& options = {}) const {
    std::vector<std::string> all = {"extract", "--oracle", oracle, "--inputs", "2", "--model", folder_ / "m.json"};
    all.insert(all.end(), options.begin(), options.end());
    return all;
  }
  Outcome extract(const std::string& oracle, const std::vector<std::string>& options = {}) const {
    return run(words(oracle, options));
  }

  void expect_error(const std::string& oracle, const std::string& message) const {
    const Outcome outcome = extract(oracle, {"--timeout", "0.5"});
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_THAT(outcome.err, HasSubstr("queries were answered before"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "m.json"));
  }

  Index lines_of_log() const {
    const std::string text = folder_.read("q.csv");
    return std::count(text.begin(), text.end(), '\n');
  }

  TemporaryFolder folder_;
};

TEST_F(ExtractCommand, WritesAModelThatReproducesTheOracle) {
  const Outcome outcome = extract(kOracle);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("exact: solved, 3 layers, 2 inputs, 2 outputs"), HasSubstr("queries")));
  std::ofstream(folder_ / "x.csv") << "1,0.5\n-1,2\n";
  const Outcome predicted = run({"predict", folder_ / "m.json", folder_ / "x.csv", "--no-header"});
  double y[4] = {};
  ASSERT_EQ(std::sscanf(predicted.out.c_str(), "%lf,%lf\n%lf,%lf", &y[0], &y[1], &y[2], &y[3]), 4) << predicted.out;
  const double expected[4] = {26, 7, 10, 5};
  for (const int k : {0, 1, 2, 3}) EXPECT_NEAR(y[k], expected[k], 1e-9) << k;
  EXPECT_THAT(run({"inspect", folder_ / "m.json"}).out, HasSubstr("3 layers"));
}

TEST_F(ExtractCommand, PrintsOneDocument) {
  const Outcome outcome = extract(kOracle, {"--json", "--layers", "3", "--seed", "4"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json document = json::parse(outcome.out);
  EXPECT_EQ(document.at("status"), "solved");
  EXPECT_GT(document.at("queries").at("count").get<int>(), 100);
}

TEST_F(ExtractCommand, StartsTheCommandPerBatchIfRequested) {
  const Outcome identity = extract("tac | tac", {"--oracle-per-batch"});
  EXPECT_EQ(identity.code, 0) << identity.err;
  EXPECT_THAT(identity.out, HasSubstr("undetermined, 2 layers"));
  const Outcome outcome = extract("cat >/dev/null; echo 1,2", {"--oracle-per-batch"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("it must print one line per query"));
}

TEST_F(ExtractCommand, ReusesTheLog) {
  const Outcome first = extract(kOracle, {"--log", folder_ / "q.csv"});
  ASSERT_EQ(first.code, 0) << first.err;
  const Index lines = lines_of_log();
  const std::string model = folder_.read("m.json");
  std::ofstream(folder_ / "q.csv", std::ios::app) << "0.5,0.";  // as if a run was killed
  const Outcome again = extract("exit 1", {"--log", folder_ / "q.csv"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(lines_of_log(), lines);
  EXPECT_EQ(json::parse(folder_.read("m.json")).at("weights"), json::parse(model).at("weights"));

  const Outcome partial = extract(kOracle, {"--log", folder_ / "p.csv", "--queries", "300"});
  EXPECT_EQ(partial.code, 3);
  EXPECT_THAT(partial.err, HasSubstr("the limit of 300 queries was reached"));
  EXPECT_EQ(extract(kOracle, {"--log", folder_ / "p.csv"}).code, 0);
}

TEST_F(ExtractCommand, RejectsOtherLogs) {
  const auto expect_rejected = [&](const std::string& text, const std::string& message) {
    std::ofstream(folder_ / "q.csv") << text;
    const Outcome outcome = extract(kOracle, {"--log", folder_ / "q.csv"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr(message));
    EXPECT_EQ(folder_.read("q.csv"), text);
  };
  expect_rejected("x1,x2,x3,y1,y2,y3\n", "the log has 3 inputs, expected 2");
  expect_rejected("a,b\n1,2\n", "not a log of queries");
  expect_rejected("x1,x2,y1,y2\n1,2,3\n", "line 2 is not a row of 4 numbers");
}

TEST_F(ExtractCommand, NamesTheFailureOfTheOracle) {
  expect_error("cat > /dev/null", "no answer from the oracle for 0.5 s");
  expect_error("cat > /dev/null", "flush its output (python3 -u");
  expect_error("awk '{ print }' | cat", "--oracle-per-batch");
  expect_error("echo out of order >&2; exit 7", "exited with code 7 (last line on standard error: 'out of order')");
  expect_error("read line; echo 1,2; exit 0", "exited with code 0 after 1 of");
  expect_error("kill -9 $$", "was ended by signal 9");
  expect_error("while read l; do echo 1; done", "the oracle returns 1 output for 2 inputs");
  expect_error("echo 1,2,3; while read l; do echo 1,2; done", "line 2 of the oracle's answers has 2 columns");
  expect_error("while read l; do echo nan,1; done", "the value nan in output 1");
  expect_error("while read l; do echo y1,y2; done", "not a row of numbers: 'y1,y2'");
  expect_error("no-such-command-of-resunit", "exited with code 127");
}

TEST_F(ExtractCommand, ReportsThatNoNetworkReproducesTheAnswers) {
  const Outcome outcome =
      extract("python3 -u -c 'import sys\nfor line in sys.stdin: print(float(line.split(\",\")[0]) ** 2, 1)'");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("no usable fit; no file was written"),
                                 HasSubstr("no network of residual layers reproduces the answers: f(2x) differs")));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "m.json"));
}

TEST_F(ExtractCommand, DoesNotWaitForTheOracleAfterAnInterrupt) {
  const Process process(words("sleep 60"));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  const auto start = std::chrono::steady_clock::now();
  process.interrupt();
  EXPECT_EQ(process.wait().code, 130);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST_F(ExtractCommand, RejectsInvalidOptions) {
  EXPECT_THAT(extract(kOracle, {"--layers", "1"}).err, HasSubstr("expected auto or a number of at least 2"));
  EXPECT_EQ(extract(kOracle, {"--timeout", "0"}).code, 1);
  EXPECT_EQ(extract(kOracle, {"--queries", "-1"}).code, 1);
  EXPECT_EQ(run({"extract", "--oracle", "cat", "--inputs", "0", "--model", "m.json"}).code, 1);
  EXPECT_EQ(extract(kOracle, {"--log", folder_ / "m.json"}).code, 1);
}

}  // namespace
}  // namespace resunit::test
