// SPDX-License-Identifier: BSD-3-Clause
#include "oracle_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "resunit/error.hpp"
#include "terminal.hpp"

extern char** environ;

namespace resunit::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 100;  ///< between two checks for Ctrl-C
constexpr std::size_t kReadAtOnce = 1 << 16;
constexpr std::chrono::milliseconds kGrace{300};  ///< for the command to end after its input is closed
constexpr std::chrono::milliseconds kBetweenWaits{5};
constexpr std::size_t kShownText = 200;  ///< characters of the command's output in a message

constexpr const char* kFlushHint =
    "it must answer every line at once and flush its output (python3 -u, or flush=True in print; fflush() in awk). If "
    "it "
    "reads all its input before it answers, use --oracle-per-batch";

/// The text of the queries, one row per line.
std::string csv_rows(const MatrixView& X) {
  std::string text;
  for (Index i = 0; i < X.rows(); ++i)
    for (Index k = 0; k < X.cols(); ++k)
      fmt::format_to(std::back_inserter(text), "{}{}", X(i, k), k + 1 < X.cols() ? ',' : '\n');
  return text;
}

std::string shown(std::string_view text) {
  return std::string(text.substr(0, kShownText)) + (text.size() > kShownText ? "..." : "");
}

bool is_separator(char c) {
  return c == ',' || c == ';' || c == '\t' || c == ' ' || c == '\r' || c == '[' || c == ']';
}

/// The numbers of a line, separated by commas, semicolons or spaces.
std::vector<double> parsed_line(std::string_view line, Index number) {
  std::vector<double> values;
  const char *at = line.data(), *const end = at + line.size();
  while (true) {
    while (at < end && is_separator(*at)) ++at;
    if (at == end) return values;
    double value = 0;
    if (*at == '+') ++at;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error == std::errc::invalid_argument || (stop < end && !is_separator(*stop)))
      throw DataError(
          fmt::format("line {} of the oracle's answers is not a row of numbers: '{}'", number, shown(line)));
    values.push_back(value);
    at = stop;
  }
}

/// A pipe whose ends are closed in other commands.
struct Pipe {
  int read = -1, write = -1;

  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw DataError(fmt::format("cannot create a pipe: {}", std::strerror(errno)));
    read = ends[0];
    write = ends[1];
  }
};

void close_stream(int& stream) {
  if (stream >= 0) ::close(std::exchange(stream, -1));
}

}  // namespace

Matrix OracleProcess::operator()(const MatrixView& X) {
  if (id_ == 0) start();
  exchange(csv_rows(X), X.rows());
  Matrix Y;
  std::string_view rest = text_;
  for (Index i = 0; i < X.rows(); ++i) {
    const std::size_t end = rest.find('\n');
    const std::vector<double> values = parsed_line(rest.substr(0, end), i + 1);
    if (i == 0) Y.resize(X.rows(), std::ssize(values));
    if (std::ssize(values) != Y.cols())
      throw DataError(
          fmt::format("line {} of the oracle's answers has {} columns, expected {}", i + 1, values.size(), Y.cols()));
    Y.row(i) = Eigen::Map<const Eigen::RowVectorXd>(values.data(), Y.cols());
    rest.remove_prefix(end + 1);
  }
  if (!rest.empty()) throw DataError(fmt::format("the oracle printed more than one line per query: '{}'", shown(rest)));
  text_.clear();
  return Y;
}

void OracleProcess::start() {
  Pipe in, out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  std::string shell = "sh", option = "-c";
  char* argv[] = {shell.data(), option.data(), options_.command.data(), nullptr};
  const int error = ::posix_spawn(&id_, "/bin/sh", &actions, &attributes, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  for (int* stream : {&in.read, &out.write, &err.write}) close_stream(*stream);
  in_ = in.write, out_ = out.read, err_ = err.read;
  if (error != 0) {
    id_ = 0;
    stop();
    throw DataError(fmt::format("cannot start the oracle: {}", std::strerror(error)));
  }
  for (const int stream : {in_, out_, err_}) ::fcntl(stream, F_SETFL, ::fcntl(stream, F_GETFL) | O_NONBLOCK);
  text_.clear();
  errors_.clear();
}

/// Closes the pipes and ends the command and its children.
void OracleProcess::stop() {
  for (int* stream : {&in_, &out_, &err_}) close_stream(*stream);
  if (id_ == 0) return;
  const auto deadline = Clock::now() + kGrace;
  int status = 0;
  while (::waitpid(id_, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) {
      ::kill(-id_, SIGKILL);
      ::waitpid(id_, &status, 0);
      break;
    }
    std::this_thread::sleep_for(kBetweenWaits);
  }
  id_ = 0;
}

/// Writes the queries and reads until there is a line for each: the command may answer before it has read all of them.
void OracleProcess::exchange(const std::string& queries, Index count) {
  std::size_t written = 0;
  Index answers = 0;
  auto last_answer = Clock::now();
  bool ended = false;
  while (options_.per_batch ? !ended : answers < count) {
    pollfd streams[] = {{.fd = in_, .events = POLLOUT, .revents = 0},
                        {.fd = out_, .events = POLLIN, .revents = 0},
                        {.fd = err_, .events = POLLIN, .revents = 0}};
    if (written == queries.size()) {
      streams[0].fd = -1;
      if (options_.per_batch) close_stream(in_);
    }
    ::poll(streams, std::size(streams), kPollMilliseconds);
    throw_if_interrupted();
    if (streams[0].revents != 0) write_some(queries, written);
    if (streams[2].revents != 0 && !read_some(err_, errors_)) close_stream(err_);
    const std::size_t before = text_.size();
    if (streams[1].revents != 0) ended = !read_some(out_, text_);
    const Index more = std::count(text_.begin() + static_cast<std::ptrdiff_t>(before), text_.end(), '\n');
    answers += more;
    if (more > 0) last_answer = Clock::now();
    if (ended && answers < count) fail_after_end(answers, count);
    if (std::chrono::duration<double>(Clock::now() - last_answer).count() > options_.timeout)
      fail_after_timeout(answers, count);
  }
  if (options_.per_batch) stop();
}

void OracleProcess::write_some(const std::string& queries, std::size_t& written) {
  const ssize_t count = ::write(in_, queries.data() + written, queries.size() - written);
  if (count > 0) written += static_cast<std::size_t>(count);
  if (count < 0 && errno == EPIPE) written = queries.size();  // it reads no more: its output ends, or it times out
}

/// False at the end of the stream.
bool OracleProcess::read_some(int stream, std::string& text) {
  char buffer[kReadAtOnce];
  const ssize_t count = ::read(stream, buffer, sizeof buffer);
  if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

/// "exited with code 1 (last line on standard error: '...')"
std::string OracleProcess::exit_text() {
  while (err_ >= 0 && read_some(err_, errors_) && errors_.size() < kReadAtOnce) {
    pollfd stream{.fd = err_, .events = POLLIN, .revents = 0};
    if (::poll(&stream, 1, kPollMilliseconds) <= 0) break;
  }
  int status = 0;
  const auto deadline = Clock::now() + kGrace;
  pid_t ended = 0;
  while ((ended = ::waitpid(id_, &status, WNOHANG)) == 0 && Clock::now() < deadline)
    std::this_thread::sleep_for(kBetweenWaits);
  std::string text = "closed its output";
  if (ended == id_) {
    id_ = 0;
    text = WIFEXITED(status) ? fmt::format("exited with code {}", WEXITSTATUS(status))
                             : fmt::format("was ended by signal {}", WTERMSIG(status));
  }
  while (errors_.ends_with('\n')) errors_.pop_back();
  const std::size_t line = errors_.rfind('\n');
  if (!errors_.empty())
    text += fmt::format(" (last line on standard error: '{}')",
                        shown(std::string_view(errors_).substr(line == std::string::npos ? 0 : line + 1)));
  return text;
}

void OracleProcess::fail_after_end(Index answers, Index count) {
  throw DataError(fmt::format("the oracle {} after {} of {} answers; {}", exit_text(), answers, count,
                              options_.per_batch ? "it must print one line per query" : kFlushHint));
}

void OracleProcess::fail_after_timeout(Index answers, Index count) const {
  throw DataError(fmt::format("no answer from the oracle for {:g} s, after {} of {} answers; {}", options_.timeout,
                              answers, count, options_.per_batch ? "increase --timeout if it is slow" : kFlushHint));
}

}  // namespace resunit::cli
