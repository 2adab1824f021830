// SPDX-License-Identifier: BSD-3-Clause
// resunit reproduce, and the reports of fit and regress.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "command/generated_samples.hpp"

namespace resunit::test {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// The folder of the regression tables, which may not exist on this machine.
std::filesystem::path tables() {
  if (const char* folder = std::getenv("RESUNIT_DATA")) return folder;
  return std::filesystem::path(RESUNIT_SOURCE) / ".." / "shared" / "data";
}

TEST(Reproduce, RunsAllExperimentsQuickly) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"reproduce", "all", "--quick", "--out", folder.path().string()};
  if (std::filesystem::is_directory(tables())) arguments.insert(arguments.end(), {"--data", tables().string()});
  const Outcome outcome = run(arguments);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = folder.read("index.html");
  for (const char* title :
       {"Different networks", "Few samples", "Noise", "Running time", "Ill-conditioned layer 2",
        "Vanilla linear regression", "Negative weights and scale rows", "Networks of more layers", "Regression tables"})
    EXPECT_THAT(page, HasSubstr(std::string("<h2>") + title));
  EXPECT_THAT(page, HasSubstr("0.715 ± 0.090")) << "the paper's value";
  EXPECT_THAT(page, HasSubstr("do not quote"));
  EXPECT_THAT(page, HasSubstr("6 networks, 1 trial per network"));
  EXPECT_THAT(page, HasSubstr("Omitted here, but part of a full run: networks 6 to 127; trials 1 to 15."));
  EXPECT_THAT(page, HasSubstr("<svg class=\"plot\""));
  EXPECT_THAT(folder.names(), Contains("benchmarks.quick.csv"));
  EXPECT_THAT(folder.names(), Not(Contains("weights.quick.partial.csv")));
  if (!std::filesystem::exists(tables() / "housing.csv")) GTEST_SKIP() << "no regression tables in " << tables();
  EXPECT_THAT(folder.read("benchmarks.quick.csv"), HasSubstr("resunit --fast"));
}

TEST(Reproduce, NamesMissingTables) {
  const TemporaryFolder folder, empty;
  const Outcome outcome =
      run({"reproduce", "benchmarks", "--quick", "--data", empty.path().string(), "--out", folder.path().string()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(folder.read("index.html"), HasSubstr("housing, delta_elevators"));
}

TEST(Reproduce, KeepsFinishedResultsWhenInterrupted) {
  const TemporaryFolder folder;
  const Process process({"reproduce", "weights", "--out", (folder / "a/b").string()});
  std::this_thread::sleep_for(1s);
  process.interrupt();
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.err, HasSubstr("finished results are kept. Continue with: resunit reproduce weights --out"));
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/weights.partial.csv"));
}

TEST(Reproduce, RefusesUnknownExperimentsAndFolders) {
  const TemporaryFolder folder;
  const Outcome unknown = run({"reproduce", "weight", "--out", folder.path().string()});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("unknown experiment 'weight', expected one of all, weights"));
  const Outcome nowhere = run({"reproduce", "benchmarks", "--data", "/nowhere", "--out", folder.path().string()});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("no such folder"));
  const std::string file = folder.write("file", "").string();
  const Outcome blocked = run({"reproduce", "weights", "--quick", "--out", file + "/under"});
  EXPECT_EQ(blocked.code, 2);
  EXPECT_THAT(blocked.err, HasSubstr("cannot create the folder"));
}

TEST(Report, OfAFitIsAPage) {
  const GeneratedSamples samples;
  const Outcome outcome =
      run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--report", samples.path("r.html")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(samples.folder().read("r.html"), HasSubstr("Certificate: holds"));
}

TEST(Report, OfAFitHasTheNamesOfTheColumns) {
  const TemporaryFolder folder;
  const std::string x =
      folder.write("x.csv", "speed,load\n1,2\n-3,1\n2,-2\n-1,-1\n3,1\n1,-4\n-2,5\n4,3\n-5,2\n2,6\n").string();
  const std::string y =
      folder.write("y.csv", "torque,wear\n3,4\n-3,2\n4,-2\n-1,-1\n6,2\n2,-4\n-2,10\n8,6\n-5,4\n4,12\n").string();
  const Outcome outcome = run({"fit", x, y, "--model", (folder / "m.json").string(), "--method", "qp", "--report",
                               (folder / "r.html").string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(folder.read("r.html"), HasSubstr("<th>load</th>"));
  EXPECT_THAT(folder.read("r.html"), HasSubstr("residual of wear"));
}

TEST(Report, MustNotOverwriteOtherFiles) {
  const GeneratedSamples samples;
  const Outcome both =
      run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--report", samples.path("m.json")});
  EXPECT_EQ(both.code, 1);
  EXPECT_THAT(both.err, HasSubstr("would overwrite"));
  const Outcome same =
      run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--report", samples.x()});
  EXPECT_NE(same.code, 0);
  const Outcome nowhere =
      run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--report", samples.path("no/r.html")});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(samples.folder().names(), Not(Contains("m.json"))) << "outputs are checked before the fit";
}

TEST(Report, OfARegressionShowsItsScores) {
  const GeneratedSamples samples;
  const Outcome outcome = run({"regress", samples.x(), "--target", "1", "--model", samples.path("m.json"), "--fast",
                               "--report", samples.path("r.html")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(samples.folder().read("r.html"), HasSubstr("linear regression"));
}

}  // namespace
}  // namespace resunit::test
