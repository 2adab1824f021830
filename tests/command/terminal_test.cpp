// SPDX-License-Identifier: BSD-3-Clause
// Manners at the terminal: Ctrl-C, closed pipes, full disks, and progress that only people see.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "command/world.hpp"

namespace resunit::test {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> long_fit(const World& world) {
  return {"fit", world.x(), world.y(), "--model", world.path("m.json"), "--method", "sgd", "--epochs", "1000000"};
}

TEST(Interrupt, AbandonsTheFitAndWritesNothing) {
  const World world;
  const Process process(long_fit(world));
  std::this_thread::sleep_for(500ms);
  process.interrupt();
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "resunit fit: interrupted; no file is half-written\n") << "and no progress in a pipe";
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(world.folder().names(), ElementsAre("teacher.json", "x.csv", "y.csv"));
}

TEST(Interrupt, ByAnySignalToEndLeavesNothingBehind) {
  for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
    const World world;
    const Process process({"generate", "--inputs", "30", "--samples", "200000", "--out", world.path("more")});
    while (!std::filesystem::exists(world.path("more"))) std::this_thread::sleep_for(5ms);
    process.interrupt(signal);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 128 + signal);
    EXPECT_EQ(outcome.err, "resunit generate: interrupted; no file is half-written\n");
    EXPECT_TRUE(std::filesystem::is_empty(world.path("more")));
  }
}

/// What a process writes to a terminal until it closes it.
std::string read_terminal(int terminal) {
  std::string text(1 << 16, '\0');
  std::size_t filled = 0;
  for (ssize_t count = 1; count > 0 && filled < text.size(); filled += std::max<ssize_t>(count, 0)) {
    count = ::read(terminal, text.data() + filled, text.size() - filled);
  }
  text.resize(filled);
  return text;
}

/// A terminal that somebody looks at.
class Terminal {
 public:
  Terminal() { ::openpty(&ours_, &theirs_, name_, nullptr, nullptr); }
  ~Terminal() { ::close(ours_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  bool exists() const { return ours_ >= 0; }
  const char* name() const { return name_; }
  std::string seen_until_the_process_ends() const {
    ::close(theirs_);
    return read_terminal(ours_);
  }

 private:
  int ours_ = -1, theirs_ = -1;
  char name_[256];
};

TEST(Progress, ShowsOnATerminalAndIsErasedAtTheEnd) {
  const World world;
  const Terminal terminal;
  if (!terminal.exists()) GTEST_SKIP() << "this machine has no pseudo-terminals";
  const Process process(long_fit(world), "", terminal.name());
  std::this_thread::sleep_for(500ms);
  process.interrupt();
  const std::string seen = terminal.seen_until_the_process_ends();
  EXPECT_EQ(process.wait().code, 130);
  EXPECT_THAT(seen, HasSubstr("%"));
  EXPECT_THAT(seen, HasSubstr("\r\x1b[Kresunit fit: interrupted")) << "the line is erased first";
}

TEST(Progress, IsErasedBeforeTheLastWord) {
  const World world;
  const Terminal terminal;
  if (!terminal.exists()) GTEST_SKIP() << "this machine has no pseudo-terminals";
  const Process process({"generate", "--inputs", "2", "--samples", "30", "--out", world.path("more")}, "",
                        terminal.name());
  const std::string seen = terminal.seen_until_the_process_ends();
  EXPECT_EQ(process.wait().code, 0);
  EXPECT_THAT(seen, HasSubstr("drawing inputs   0%\r\x1b[K"));
  EXPECT_THAT(seen, HasSubstr("\r\x1b[K30 samples of a unit"));
}

TEST(Output, ToAReaderThatHasSeenEnoughIsNoError) {
  const World world;
  const std::string pipe = world.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"inspect", world.teacher()}, {"predict", world.teacher(), world.x(), "--out", "-"}}) {
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    const Process process(words, pipe);
    ::close(reader);
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.err, IsEmpty());
  }
}

TEST(Output, DoesNotSteerTheTerminal) {
  const World world;
  const Outcome outcome = run({"inspect", world.path("\x1b[2Jm.json")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("/?[2Jm.json: No such file"));
}

TEST(Output, ToAFullDiskIsAnError) {
  const World world;
  const Outcome outcome = Process({"inspect", world.teacher()}, "/dev/full").wait();
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write standard output: No space left on device"));
}

}  // namespace
}  // namespace resunit::test
