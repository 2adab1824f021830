// SPDX-License-Identifier: BSD-3-Clause
// Accuracy of the estimate under noise, compared with the oracle. One line per cell of docs/journal/noise_study.md:
//     noise_study "d n m sigma p networks [growth]" ...
// With a growth g the standard deviation of the noise is sigma (|x| / rms |x|)^g; otherwise it is sigma.
// The oracle is VPLM started at the true weights. Columns: networks within 0.1% of the oracle's loss; relative errors
// of A, B and of outputs on new inputs, and those of the oracle (medians); fractions of A, B and mean predictions inside
// their 95% intervals; lack-of-fit flags; networks with status suspect; networks with weighted outputs and with weighted
// samples; median CPU milliseconds (one thread).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sstream>
#include <vector>

#include "linalg/openblas.hpp"
#include "model/random.hpp"
#include "noise/descent/vplm.hpp"
#include "resunit/fit.hpp"
#include "resunit/intervals.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "statistics.hpp"

namespace resunit::benchmarks {
namespace {

constexpr std::uint64_t kSampleSeed = 100000, kTestSeed = 200000;
constexpr Index kTestSamples = 50;

struct Cell {
  Index d, n, m;
  double sigma, negative;
  int networks;
  double growth;
};

struct Tally {
  int within = 0, flagged = 0, suspects = 0, reweighted = 0, weighted = 0;
  double worst = 0;
  std::vector<double> layer1, layer2, output, oracle1, oracle2, oracle_output, inside_A, inside_B, inside_mean,
      milliseconds;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Dataset draw_data(const Cell& cell, const Unit& truth, std::uint64_t seed) {
  if (cell.growth == 0) return draw_samples(truth, {.samples = cell.n, .noise = cell.sigma, .seed = seed});
  Dataset data = draw_samples(truth, {.samples = cell.n, .seed = seed});
  const Vector sizes = data.X.rowwise().norm() * std::sqrt(static_cast<double>(cell.n)) / data.X.norm();
  Random random(seed, Stream::noise);
  const Matrix noise = gaussian(cell.n, cell.m, random);
  data.Y += cell.sigma * sizes.array().pow(cell.growth).matrix().asDiagonal() * noise;
  return data;
}

void add_network(const Cell& cell, std::uint64_t seed, Tally& tally) {
  const Unit truth = draw_teacher({.inputs = cell.d, .outputs = cell.m, .negative = cell.negative, .seed = seed});
  const Dataset data = draw_data(cell, truth, seed + kSampleSeed);
  const Dataset test = draw_samples(truth, {.samples = kTestSamples, .seed = seed + kTestSeed});

  const double before = cpu_seconds();
  const Fit found = fit(data, {.method = Method::noisy, .seed = seed, .threads = 1});
  tally.milliseconds.push_back(1e3 * (cpu_seconds() - before));

  const OneBlasThread guard;
  const VplmResult oracle_fit = vplm(data, truth.A);
  const Unit oracle{.A = oracle_fit.A, .B = oracle_fit.B};
  const double ratio = found.training_loss / oracle_fit.loss;
  tally.within += ratio <= 1.001;
  tally.worst = std::max(tally.worst, ratio);
  const Uncertainty& uncertainty = found.uncertainty;
  tally.flagged += uncertainty.lack_of_fit.misfit || uncertainty.lack_of_fit.linear;
  tally.suspects += found.status != FitStatus::solved;
  tally.reweighted += uncertainty.reweighted;
  tally.weighted += uncertainty.noise_growth.weighted;
  tally.layer1.push_back(relative_error(found.unit.A, truth.A));
  tally.layer2.push_back(relative_error(found.unit.B, truth.B));
  tally.output.push_back(output_errors(predict(found.unit, test.X), test.Y).output_error);
  tally.oracle1.push_back(relative_error(oracle.A, truth.A));
  tally.oracle2.push_back(relative_error(oracle.B, truth.B));
  tally.oracle_output.push_back(output_errors(predict(oracle, test.X), test.Y).output_error);
  if (uncertainty.A_stderr.size() == 0) return;
  tally.inside_A.push_back(fraction_inside(found.unit.A, truth.A, uncertainty.A_stderr));
  tally.inside_B.push_back(fraction_inside(found.unit.B, truth.B, uncertainty.B_stderr));
  tally.inside_mean.push_back(fraction_inside(predict(found, test.X), test.Y, prediction_stderr(found, test.X)));
}

void print(const Cell& cell, const Tally& t) {
  fmt::print(
      "| {} | {} | {} | {} | {} | {} | {}/{} | {:.4f} | {:.4f} {:.4f} {:.4f} | {:.4f} {:.4f} {:.4f} | {:.3f} {:.3f} "
      "{:.3f} "
      "| {} | {} | {} {} | {:.1f} |\n",
      cell.d, cell.n, cell.m, cell.sigma, cell.negative, cell.growth, t.within, cell.networks, t.worst,
      median(t.layer1), median(t.layer2), median(t.output), median(t.oracle1), median(t.oracle2),
      median(t.oracle_output), mean(t.inside_A), mean(t.inside_B), mean(t.inside_mean), t.flagged, t.suspects,
      t.reweighted, t.weighted, median(t.milliseconds));
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** cells) {
  using namespace resunit::benchmarks;
  fmt::print(
      "| d | n | m | sigma | p | growth | within 0.1% | worst | A, B, output | oracle's | inside A, B, mean | lack of "
      "fit "
      "| suspect | weighted outputs, samples | ms |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int k = 1; k < count; ++k) {
    Cell cell{};
    std::istringstream(cells[k]) >> cell.d >> cell.n >> cell.m >> cell.sigma >> cell.negative >> cell.networks >>
        cell.growth;
    Tally tally;
    for (int network = 0; network < cell.networks; ++network) add_network(cell, 10000 + network, tally);
    print(cell, tally);
  }
}
