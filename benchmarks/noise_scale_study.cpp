// SPDX-License-Identifier: BSD-3-Clause
// Accuracy under noise that differs among outputs and samples, and with badly scaled outputs.
//     noise_scale_study d n sigma networks
// The column "from the truth" is the error of the same estimate started at the true weights: the difference is due to
// the search.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "model/random.hpp"
#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "statistics.hpp"

namespace resunit::benchmarks {
namespace {

constexpr std::uint64_t kFirstSeed = 5000, kSampleSeed = 11000;
constexpr double kWrong = 0.5;  ///< relative error of A; that of the oracle is always smaller

using Noise = std::function<void(double sigma, Random& random, Dataset& data, Unit& truth)>;

struct Kind {
  std::string name;
  bool robust = false;
  Noise add;
};

void add_equal_noise(double sigma, Random& random, Dataset& data, Unit&) {
  data.Y += sigma * gaussian(data.Y.rows(), data.Y.cols(), random);
}

Kind scaled_output(double factor) {
  return {.name = fmt::format("last output scaled by {:g}", factor),
          .add = [factor](double sigma, Random& random, Dataset& data, Unit& truth) {
            add_equal_noise(sigma, random, data, truth);
            data.Y.rightCols(1) *= factor;
            truth.B.bottomRows(1) *= factor;
          }};
}

Kind noise_ratio(double ratio) {
  return {.name = fmt::format("noise of outputs from sigma to {:g} sigma", ratio),
          .add = [ratio](double sigma, Random& random, Dataset& data, Unit&) {
            const Index m = data.Y.cols();
            for (Index l = 0; l < m; ++l)
              data.Y.col(l) += sigma * std::pow(ratio, double(l) / std::max(1.0, double(m - 1))) *
                               gaussian(data.Y.rows(), 1, random);
          }};
}

Kind outliers(double share, double size, bool robust) {
  return {.name = fmt::format("{:g}% of rows moved by {:g}{}", 100 * share, size, robust ? ", robust" : ""),
          .robust = robust,
          .add = [share, size](double sigma, Random& random, Dataset& data, Unit& truth) {
            add_equal_noise(sigma, random, data, truth);
            for (Index i = 0; i < data.Y.rows(); ++i)
              if (random.uniform() < share) data.Y.row(i) += size * gaussian(1, data.Y.cols(), random).row(0);
          }};
}

Kind growing_noise() {
  return {.name = "noise grows with |x|", .add = [](double sigma, Random& random, Dataset& data, Unit&) {
            const Matrix noise = gaussian(data.Y.rows(), data.Y.cols(), random);
            const Vector lengths = data.X.rowwise().norm() / std::sqrt(double(data.X.cols()));
            data.Y += sigma * lengths.asDiagonal() * noise;
          }};
}

void study(const Kind& kind, Index d, Index n, double sigma, int networks) {
  int wrong = 0, wrong_not_suspect = 0, suspects = 0, inside = 0, entries = 0;
  std::vector<double> errors, oracle;
  for (int k = 0; k < networks; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    Unit truth = draw_teacher({.inputs = d, .negative = 0.5, .seed = seed + kFirstSeed});
    Dataset data = draw_samples(truth, {.samples = n, .seed = seed + kSampleSeed});
    Random random(seed, Stream::noise);
    kind.add(sigma, random, data, truth);
    FitOptions options{.method = Method::noisy, .seed = seed, .threads = 1, .noise = {.robust = kind.robust}};
    const Fit found = fit(data, options);
    options.start = truth;
    errors.push_back(relative_error(found.unit.A, truth.A));
    oracle.push_back(relative_error(fit(data, options).unit.A, truth.A));
    const bool suspect = found.status == FitStatus::suspect;
    wrong += errors.back() > kWrong;
    wrong_not_suspect += errors.back() > kWrong && !suspect;
    suspects += suspect;
    const Matrix& A_stderr = found.uncertainty.A_stderr;
    if (A_stderr.size() == 0) continue;
    inside += ((found.unit.A - truth.A).array().abs() <= 1.96 * A_stderr.array()).count();
    entries += static_cast<int>(truth.A.size());
  }
  fmt::print("| {} | {:.4f} | {:.4f} | {:.3f} | {} | {} | {} |\n", kind.name, median(errors), median(oracle),
             double(inside) / std::max(1, entries), wrong, wrong_not_suspect, suspects);
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** words) {
  using namespace resunit;
  using namespace resunit::benchmarks;
  const auto word = [&](int k, double fallback) { return count > k ? std::atof(words[k]) : fallback; };
  const auto d = static_cast<Index>(word(1, 6)), n = static_cast<Index>(word(2, 400));
  fmt::print(
      "| samples | error of A | from the truth | A inside its 95% | wrong | wrong without warning | suspect |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const Kind& kind : {scaled_output(1), scaled_output(10), scaled_output(1e3), scaled_output(1e6), noise_ratio(10),
                           noise_ratio(100), noise_ratio(300), growing_noise(), outliers(0.05, 10, false),
                           outliers(0.05, 10, true), outliers(0.05, 100, true), outliers(0.2, 30, true)})
    study(kind, d, n, word(3, 0.1), static_cast<int>(word(4, 50)));
}
