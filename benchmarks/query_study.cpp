// SPDX-License-Identifier: BSD-3-Clause
// Identification of L-layer networks from queries. One line per cell:
//     query_study "L d signs scale answers networks [first [layers]]" ...
// signs: positive (all weights), or half (of the weights are negative); scale: sqrt (hidden weights divided by sqrt(d)) or
// none; answers: double, float (computed in single precision), or a number of significant decimal digits; first: the seed
// of the first network; layers: the option of the same name, 0 (auto) by default.
// Columns: networks whose mean output error on 2000 new inputs is at most 1e-8, or for other answers than double 10 times
// their precision; certified networks; certified networks with a larger error; median and largest number of queries;
// median and largest CPU seconds (one thread); median and largest error of those that are exact.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

#include "resunit/extract.hpp"
#include "resunit/metrics.hpp"
#include "statistics.hpp"
#include "support/networks.hpp"
#include "support/oracles.hpp"

namespace resunit::benchmarks {
namespace {

constexpr double kExact = 1e-8;
constexpr double kExactInPrecisions = 10;
constexpr Index kTestSamples = 2000;
constexpr std::uint64_t kFirstSeed = 20000, kTestSeed = 1000000;

struct Cell {
  Index layers = 0, d = 0;
  std::string signs, scale, answers;
  int networks = 0;
  std::uint64_t first = kFirstSeed;
  Index requested = 0;
};

struct Tally {
  int exact = 0, certified = 0, wrongly_certified = 0;
  std::vector<double> seconds, queries, errors;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Network draw_network(const Cell& cell, test::Random& random) {
  Network network =
      test::random_network(cell.layers, cell.d, cell.d, random, {.nonnegative = true, .scaled = cell.scale == "sqrt"});
  for (Matrix& W : network.weights)
    for (Index k = 0; k < W.size(); ++k)
      if (cell.signs == "half" && random.uniform(0, 1) < 0.5) W.data()[k] *= -1;
  return network;
}

Oracle oracle_of(const Network& network, const std::string& answers) {
  if (answers == "double") return test::exact_oracle(network);
  return answers == "float" ? test::float_oracle(network) : test::rounded_oracle(network, std::stoi(answers));
}

void add_network(const Cell& cell, std::uint64_t seed, Tally& tally) {
  test::Random random(seed), test_random(seed + kTestSeed);
  const Network truth = draw_network(cell, random);
  const double before = cpu_seconds();
  const NetworkFit fit =
      extract(oracle_of(truth, cell.answers), cell.d, {.layers = cell.requested, .seed = seed, .threads = 1});
  const double seconds = cpu_seconds() - before;
  tally.seconds.push_back(seconds);
  tally.queries.push_back(static_cast<double>(fit.queries.count));

  const Matrix X = test::mixture_inputs(kTestSamples, cell.d, test_random);
  const double error = fit.usable() ? output_errors(predict(fit.network, X), predict(truth, X)).output_error : 1.0;
  const double limit = cell.answers == "double" ? kExact : kExactInPrecisions * fit.queries.precision;
  const bool exact = error <= limit;
  if (exact) tally.errors.push_back(error);
  tally.exact += exact;
  tally.certified += fit.status == FitStatus::solved;
  tally.wrongly_certified += fit.status == FitStatus::solved && !exact;
  if (std::getenv("RESUNIT_VERBOSE"))
    fmt::print(stderr, "seed {} error {:.1e} {:.2f} s {}\n", seed, error, seconds, fit.full());
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

void print(const Cell& cell, const Tally& t) {
  fmt::print("| {} | {} | {} | {} | {} | {}/{} | {} | {} | {:.0f} {:.0f} | {:.2f} {:.2f} | {:.0e} {:.0e} |\n",
             cell.layers, cell.d, cell.signs, cell.scale, cell.answers, t.exact, cell.networks, t.certified,
             t.wrongly_certified, median(t.queries), largest(t.queries), median(t.seconds), largest(t.seconds),
             median(t.errors), largest(t.errors));
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** cells) {
  using namespace resunit::benchmarks;
  fmt::print(
      "| L | d | signs | scale | answers | exact | certified | wrongly certified | queries, median and largest | s | "
      "error |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (int k = 1; k < count; ++k) {
    Cell cell;
    std::istringstream(cells[k]) >> cell.layers >> cell.d >> cell.signs >> cell.scale >> cell.answers >>
        cell.networks >> cell.first >> cell.requested;
    Tally tally;
    for (int network = 0; network < cell.networks; ++network)
      add_network(cell, cell.first + static_cast<std::uint64_t>(network), tally);
    print(cell, tally);
  }
}
