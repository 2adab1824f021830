// SPDX-License-Identifier: BSD-3-Clause
// resunit reproduce, and the pages of fit and regress.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <thread>

#include "command/world.hpp"

namespace resunit::test {
namespace {

using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// The regression tables, where this machine has them.
std::filesystem::path tables() {
  if (const char* folder = std::getenv("RESUNIT_DATA")) return folder;
  return std::filesystem::path(RESUNIT_SOURCE) / ".." / "shared" / "data";
}

TEST(Reproduce, AllOfThePaperQuickly) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"reproduce", "all", "--quick", "--out", folder.path().string()};
  if (std::filesystem::is_directory(tables())) arguments.insert(arguments.end(), {"--data", tables().string()});
  const Outcome outcome = run(arguments);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = folder.read("index.html");
  for (const char* title : {"Different networks", "Few samples", "Noise", "Running time", "Ill-conditioned layer 2",
                            "Vanilla linear regression", "Negative weights and scale rows", "Regression tables"})
    EXPECT_THAT(page, HasSubstr(std::string("<h2>") + title));
  EXPECT_THAT(page, HasSubstr("0.715 ± 0.090")) << "the paper's";
  EXPECT_THAT(page, HasSubstr("do not quote"));
  EXPECT_THAT(folder.names(), Contains("benchmarks.quick.csv"));
  EXPECT_THAT(folder.names(), Not(Contains("weights.quick.partial.csv")));
  if (!std::filesystem::exists(tables() / "housing.csv")) GTEST_SKIP() << "no regression tables in " << tables();
  EXPECT_THAT(folder.read("benchmarks.quick.csv"), HasSubstr("resunit --fast"));
}

TEST(Reproduce, NamesTablesThatAreNotThere) {
  const TemporaryFolder folder, empty;
  const Outcome outcome =
      run({"reproduce", "benchmarks", "--quick", "--data", empty.path().string(), "--out", folder.path().string()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(folder.read("index.html"), HasSubstr("housing, delta_elevators"));
}

TEST(Reproduce, KeepsWhatIsDoneWhenInterrupted) {
  const TemporaryFolder folder;
  const Process process({"reproduce", "weights", "--out", (folder / "a/b").string()});
  std::this_thread::sleep_for(1s);
  process.interrupt();
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.err, HasSubstr("what is done is kept. Go on with: resunit reproduce weights --out"));
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/weights.partial.csv"));
}

TEST(Reproduce, RefusesWhatItCannotDo) {
  const TemporaryFolder folder;
  const Outcome unknown = run({"reproduce", "weight", "--out", folder.path().string()});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no experiment is called weight; there are: all, weights"));
  const Outcome nowhere = run({"reproduce", "benchmarks", "--data", "/nowhere", "--out", folder.path().string()});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("no such folder"));
  const std::string file = folder.write("file", "").string();
  const Outcome blocked = run({"reproduce", "weights", "--quick", "--out", file + "/under"});
  EXPECT_EQ(blocked.code, 2);
  EXPECT_THAT(blocked.err, HasSubstr("cannot make the folder"));
}

TEST(Report, OfAFitIsAPage) {
  const World world;
  const Outcome outcome =
      run({"fit", world.x(), world.y(), "--model", world.path("m.json"), "--report", world.path("r.html")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(world.folder().read("r.html"), HasSubstr("Certificate: holds"));
}

TEST(Report, MustBeAFileOfItsOwn) {
  const World world;
  const Outcome both =
      run({"fit", world.x(), world.y(), "--model", world.path("m.json"), "--report", world.path("m.json")});
  EXPECT_EQ(both.code, 1);
  EXPECT_THAT(both.err, HasSubstr("which is written too"));
  const Outcome same = run({"fit", world.x(), world.y(), "--model", world.path("m.json"), "--report", world.x()});
  EXPECT_NE(same.code, 0);
  const Outcome nowhere =
      run({"fit", world.x(), world.y(), "--model", world.path("m.json"), "--report", world.path("no/r.html")});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(world.folder().names(), Not(Contains("m.json"))) << "nothing is half done";
}

TEST(Report, NeedsTablesThatCanBeReadTwice) {
  const World world;
  ASSERT_EQ(::mkfifo(world.path("pipe").c_str(), 0600), 0);
  const Outcome outcome =
      run({"fit", world.x(), world.path("pipe"), "--model", world.path("m.json"), "--report", world.path("r.html")});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("pipe is no regular file"));
}

TEST(Report, OfARegressionShowsItsScores) {
  const World world;
  const Outcome outcome = run({"regress", world.x(), "--target", "1", "--model", world.path("m.json"), "--fast",
                               "--report", world.path("r.html")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(world.folder().read("r.html"), HasSubstr("linear regression"));
}

}  // namespace
}  // namespace resunit::test
