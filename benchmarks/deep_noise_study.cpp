// SPDX-License-Identifier: BSD-3-Clause
// L-layer networks under noise. One line per cell:
//     deep_noise_study "L d n noise negative networks [first]" ...
// noise: standard deviation relative to the root mean square of the noiseless outputs; negative: fraction of negative
// hidden weights, which are scaled by 1/sqrt(d); first: the seed of the first network. Inputs: the paper's mixture. The
// oracle is the descent from the true weights. Columns: networks whose loss is within 0.1% of the oracle's, suspect fits
// among the others and among these; the largest ratio of the two losses; median output error on 2000 new inputs, then
// that of the oracle; fraction of the weights of all layers within 1.96 standard errors, of solved fits; median ratio of
// the estimated to the true noise level; median and largest CPU seconds (one thread).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sstream>
#include <vector>

#include "deep/descent/network_descent.hpp"
#include "resunit/fit_network.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "statistics.hpp"

namespace resunit::benchmarks {
namespace {

constexpr double kSameLoss = 1.001;
constexpr Index kTestSamples = 2000;
constexpr std::uint64_t kTestSeed = 1000000;

struct Cell {
  Index layers = 0, d = 0, n = 0;
  double noise = 0, negative = 0;
  int networks = 0;
  std::uint64_t first = 1;
};

struct Tally {
  int reached = 0, suspect_of_reached = 0, suspect_of_others = 0;
  std::vector<double> ratios, errors, oracle_errors, inside, noise_ratios, seconds;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void add_network(const Cell& cell, std::uint64_t seed, Tally& tally) {
  const Network truth = draw_network({.inputs = cell.d,
                                      .layers = cell.layers,
                                      .negative = cell.negative,
                                      .hidden_scale = 1 / std::sqrt(static_cast<double>(cell.d)),
                                      .seed = seed});
  SampleOptions options{.samples = cell.n, .seed = seed_of_samples(seed)};
  const Matrix noiseless = draw_samples(truth, options).Y;
  options.noise = cell.noise * std::sqrt(noiseless.array().square().mean());
  const Dataset data = draw_samples(truth, options);

  const double before = cpu_seconds();
  const NetworkFit fit =
      fit_network(data, {.layers = cell.layers, .method = Method::noisy, .seed = seed, .threads = 1});
  tally.seconds.push_back(cpu_seconds() - before);
  if (!fit.usable()) return;

  const NetworkMinimum oracle = minimize_loss(data, truth);
  const double loss = oracle.relative_loss * data.Y.squaredNorm() / (2 * static_cast<double>(cell.n));
  const bool reached = fit.training_loss <= kSameLoss * loss, suspect = fit.status == FitStatus::suspect;
  tally.reached += reached;
  (reached ? tally.suspect_of_reached : tally.suspect_of_others) += suspect;
  tally.ratios.push_back(fit.training_loss / loss);
  const Dataset test = draw_samples(truth, {.samples = kTestSamples, .seed = seed + kTestSeed});
  tally.errors.push_back(output_errors(predict(fit, test.X), test.Y).output_error);
  tally.oracle_errors.push_back(output_errors(predict(oracle.network, test.X), test.Y).output_error);
  tally.noise_ratios.push_back(fit.uncertainty.noise_std / options.noise);
  if (suspect || fit.uncertainty.standard_errors.empty()) return;
  for (std::size_t l = 0; l < truth.weights.size(); ++l)
    tally.inside.push_back(
        fraction_inside(fit.network.weights[l], truth.weights[l], fit.uncertainty.standard_errors[l]));
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

void print(const Cell& cell, const Tally& t) {
  fmt::print(
      "| {} | {} | {} | {} | {} | {}/{} | {}/{} | {} | {:.3f} | {:.4f} {:.4f} | {:.3f} | {:.3f} | {:.2f} {:.2f} |\n",
      cell.layers, cell.d, cell.n, cell.noise, cell.negative, t.reached, cell.networks, t.suspect_of_others,
      cell.networks - t.reached, t.suspect_of_reached, largest(t.ratios), median(t.errors), median(t.oracle_errors),
      mean(t.inside), median(t.noise_ratios), median(t.seconds), largest(t.seconds));
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** cells) {
  using namespace resunit::benchmarks;
  fmt::print(
      "| L | d | n | noise | negative | within 0.1% | suspect of the others | suspect of these | largest ratio | "
      "output "
      "error, oracle's | inside | noise level | s, median and largest |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int k = 1; k < count; ++k) {
    Cell cell;
    std::istringstream(cells[k]) >> cell.layers >> cell.d >> cell.n >> cell.noise >> cell.negative >> cell.networks >>
        cell.first;
    Tally tally;
    for (int network = 0; network < cell.networks; ++network)
      add_network(cell, cell.first + static_cast<std::uint64_t>(network), tally);
    print(cell, tally);
  }
}
