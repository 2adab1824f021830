// SPDX-License-Identifier: BSD-3-Clause
// Whatever happens to the process or the disk, a name shows the old file or the whole new one.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <deque>
#include <thread>

#include "command/world.hpp"
#include "resunit/model_file.hpp"
#include "support/models.hpp"
#include "support/random.hpp"
#include "support/without_root.hpp"

namespace resunit::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::AnyOf;
using ::testing::HasSubstr;

/// Predictions of many samples, and what they should look like.
class Predictions {
 public:
  Predictions() {
    EXPECT_EQ(run(arguments("whole.csv")).code, 0);
    whole_ = world_.folder().read("whole.csv");
  }

  std::vector<std::string> arguments(const std::string& out) const {
    return {"predict", world_.teacher(), world_.x(), "--out", world_.path(out)};
  }
  const std::string& whole() const { return whole_; }
  const World& world() const { return world_; }

 private:
  World world_{{"--inputs", "4", "--samples", "20000"}};
  std::string whole_;
};

TEST(Kill, LeavesTheOldFileOrTheWholeNewOne) {
  const Predictions predictions;
  Random random(1);
  int ended = 0;
  for (int k = 0; k < 40; ++k) {
    predictions.world().write("yhat.csv", "old");
    const Process process(predictions.arguments("yhat.csv"));
    std::this_thread::sleep_for(milliseconds(random.integer(0, 80)));
    process.kill();
    ended += process.wait().code == 0;
    const std::string seen = predictions.world().folder().read("yhat.csv");
    ASSERT_TRUE(seen == "old" || seen == predictions.whole()) << seen.size() << " bytes";
  }
  RecordProperty("ended before they were killed", ended);
}

TEST(Interrupt, AtAnyMomentEndsPromptly) {
  const World world({"--inputs", "8", "--samples", "3000", "--noise", "0.1"});
  const std::vector<std::string> commands[] = {
      {"fit", world.x(), world.y(), "--model", world.path("m.json")},
      {"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", "exact"},
      {"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", "lp-noisy"},
      {"regress", world.x(), "--target", "1", "--model", world.path("m.json")},
      {"diagnose", world.x(), world.y()},
      {"generate", "--inputs", "20", "--samples", "50000", "--out", world.path("more")},
      {"generate", "--inputs", "20", "--samples", "5000000", "--out", world.path("drawn")},
      {"generate", "--inputs", "20", "--samples", "200000", "--out", world.path("written")},
  };
  Random random(2);
  for (const auto& command : commands) {
    const Process process(command);
    std::this_thread::sleep_for(milliseconds(random.integer(20, 400)));
    const auto asked = steady_clock::now();
    process.interrupt();
    const Outcome outcome = process.wait();
    EXPECT_THAT(outcome.code, AnyOf(0, 3, 130, 128 + SIGINT)) << command[0] << ": " << outcome.err;
    EXPECT_LT(steady_clock::now() - asked, std::chrono::seconds(10)) << command[0];
  }
  EXPECT_FALSE(std::filesystem::exists(world.path("drawn/x.csv")));
  EXPECT_EQ(std::filesystem::exists(world.path("written/x.csv")), std::filesystem::exists(world.path("written/y.csv")));
}

TEST(Interrupt, EndsTheWaitForAPipe) {
  const World world;
  ASSERT_EQ(::mkfifo(world.path("pipe").c_str(), 0600), 0);
  const std::string pipe = world.path("pipe");
  const std::vector<std::string> commands[] = {
      {"fit", pipe, world.y(), "--model", world.path("m.json")},
      {"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", "sgd", "--start", pipe},
      {"predict", pipe, world.x(), "--out", world.path("p.csv")},
      {"evaluate", pipe, world.x(), world.y()},
      {"evaluate", world.teacher(), world.x(), world.y(), "--teacher", pipe},
      {"inspect", pipe},
  };
  for (const auto& command : commands) {
    for (const bool has_writer : {false, true}) {
      const Process process(command);
      const int writer = has_writer ? ::open(pipe.c_str(), O_RDWR) : -1;  // does not wait for a reader
      std::this_thread::sleep_for(milliseconds(300));
      process.interrupt();
      const Outcome outcome = process.wait();
      if (writer >= 0) ::close(writer);
      EXPECT_EQ(outcome.code, 130) << command[0] << ": " << outcome.err;
    }
  }
}

TEST(Interrupt, EndsTheWaitForAReader) {
  const World world;
  ASSERT_EQ(::mkfifo(world.path("pipe").c_str(), 0600), 0);
  const std::string pipe = world.path("pipe"), model = world.path("m.json");
  const std::vector<std::string> commands[] = {
      {"predict", world.teacher(), world.x(), "--out", pipe},
      {"fit", world.x(), world.y(), "--model", pipe},
      {"fit", world.x(), world.y(), "--model", model, "--report", pipe},
      {"fit", world.x(), world.y(), "--model", model, "--method", "sgd", "--epochs", "1", "--curve", pipe},
      {"regress", world.x(), "--target", "1", "--folds", "0", "--model", pipe},
      {"regress", world.x(), "--target", "1", "--folds", "0", "--model", model, "--report", pipe},
  };
  for (const auto& command : commands) {
    const Process process(command);
    std::this_thread::sleep_for(milliseconds(600));
    process.interrupt();
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 130) << command[0] << ": " << outcome.err;
  }
}

TEST(TwoProcesses, WritingOneModelLeaveOneOfTheTwo) {
  const World world;
  for (int round = 0; round < 5; ++round) {
    std::deque<Process> processes;
    for (const char* method : {"qp", "lp-noisy", "qp", "lp-noisy"})
      processes.emplace_back(
          std::vector<std::string>{"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", method});
    for (const Process& process : processes) EXPECT_EQ(process.wait().code, 0);
    EXPECT_THAT(read_fit(world.path("m.json")).method, AnyOf(Method::qp, Method::lp_noisy));
    EXPECT_THAT(world.folder().names(), testing::ElementsAre("m.json", "teacher.json", "x.csv", "y.csv"));
  }
}

/// What the command says that meets a disk, or a limit, that is too small for its file.
void expect_no_room(const Predictions& predictions, const std::string& file, const std::string& message) {
  const Outcome outcome = run(predictions.arguments(file));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr(message));
}

TEST(FullDisk, IsToldAndLeavesTheOldFile) {
  const Predictions predictions;
  const World& world = predictions.world();
  std::filesystem::create_directory(world.path("disk"));
  if (::mount("tmpfs", world.path("disk").c_str(), "tmpfs", 0, "size=64k") != 0)
    GTEST_SKIP() << "this user may not mount a small disk";
  world.write("disk/yhat.csv", "old");
  expect_no_room(predictions, "disk/yhat.csv", "No space left on device");
  EXPECT_EQ(world.folder().read("disk/yhat.csv"), "old");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(world.path("disk")))
    names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::ElementsAre("yhat.csv"));
  ::umount2(world.path("disk").c_str(), MNT_DETACH);
}

TEST(LimitOfFileSize, IsToldAndLeavesTheOldFile) {
  const Predictions predictions;
  predictions.world().write("yhat.csv", "old");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{.rlim_cur = 65536, .rlim_max = before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  expect_no_room(predictions, "yhat.csv", "File too large");
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(predictions.world().folder().read("yhat.csv"), "old");
}

TEST(ReadOnlyFolder, IsToldBeforeTheWorkBegins) {
  const World world;
  std::filesystem::permissions(world.path(""), std::filesystem::perms(0777));
  std::filesystem::create_directory(world.path("locked"));
  std::filesystem::permissions(world.path("locked"), std::filesystem::perms(0555));
  const WithoutRoot nobody;
  if (::access(RESUNIT_COMMAND, X_OK) != 0 || ::access(world.folder().path().parent_path().c_str(), W_OK) != 0)
    GTEST_SKIP() << "others than root may not run " RESUNIT_COMMAND " or write temporary files";
  const Outcome outcome = run({"fit", world.path("none.csv"), world.y(), "--model", world.path("locked/m.json")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("locked/m.json: Permission denied"));
}

TEST(CircleOfLinks, IsRefusedForReadingAndWriting) {
  const World world;
  std::filesystem::create_symlink("circle", world.path("circle"));
  for (const auto& arguments : {std::vector<std::string>{"inspect", world.path("circle")},
                                {"fit", world.path("circle"), world.y(), "--model", world.path("m.json")},
                                {"fit", world.x(), world.y(), "--model", world.path("circle")}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("Too many levels of symbolic links"));
  }
}

TEST(FileThatShrinks, IsReadAsAWholeOrRefused) {
  const Predictions predictions;
  const World& world = predictions.world();
  const std::vector<std::string> command = {"evaluate", world.teacher(),
                                            world.write("shrinking.csv", predictions.whole()), world.y()};
  const std::string answer = run(command).out;
  for (int k = 0; k < 10; ++k) {
    world.write("shrinking.csv", predictions.whole());
    const Process process(command);
    std::this_thread::sleep_for(milliseconds(k));
    std::filesystem::resize_file(world.path("shrinking.csv"), 1000);
    const Outcome outcome = process.wait();
    EXPECT_THAT(outcome.code, AnyOf(0, 2));
    EXPECT_EQ(outcome.out, outcome.code == 0 ? answer : "");
  }
}

}  // namespace
}  // namespace resunit::test
