// SPDX-License-Identifier: BSD-3-Clause
// Behavior at the terminal: Ctrl-C, closed pipes, full disks, and progress that is shown only on a terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "command/generated_samples.hpp"

namespace resunit::test {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> long_fit(const GeneratedSamples& samples) {
  return {"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "sgd", "--epochs", "1000000"};
}

TEST(Interrupt, CancelsTheFitAndWritesNothing) {
  const GeneratedSamples samples;
  const Process process(long_fit(samples));
  std::this_thread::sleep_for(500ms);
  process.interrupt();
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "resunit fit: interrupted; no incomplete file was written\n") << "no progress in a pipe";
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(samples.folder().names(), ElementsAre("teacher.json", "x.csv", "y.csv"));
}

TEST(Interrupt, ByAnyTerminationSignalRemovesPartialFiles) {
  for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
    const GeneratedSamples samples;
    const Process process({"generate", "--inputs", "30", "--samples", "200000", "--out", samples.path("more")});
    while (!std::filesystem::exists(samples.path("more"))) std::this_thread::sleep_for(5ms);
    process.interrupt(signal);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(outcome.err, "resunit generate: interrupted; no incomplete file was written\n");
    EXPECT_TRUE(std::filesystem::is_empty(samples.path("more")));
  }
}

/// Everything that a process writes to a terminal until it closes it.
std::string read_terminal(int terminal) {
  std::string text(1 << 16, '\0');
  std::size_t filled = 0;
  for (ssize_t count = 1; count > 0 && filled < text.size(); filled += std::max<ssize_t>(count, 0)) {
    count = ::read(terminal, text.data() + filled, text.size() - filled);
  }
  text.resize(filled);
  return text;
}

/// A pseudo-terminal.
class Terminal {
 public:
  Terminal() { ::openpty(&ours_, &theirs_, name_, nullptr, nullptr); }
  ~Terminal() { ::close(ours_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool exists() const { return ours_ >= 0; }
  const char* name() const { return name_; }
  std::string read_until_exit() const {
    ::close(theirs_);
    return read_terminal(ours_);
  }

 private:
  int ours_ = -1, theirs_ = -1;
  char name_[256];
};

TEST(Progress, IsShownOnATerminalAndErasedAtTheEnd) {
  const GeneratedSamples samples;
  const Terminal terminal;
  if (!terminal.exists()) GTEST_SKIP() << "this machine has no pseudo-terminals";
  const Process process(long_fit(samples), "", terminal.name());
  std::this_thread::sleep_for(500ms);
  process.interrupt();
  const std::string seen = terminal.read_until_exit();
  EXPECT_EQ(process.wait().code, 130);
  EXPECT_THAT(seen, HasSubstr("%"));
  EXPECT_THAT(seen, HasSubstr("\r\x1b[Kresunit fit: interrupted")) << "the line is erased first";
}

TEST(Progress, IsErasedBeforeTheFinalMessage) {
  const GeneratedSamples samples;
  const Terminal terminal;
  if (!terminal.exists()) GTEST_SKIP() << "this machine has no pseudo-terminals";
  const Process process({"generate", "--inputs", "2", "--samples", "30", "--out", samples.path("more")}, "",
                        terminal.name());
  const std::string seen = terminal.read_until_exit();
  EXPECT_EQ(process.wait().code, 0);
  EXPECT_THAT(seen, HasSubstr("drawing inputs   0%\r\x1b[K"));
  EXPECT_THAT(seen, HasSubstr("\r\x1b[KWrote x.csv, y.csv and teacher.json to "));
}

TEST(Output, ToAClosedPipeIsNotAnError) {
  const GeneratedSamples samples;
  const std::string pipe = samples.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::vector<std::string>& words : {std::vector<std::string>{"inspect", samples.teacher()},
                                                {"predict", samples.teacher(), samples.x(), "--out", "-"}}) {
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    const Process process(words, pipe);
    ::close(reader);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
  }
}

TEST(Output, ContainsNoControlCharacters) {
  const GeneratedSamples samples;
  const Outcome outcome = run({"inspect", samples.path("\x1b[2Jm.json")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("/?[2Jm.json: No such file"));
}

TEST(Output, ToAFullDiskIsAnError) {
  const GeneratedSamples samples;
  const Outcome outcome = Process({"inspect", samples.teacher()}, "/dev/full").wait();
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write to standard output: No space left on device"));
}

}  // namespace
}  // namespace resunit::test
