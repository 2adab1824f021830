// SPDX-License-Identifier: BSD-3-Clause
// Identification of L-layer networks from noiseless samples. One line per cell:
//     deep_study "L d n signs scale networks [first=SEED] [outputs=M] [inputs=KIND] [layers=L] [threads=T]" ...
// signs: positive (all weights), half (of the weights are negative), or the fraction of negative weights; scale: sqrt
// (hidden weights divided by sqrt(d)) or none. Options: the seed of the first network; number of outputs, d by default;
// inputs mixture (the paper's, default), gaussian, correlated (0.5), heavy (Student t with 3 degrees of freedom), onesigned
// (absolute normal), scaled (columns times 1e-3 to 1e3) or constant (the last column is 1: a hidden bias); number of layers
// of the fit, L by default; number of threads, 1 by default.
// Columns: networks whose mean output error on 2000 new inputs is at most 1e-8; certified networks; certified networks
// with a larger error; median and largest seconds; median and largest number of random starts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "resunit/fit_network.hpp"
#include "resunit/metrics.hpp"
#include "statistics.hpp"
#include "support/networks.hpp"
#include "system/stopwatch.hpp"

namespace resunit::benchmarks {
namespace {

constexpr double kExact = 1e-8;
constexpr Index kTestSamples = 2000;
constexpr std::uint64_t kFirstSeed = 10000, kTestSeed = 1000000;

struct Cell {
  std::string text;
  Index layers = 0, d = 0, n = 0, outputs = 0, fitted_layers = 0;
  std::string signs, scale, inputs = "mixture";
  int networks = 0, threads = 1;
  std::uint64_t first = kFirstSeed;

  [[nodiscard]] double negative() const { return signs == "positive" ? 0.0 : signs == "half" ? 0.5 : std::stod(signs); }
};

Cell parse(const std::string& text) {
  Cell cell{.text = text};
  std::istringstream words(text);
  words >> cell.layers >> cell.d >> cell.n >> cell.signs >> cell.scale >> cell.networks;
  cell.outputs = cell.d;
  cell.fitted_layers = cell.layers;
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw std::invalid_argument("expected NAME=VALUE instead of " + word);
    const std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (name == "first") cell.first = std::stoull(value);
    if (name == "outputs") cell.outputs = std::stoi(value);
    if (name == "inputs") cell.inputs = value;
    if (name == "layers") cell.fitted_layers = std::stoi(value);
    if (name == "threads") cell.threads = std::stoi(value);
  }
  return cell;
}

struct Tally {
  int exact = 0, certified = 0, wrongly_certified = 0;
  std::vector<double> seconds, starts;
};

/// A Student t variable with 3 degrees of freedom.
double heavy_tailed(test::Random& random) {
  const double a = random.gaussian(), b = random.gaussian(), c = random.gaussian();
  return random.gaussian() / std::sqrt((a * a + b * b + c * c) / 3);
}

Matrix draw_inputs(const Cell& cell, Index n, test::Random& random) {
  if (cell.inputs == "mixture") return test::mixture_inputs(n, cell.d, random);
  Matrix X = random.gaussian(n, cell.d);
  if (cell.inputs == "correlated") X = std::sqrt(0.5) * (X.colwise() + Vector(random.gaussian(n, 1)));
  if (cell.inputs == "heavy")
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = heavy_tailed(random);
  if (cell.inputs == "onesigned") X = X.cwiseAbs();
  if (cell.inputs == "scaled")
    for (Index k = 0; k < cell.d; ++k)
      X.col(k) *= std::pow(10.0, -3 + 6 * static_cast<double>(k) / static_cast<double>(std::max<Index>(cell.d - 1, 1)));
  if (cell.inputs == "constant") X.col(cell.d - 1).setOnes();
  return X;
}

Network draw_network(const Cell& cell, test::Random& random) {
  Network network = test::random_network(cell.layers, cell.d, cell.outputs, random,
                                         {.nonnegative = true, .scaled = cell.scale == "sqrt"});
  for (Matrix& W : network.weights)
    for (Index k = 0; k < W.size(); ++k)
      if (random.uniform(0, 1) < cell.negative()) W.data()[k] *= -1;
  return network;
}

void add_network(const Cell& cell, std::uint64_t seed, Tally& tally) {
  test::Random random(seed), test_random(seed + kTestSeed);
  const Network truth = draw_network(cell, random);
  Dataset data{.X = draw_inputs(cell, cell.n, random), .Y = {}};
  data.Y = predict(truth, data.X);

  const Stopwatch watch;
  const NetworkFit fit = fit_network(data, {.layers = cell.fitted_layers, .seed = seed, .threads = cell.threads});
  tally.seconds.push_back(watch.seconds());
  tally.starts.push_back(fit.starts);

  const Matrix X = draw_inputs(cell, kTestSamples, test_random);
  const bool exact = fit.usable() && output_errors(predict(fit.network, X), predict(truth, X)).output_error <= kExact;
  tally.exact += exact;
  tally.certified += fit.status == FitStatus::solved;
  tally.wrongly_certified += fit.status == FitStatus::solved && !exact;
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

void print(const Cell& cell, const Tally& t) {
  fmt::print("| {} | {}/{} | {} | {} | {:.2f} {:.2f} | {:.0f} {:.0f} |\n", cell.text, t.exact, cell.networks,
             t.certified, t.wrongly_certified, median(t.seconds), largest(t.seconds), median(t.starts),
             largest(t.starts));
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** cells) {
  using namespace resunit::benchmarks;
  fmt::print(
      "| cell | exact | certified | wrongly certified | s, median and largest | starts |\n"
      "|---|---|---|---|---|---|\n");
  for (int k = 1; k < count; ++k) {
    const Cell cell = parse(cells[k]);
    Tally tally;
    for (int network = 0; network < cell.networks; ++network)
      add_network(cell, cell.first + static_cast<std::uint64_t>(network), tally);
    print(cell, tally);
  }
}
