// SPDX-License-Identifier: BSD-3-Clause
// Files are replaced atomically: after a kill, an interrupt or a full disk, the old or the complete new file exists.
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

#include "command/generated_samples.hpp"
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

/// A command that writes predictions for many samples, and the file that it writes.
class Predictions {
 public:
  Predictions() {
    EXPECT_EQ(run(arguments("complete.csv")).code, 0);
    complete_ = samples_.folder().read("complete.csv");
  }

  std::vector<std::string> arguments(const std::string& out) const {
    return {"predict", samples_.teacher(), samples_.x(), "--out", samples_.path(out)};
  }
  const std::string& complete() const { return complete_; }
  const GeneratedSamples& samples() const { return samples_; }

 private:
  GeneratedSamples samples_{{"--inputs", "4", "--samples", "20000"}};
  std::string complete_;
};

TEST(Kill, PreservesTheOldFileOrTheCompleteNewOne) {
  const Predictions predictions;
  Random random(1);
  int finished = 0;
  for (int k = 0; k < 40; ++k) {
    predictions.samples().write("yhat.csv", "old");
    const Process process(predictions.arguments("yhat.csv"));
    std::this_thread::sleep_for(milliseconds(random.integer(0, 80)));
    process.kill();
    finished += process.wait().code == 0;
    const std::string seen = predictions.samples().folder().read("yhat.csv");
    ASSERT_TRUE(seen == "old" || seen == predictions.complete()) << seen.size() << " bytes";
  }
  RecordProperty("finished before the kill", finished);
}

TEST(Interrupt, AtAnyMomentEndsPromptly) {
  const GeneratedSamples samples({"--inputs", "8", "--samples", "3000", "--noise", "0.1"});
  const std::vector<std::string> commands[] = {
      {"fit", samples.x(), samples.y(), "--model", samples.path("m.json")},
      {"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "exact"},
      {"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "lp-noisy"},
      {"regress", samples.x(), "--target", "1", "--model", samples.path("m.json")},
      {"diagnose", samples.x(), samples.y()},
      {"generate", "--inputs", "20", "--samples", "50000", "--out", samples.path("more")},
      {"generate", "--inputs", "20", "--samples", "5000000", "--out", samples.path("drawn")},
      {"generate", "--inputs", "20", "--samples", "200000", "--out", samples.path("written")},
  };
  Random random(2);
  for (const auto& command : commands) {
    const Process process(command);
    std::this_thread::sleep_for(milliseconds(random.integer(20, 400)));
    const auto interrupted_at = steady_clock::now();
    process.interrupt();
    const Outcome outcome = process.wait();
    EXPECT_THAT(outcome.code, AnyOf(0, 3, 130, 128 + SIGINT)) << command[0] << ": " << outcome.err;
    EXPECT_LT(steady_clock::now() - interrupted_at, std::chrono::seconds(10)) << command[0];
  }
  EXPECT_FALSE(std::filesystem::exists(samples.path("drawn/x.csv")));
  EXPECT_EQ(std::filesystem::exists(samples.path("written/x.csv")),
            std::filesystem::exists(samples.path("written/y.csv")));
}

TEST(Interrupt, StopsWaitingForAPipe) {
  const GeneratedSamples samples;
  ASSERT_EQ(::mkfifo(samples.path("pipe").c_str(), 0600), 0);
  const std::string pipe = samples.path("pipe");
  const std::vector<std::string> commands[] = {
      {"fit", pipe, samples.y(), "--model", samples.path("m.json")},
      {"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "sgd", "--start", pipe},
      {"predict", pipe, samples.x(), "--out", samples.path("p.csv")},
      {"evaluate", pipe, samples.x(), samples.y()},
      {"evaluate", samples.teacher(), samples.x(), samples.y(), "--teacher", pipe},
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

TEST(Interrupt, StopsWaitingForAReader) {
  const GeneratedSamples samples;
  ASSERT_EQ(::mkfifo(samples.path("pipe").c_str(), 0600), 0);
  const std::string pipe = samples.path("pipe"), model = samples.path("m.json");
  const std::vector<std::string> commands[] = {
      {"predict", samples.teacher(), samples.x(), "--out", pipe},
      {"fit", samples.x(), samples.y(), "--model", pipe},
      {"fit", samples.x(), samples.y(), "--model", model, "--report", pipe},
      {"fit", samples.x(), samples.y(), "--model", model, "--method", "sgd", "--epochs", "1", "--curve", pipe},
      {"regress", samples.x(), "--target", "1", "--folds", "0", "--model", pipe},
      {"regress", samples.x(), "--target", "1", "--folds", "0", "--model", model, "--report", pipe},
  };
  for (const auto& command : commands) {
    const Process process(command);
    std::this_thread::sleep_for(milliseconds(600));
    process.interrupt();
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 130) << command[0] << ": " << outcome.err;
  }
}

TEST(ConcurrentProcesses, WriteOneCompleteModel) {
  const GeneratedSamples samples;
  for (int round = 0; round < 5; ++round) {
    std::deque<Process> processes;
    for (const char* method : {"qp", "lp-noisy", "qp", "lp-noisy"})
      processes.emplace_back(std::vector<std::string>{"fit", samples.x(), samples.y(), "--model",
                                                      samples.path("m.json"), "--method", method});
    for (const Process& process : processes) EXPECT_EQ(process.wait().code, 0);
    EXPECT_THAT(read_fit(samples.path("m.json")).method, AnyOf(Method::qp, Method::lp_noisy));
    EXPECT_THAT(samples.folder().names(), testing::ElementsAre("m.json", "teacher.json", "x.csv", "y.csv"));
  }
}

/// Expects that the output file does not fit on the disk or within the file size limit.
void expect_write_error(const Predictions& predictions, const std::string& file, const std::string& message) {
  const Outcome outcome = run(predictions.arguments(file));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr(message));
}

TEST(FullDisk, IsReportedAndPreservesTheOldFile) {
  const Predictions predictions;
  const GeneratedSamples& samples = predictions.samples();
  std::filesystem::create_directory(samples.path("disk"));
  if (::mount("tmpfs", samples.path("disk").c_str(), "tmpfs", 0, "size=64k") != 0)
    GTEST_SKIP() << "mounting a small disk requires root";
  samples.write("disk/yhat.csv", "old");
  expect_write_error(predictions, "disk/yhat.csv", "No space left on device");
  EXPECT_EQ(samples.folder().read("disk/yhat.csv"), "old");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(samples.path("disk")))
    names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::ElementsAre("yhat.csv"));
  ::umount2(samples.path("disk").c_str(), MNT_DETACH);
}

TEST(FileSizeLimit, IsReportedAndPreservesTheOldFile) {
  const Predictions predictions;
  predictions.samples().write("yhat.csv", "old");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{.rlim_cur = 65536, .rlim_max = before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  expect_write_error(predictions, "yhat.csv", "File too large");
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(predictions.samples().folder().read("yhat.csv"), "old");
}

TEST(ReadOnlyFolder, IsReportedBeforeTheComputation) {
  const GeneratedSamples samples;
  std::filesystem::permissions(samples.path(""), std::filesystem::perms(0777));
  std::filesystem::create_directory(samples.path("locked"));
  std::filesystem::permissions(samples.path("locked"), std::filesystem::perms(0555));
  const WithoutRoot nobody;
  if (::access(RESUNIT_COMMAND, X_OK) != 0 || ::access(samples.folder().path().parent_path().c_str(), W_OK) != 0)
    GTEST_SKIP() << "user nobody cannot run " RESUNIT_COMMAND " or write temporary files";
  const Outcome outcome = run({"fit", samples.path("none.csv"), samples.y(), "--model", samples.path("locked/m.json")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("locked/m.json: Permission denied"));
}

TEST(CyclicLink, IsRefusedForReadingAndWriting) {
  const GeneratedSamples samples;
  std::filesystem::create_symlink("circle", samples.path("circle"));
  for (const auto& arguments : {std::vector<std::string>{"inspect", samples.path("circle")},
                                {"fit", samples.path("circle"), samples.y(), "--model", samples.path("m.json")},
                                {"fit", samples.x(), samples.y(), "--model", samples.path("circle")}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("Too many levels of symbolic links"));
  }
}

TEST(ShrinkingFile, IsReadCompletelyOrRefused) {
  const Predictions predictions;
  const GeneratedSamples& samples = predictions.samples();
  const std::vector<std::string> command = {"evaluate", samples.teacher(),
                                            samples.write("shrinking.csv", predictions.complete()), samples.y()};
  const std::string expected = run(command).out;
  for (int k = 0; k < 10; ++k) {
    samples.write("shrinking.csv", predictions.complete());
    const Process process(command);
    std::this_thread::sleep_for(milliseconds(k));
    std::filesystem::resize_file(samples.path("shrinking.csv"), 1000);
    const Outcome outcome = process.wait();
    EXPECT_THAT(outcome.code, AnyOf(0, 2));
    EXPECT_EQ(outcome.out, outcome.code == 0 ? expected : "");
  }
}

}  // namespace
}  // namespace resunit::test
