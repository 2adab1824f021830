// SPDX-License-Identifier: BSD-3-Clause
// Identification of L-layer networks from noiseless samples. One line per cell:
//     deep_study "L d n signs scale networks [first]" ...
// signs: positive (all weights), half (of the weights are negative), or the fraction of negative weights; scale: sqrt
// (hidden weights divided by sqrt(d)) or none; first: the seed of the first network. Inputs: the paper's mixture.
// Columns: networks whose mean output error on 2000 new inputs is at most 1e-8; certified networks; certified networks
// with a larger error; median and largest CPU seconds (one thread); median and largest number of random starts.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

#include "resunit/fit_network.hpp"
#include "resunit/metrics.hpp"
#include "statistics.hpp"
#include "support/networks.hpp"

namespace resunit::benchmarks {
namespace {

constexpr double kExact = 1e-8;
constexpr Index kTestSamples = 2000;
constexpr std::uint64_t kFirstSeed = 10000, kTestSeed = 1000000;

struct Cell {
  Index layers = 0, d = 0, n = 0;
  std::string signs, scale;
  int networks = 0;
  std::uint64_t first = kFirstSeed;

  [[nodiscard]] double negative() const { return signs == "positive" ? 0.0 : signs == "half" ? 0.5 : std::stod(signs); }
};

struct Tally {
  int exact = 0, certified = 0, wrongly_certified = 0;
  std::vector<double> seconds, starts;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Network draw_network(const Cell& cell, test::Random& random) {
  Network network =
      test::random_network(cell.layers, cell.d, cell.d, random, {.nonnegative = true, .scaled = cell.scale == "sqrt"});
  for (Matrix& W : network.weights)
    for (Index k = 0; k < W.size(); ++k)
      if (random.uniform(0, 1) < cell.negative()) W.data()[k] *= -1;
  return network;
}

void add_network(const Cell& cell, std::uint64_t seed, Tally& tally) {
  test::Random random(seed), test_random(seed + kTestSeed);
  const Network truth = draw_network(cell, random);
  Dataset data{.X = test::mixture_inputs(cell.n, cell.d, random), .Y = {}};
  data.Y = predict(truth, data.X);

  const double before = cpu_seconds();
  const NetworkFit fit = fit_network(data, {.layers = cell.layers, .seed = seed, .threads = 1});
  tally.seconds.push_back(cpu_seconds() - before);
  tally.starts.push_back(fit.starts);

  const Matrix X = test::mixture_inputs(kTestSamples, cell.d, test_random);
  const bool exact = fit.usable() && output_errors(predict(fit.network, X), predict(truth, X)).output_error <= kExact;
  tally.exact += exact;
  tally.certified += fit.status == FitStatus::solved;
  tally.wrongly_certified += fit.status == FitStatus::solved && !exact;
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

void print(const Cell& cell, const Tally& t) {
  fmt::print("| {} | {} | {} | {} | {} | {}/{} | {} | {} | {:.2f} {:.2f} | {:.0f} {:.0f} |\n", cell.layers, cell.d,
             cell.n, cell.signs, cell.scale, t.exact, cell.networks, t.certified, t.wrongly_certified,
             median(t.seconds), largest(t.seconds), median(t.starts), largest(t.starts));
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** cells) {
  using namespace resunit::benchmarks;
  fmt::print(
      "| L | d | n | signs | scale | exact | certified | wrongly certified | s, median and largest | starts |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  for (int k = 1; k < count; ++k) {
    Cell cell;
    std::istringstream(cells[k]) >> cell.layers >> cell.d >> cell.n >> cell.signs >> cell.scale >> cell.networks >>
        cell.first;
    Tally tally;
    for (int network = 0; network < cell.networks; ++network)
      add_network(cell, cell.first + static_cast<std::uint64_t>(network), tally);
    print(cell, tally);
  }
}
