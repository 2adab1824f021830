// SPDX-License-Identifier: BSD-3-Clause
// Runs the command in a process of its own and captures standard output, standard error and the exit code.
//
//     const Outcome outcome = run({"inspect", "m.json"});
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

extern char** environ;

namespace resunit::test {

struct Outcome {
  int code = -1;  ///< the exit code, or 128 + the number of the signal that ended the process
  std::string out;
  std::string err;
  long peak_megabytes = 0;  ///< peak memory
};

/// A running command whose standard output and standard error are written to temporary files.
class Process {
 public:
  /// `out` and `err`, if not empty, are used instead of the temporary files.
  explicit Process(const std::vector<std::string>& arguments, const std::filesystem::path& out = {},
                   const std::filesystem::path& err = {}) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    redirect(actions, STDOUT_FILENO, out.empty() ? streams_ / "out" : out);
    redirect(actions, STDERR_FILENO, err.empty() ? streams_ / "err" : err);
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), RESUNIT_COMMAND);
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const int error = ::posix_spawn(&id_, RESUNIT_COMMAND, &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error("cannot run " RESUNIT_COMMAND);
  }

  void interrupt(int signal = SIGINT) const { ::kill(id_, signal); }
  void kill() const { ::kill(id_, SIGKILL); }

  Outcome wait() const {
    int status = 0;
    rusage usage{};
    ::wait4(id_, &status, 0, &usage);
    return {.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            .out = streams_.read("out"),
            .err = streams_.read("err"),
            .peak_megabytes = usage.ru_maxrss / 1024};
  }

 private:
  static void redirect(posix_spawn_file_actions_t& actions, int stream, const std::filesystem::path& file) {
    posix_spawn_file_actions_addopen(&actions, stream, file.c_str(), O_WRONLY | O_CREAT | O_NOCTTY, 0600);
  }

  TemporaryFolder streams_;
  pid_t id_ = 0;
};

inline Outcome run(const std::vector<std::string>& arguments) {
  return Process(arguments).wait();
}

}  // namespace resunit::test
