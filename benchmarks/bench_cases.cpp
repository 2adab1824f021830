// SPDX-License-Identifier: BSD-3-Clause
// The cases that ./bench times, one per process, so that each has its own time and peak memory. A case prints one line
// of JSON with the wall and CPU seconds of every repetition, and fails if an answer is wrong.
//     bench_cases rates THREADS                                   DGEMM and memory bandwidth, for comparison
//     bench_cases layer2 r1|r2 D N NOISE THREADS REPEATS [DIR]    all rows of layer 2; writes DIR/F.npy and DIR/T.npy
//     bench_cases clp    r1|r2 D N NOISE ROWS                     the first rows of the same problem by Clp
//     bench_cases fit METHOD D N NOISE THREADS REPEATS            a whole fit
//     bench_cases predict D N THREADS REPEATS
//     bench_cases sgd D N EPOCHS
//     bench_cases csv MEGABYTES REPEATS
//     bench_cases run PROGRAM ARGUMENT...                         another program; its output precedes the line
#include <cblas.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "model/fit_names.hpp"
#include "oracle/clp.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "resunit/row.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/table.hpp"
#include "support/row_objectives.hpp"

namespace resunit::benchmarks {
namespace {

[[noreturn]] void fail(const std::string& what) {
  fmt::print(stderr, "bench_cases: {}\n", what);
  std::exit(1);
}

void require(bool holds, const std::string& what) {
  if (!holds) fail(what);
}

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Wall and CPU seconds of a number of calls.
struct Times {
  std::vector<double> wall, cpu;

  template <class Work>
  void run(int repeats, Work&& work) {
    for (int k = 0; k < repeats; ++k) {
      const auto start = std::chrono::steady_clock::now();
      const double before = cpu_seconds();
      work();
      cpu.push_back(cpu_seconds() - before);
      wall.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
  }
};

void print(const Times& times, const std::string& facts) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  fmt::print("{{\"wall\": [{}], \"cpu\": [{}], \"peak_mb\": {}{}}}\n", fmt::join(times.wall, ", "),
             fmt::join(times.cpu, ", "), usage.ru_maxrss / 1024, facts.empty() ? "" : ", " + facts);
}

Dataset draw(Index d, Index n, double noise) {
  return draw_samples(draw_teacher({.inputs = d, .seed = 1}), {.samples = n, .noise = noise, .seed = 2});
}

RowProgram program_named(const std::string& name) {
  return name == "r1" ? RowProgram::least_squares : RowProgram::absolute;
}

std::vector<double> objectives(RowProgram program, const Dataset& data, const Matrix& C) {
  std::vector<double> values;
  for (Index j = 0; j < C.rows(); ++j) values.push_back(test::objective(program, data.Y, data.X.col(j), C.row(j)));
  return values;
}

/// DGEMM on matrices of 2048, and the bandwidth of a[i] = b[i] + s c[i] over 3 x 128 MB, counted as four passes.
void rates(int threads) {
  constexpr Index kSize = 2048, kLength = 1 << 24;
  openblas_set_num_threads(1);
  const Matrix A = Matrix::Random(kSize, kSize), B = Matrix::Random(kSize, kSize);
  Matrix C(kSize, kSize);
  Times products, copies;
  products.run(7, [&] {
    parallel_for(threads, threads, [&](Index part) {
      const Index first = part * kSize / threads, rows = (part + 1) * kSize / threads - first;
      cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(rows), kSize, kSize, 1.0,
                  A.row(first).data(), kSize, B.data(), kSize, 0.0, C.row(first).data(), kSize);
    });
  });
  const std::vector<double> b(kLength, 1.0), c(kLength, 2.0);
  std::vector<double> a(kLength);
  copies.run(7, [&] {
    parallel_for(threads, threads, [&](Index part) {
      const Index first = part * kLength / threads, last = (part + 1) * kLength / threads;
      for (Index i = first; i < last; ++i) a[i] = b[i] + 3 * c[i];
    });
  });
  require(a.back() == 7, "the sums are wrong");
  const double flops = 2.0 * kSize * kSize * kSize, bytes = 4.0 * sizeof(double) * kLength;
  const auto least = [](const std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); };
  print(products,
        fmt::format("\"gflops\": {}, \"gflops_by_cpu\": {}, \"gigabytes\": {}", 1e-9 * flops / least(products.wall),
                    1e-9 * flops / least(products.cpu), 1e-9 * bytes / least(copies.wall)));
}

void layer2(const std::string& name, Index d, Index n, double noise, int threads, int repeats,
            const std::string& folder) {
  const Dataset data = draw(d, n, noise);
  const Matrix T = data.X.transpose();
  const RowProgram program = program_named(name);
  RowsResult result;
  Times times;
  times.run(repeats, [&] { result = solve_rows(program, data.Y, T, {}, threads); });
  require(result.status() == RowStatus::solved, "a row was not solved");
  double steps = 0;
  for (const RowReport& row : result.rows) steps += row.iterations;
  if (!folder.empty()) {
    std::filesystem::create_directories(folder);
    write_table(std::filesystem::path(folder) / "F.npy", data.Y);
    write_table(std::filesystem::path(folder) / "T.npy", T);
  }
  print(times, fmt::format("\"objectives\": [{}], \"steps\": {}", fmt::join(objectives(program, data, result.C), ", "),
                           steps / static_cast<double>(d)));
}

void clp(const std::string& name, Index d, Index n, double noise, Index rows) {
  const Dataset data = draw(d, n, noise);
  const Matrix T = data.X.topRows(n).transpose();
  Matrix C(rows, d);
  Times times;
  times.run(1, [&] {
    for (Index j = 0; j < rows; ++j)
      C.row(j) = (name == "r2" ? oracle::absolute_optimum(data.Y, T.row(j)).c
                               : oracle::feasible_point(data.Y, T.row(j)).value())
                     .transpose();
  });
  print(times, fmt::format("\"objectives\": [{}]", fmt::join(objectives(program_named(name), data, C), ", ")));
}

void fit_unit(const std::string& method, Index d, Index n, double noise, int threads, int repeats) {
  const Unit teacher = draw_teacher({.inputs = d, .negative = method == "qp" ? 0.0 : 0.5, .seed = 1});
  const Dataset data = draw_samples(teacher, {.samples = n, .noise = noise, .seed = 2});
  Fit result;
  Times times;
  const FitOptions options{.method = from_name<Method>("method", method), .threads = threads};
  times.run(repeats, [&] { result = fit(data, options); });
  require(result.usable(), result.brief());
  const double error = weight_errors(result.unit, teacher).layer1;
  require(method != "exact" || error < 1e-8, "the unit differs from the teacher");
  print(times, fmt::format("\"layer1_error\": {}", error));
}

void predict_rows(Index d, Index n, int threads, int repeats) {
  const Unit unit = draw_teacher({.inputs = d, .seed = 1});
  const Matrix X = Matrix::Random(n, d);
  Matrix Y;
  Times times;
  times.run(repeats, [&] { Y = predict(unit, X, threads); });
  const Vector expected = unit.B * ((unit.A * X.row(n - 1).transpose()).cwiseMax(0.0) + X.row(n - 1).transpose());
  require((Y.row(n - 1).transpose() - expected).norm() < 1e-12 * expected.norm(), "the prediction is wrong");
  print(times, "");
}

void sgd(Index d, Index n, int epochs) {
  const Unit teacher = draw_teacher({.inputs = d, .seed = 1});
  const Dataset data = draw_samples(teacher, {.samples = n, .seed = 2});
  Fit result;
  Times times;
  times.run(9, [&] { result = fit(data, {.method = Method::sgd, .threads = 1, .sgd = {.epochs = epochs}}); });
  require(result.usable(), result.brief());
  print(times, fmt::format("\"loss\": {}", result.training_loss));
}

/// Normally distributed numbers with all digits, about 19.5 bytes each, from a file in the page cache.
void csv(Index megabytes, int repeats) {
  constexpr Index kColumns = 18, kRowsPerMegabyte = 2850;
  const Unit unit = draw_teacher({.inputs = kColumns, .seed = 1});
  const Matrix written = draw_samples(unit, {.samples = megabytes * kRowsPerMegabyte, .seed = 2}).X;
  const auto file = std::filesystem::temp_directory_path() / fmt::format("resunit-bench-{}.csv", ::getpid());
  write_table(file, written);
  const auto size = static_cast<double>(std::filesystem::file_size(file));
  Table table;
  Times times;
  times.run(repeats, [&] { table = read_table(file); });
  std::filesystem::remove(file);
  require(table.values == written, "the numbers read differ from those written");
  print(times, fmt::format("\"megabytes\": {}", 1e-6 * size));
}

/// Run from a small process, because the peak memory of a child includes that of its parent at the time of the fork.
void run_program(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  pid_t id = 0;
  require(::posix_spawn(&id, arguments[0], nullptr, nullptr, arguments.data(), environ) == 0, "cannot run " + words[0]);
  int status = 0;
  rusage usage{};
  ::wait4(id, &status, 0, &usage);
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, words[0] + " failed");
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  fmt::print("\n{{\"wall\": {}, \"cpu\": {}, \"peak_mb\": {}}}\n", wall,
             seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024);
}

int run(const std::vector<std::string>& words) {
  const auto whole = [&](std::size_t at) { return std::stol(words.at(at)); };
  const auto number = [&](std::size_t at) { return std::stod(words.at(at)); };
  const auto small = [&](std::size_t at) { return std::stoi(words.at(at)); };
  const std::map<std::string, std::function<void()>> cases = {
      {"rates", [&] { rates(small(1)); }},
      {"layer2",
       [&] {
         layer2(words.at(1), whole(2), whole(3), number(4), small(5), small(6), words.size() > 7 ? words[7] : "");
       }},
      {"clp", [&] { clp(words.at(1), whole(2), whole(3), number(4), whole(5)); }},
      {"fit", [&] { fit_unit(words.at(1), whole(2), whole(3), number(4), small(5), small(6)); }},
      {"predict", [&] { predict_rows(whole(1), whole(2), small(3), small(4)); }},
      {"csv", [&] { csv(whole(1), small(2)); }},
      {"run",
       [&] {
         run_program({words.begin() + 1, words.end()});
       }},
      {"sgd", [&] { sgd(whole(1), whole(2), small(3)); }},
  };
  const auto chosen = words.empty() ? cases.end() : cases.find(words[0]);
  if (chosen == cases.end()) fail("unknown or missing case; see the first lines of bench_cases.cpp");
  std::this_thread::sleep_for(
      std::chrono::milliseconds(100));  // OpenBLAS threads spin before they sleep for the first time
  chosen->second();
  return 0;
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** arguments) {
  return resunit::benchmarks::run({arguments + 1, arguments + count});
}
