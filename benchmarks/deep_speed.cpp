// SPDX-License-Identifier: BSD-3-Clause
// One Levenberg-Marquardt iteration of a relaxed network: deep_speed [threads]. One line per size: seconds for the assembly
// of the Hessian and for its Cholesky factor, both relative to DGEMM at the same number of threads, and peak memory.
// Flops of an assembly: src/deep/descent/projected_hessian.hpp; of a factor: p^3 / 3 for p unknowns.
#include <cblas.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <string>

#include "deep/descent/projected_hessian.hpp"
#include "deep/search/relaxed_network.hpp"
#include "deep/search/relaxed_search.hpp"
#include "linalg/tiled_cholesky.hpp"
#include "resunit/synthetic.hpp"
#include "system/stopwatch.hpp"

namespace resunit::benchmarks {
namespace {

struct Size {
  Index layers, d, n;
};

/// Seconds of one call, from repeated calls that take at least 0.2 s.
template <class Function>
double seconds_of(Function run) {
  run();
  const Stopwatch watch;
  int calls = 0;
  do {
    run();
    ++calls;
  } while (watch.seconds() < 0.2);
  return watch.seconds() / calls;
}

double dgemm_flops_per_second(int threads) {
  openblas_set_num_threads(threads);
  constexpr int kSize = 2048;
  const Matrix A = Matrix::Random(kSize, kSize), B = Matrix::Random(kSize, kSize);
  Matrix C(kSize, kSize);
  const double seconds = seconds_of([&] {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kSize, kSize, kSize, 1.0, A.data(), kSize, B.data(), kSize,
                0.0, C.data(), kSize);
  });
  openblas_set_num_threads(1);
  return 2 * std::pow(kSize, 3) / seconds;
}

double assembly_flops(const NetworkShape& shape, Index n, Index m) {
  const Index top = shape.hidden() - 1;
  const auto lower = static_cast<double>(shape.first_unknown(top)), neurons = static_cast<double>(shape.width(top)),
             upper = neurons * static_cast<double>(shape.fan_in(top)), q = static_cast<double>(shape.features()),
             samples = static_cast<double>(n), outputs = static_cast<double>(m);
  return samples * upper * upper + samples * lower * lower + 2 * samples * upper * lower +
         2 * outputs * q * lower * (samples + lower / 2) + 2 * outputs * q * neurons * lower;
}

long peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::stol(line.substr(6)) / 1024;
  return 0;
}

void measure(const Size& size, int threads, double dgemm) {
  const Network truth = draw_network({.inputs = size.d,
                                      .layers = size.layers,
                                      .negative = 0.5,
                                      .hidden_scale = 1 / std::sqrt(static_cast<double>(size.d)),
                                      .seed = 1});
  ColumnSamples samples = by_columns(draw_samples(truth, {.samples = size.n, .seed = 2}));
  samples.Y = whitened_outputs(samples);
  Random random(3, Stream::deep_search);
  NetworkState state;
  const auto width = static_cast<Index>(std::ceil(1.25 * static_cast<double>(size.d)));
  state.weights = random_network(size.d, std::vector<Index>(static_cast<std::size_t>(size.layers - 1), width), random);
  const NetworkShape shape(NetworkFamily::relaxed, size.d, state.weights);
  evaluate(shape, samples, state);
  ProjectedHessian projected(shape, threads);
  const double assembly = seconds_of([&] { projected.assemble(state); });
  Eigen::MatrixXd damped = projected.hessian();
  damped.diagonal().array() += damped.diagonal().mean();
  Eigen::MatrixXd copy;
  const double factor = seconds_of([&] {
    copy = damped;
    factor_cholesky(copy, threads);
  });
  const double flops = assembly_flops(shape, size.n, samples.Y.cols()), p = static_cast<double>(shape.unknowns());
  fmt::print("| {} | {} | {} | {} | {:.3g} | {:.0f}% | {:.3g} | {:.0f}% | {} |\n", size.layers, size.d, size.n,
             shape.unknowns(), assembly, 100 * flops / assembly / dgemm, factor, 100 * p * p * p / 3 / factor / dgemm,
             peak_megabytes());
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** arguments) {
  using namespace resunit::benchmarks;
  const int threads = count > 1 ? std::stoi(arguments[1]) : 1;
  const double dgemm = dgemm_flops_per_second(threads);
  fmt::print("DGEMM: {:.0f} GFLOP/s with {} thread(s)\n\n", dgemm * 1e-9, threads);
  fmt::print(
      "| L | d | n | unknowns | assembly, s | of DGEMM | factor, s | of DGEMM | peak MB so far |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  for (const Size& size : {Size{3, 4, 512}, Size{3, 8, 512}, Size{3, 16, 512}, Size{3, 32, 1024}, Size{4, 8, 1024},
                           Size{4, 16, 1024}, Size{5, 8, 1024}})
    measure(size, threads, dgemm);
}
