// SPDX-License-Identifier: BSD-3-Clause
// False certificates of networks: samples that do not identify a network, or do not come from one.
//     deep_certificates NETWORKS [first]
// Kinds, with d = 2 to 4 and L = 3 unless stated: few samples (6d to 20d); integer inputs in [-2, 2]; noise of 1e-9; a wider
// teacher (one more neuron); teachers of 4 layers; teachers of 2 layers; fits of 4 layers. A certificate is false if the
// mean output error on 2000 new inputs of the same distribution exceeds 1e-7. Columns: networks; exact fits; certified
// fits; false certificates.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>

#include "resunit/fit_network.hpp"
#include "resunit/metrics.hpp"
#include "support/networks.hpp"

namespace resunit::benchmarks {
namespace {

constexpr double kSameFunction = 1e-7;
constexpr Index kTestSamples = 2000;
constexpr double kTinyNoise = 1e-9;

struct Kind {
  std::string name;
  Index teacher_layers = 3, fitted_layers = 3;
  bool few = false, integers = false, noisy = false, wider = false;
};

struct Tally {
  int networks = 0, exact = 0, certified = 0, wrong = 0;
};

Matrix draw_inputs(const Kind& kind, Index n, Index d, test::Random& random) {
  return kind.integers ? random.integers(n, d, -2, 2) : test::mixture_inputs(n, d, random);
}

void add_network(const Kind& kind, std::uint64_t seed, Tally& tally) {
  test::Random random(seed);
  const Index d = random.integer(2, 4), n = kind.few ? random.integer(6 * d, 20 * d) : 40 * d;
  const Network truth = test::random_network(kind.teacher_layers, d, d, random);
  const Vector w = random.gaussian(d, 1), v = random.gaussian(d, 1);
  const auto outputs = [&](const Matrix& X) -> Matrix {
    Matrix Y = predict(truth, X);
    if (kind.wider) Y += (X * w).cwiseMax(0.0) * v.transpose();
    return Y;
  };
  Dataset data{.X = draw_inputs(kind, n, d, random), .Y = {}};
  data.Y = outputs(data.X);
  if (kind.noisy) data.Y += kTinyNoise * random.gaussian(n, d);
  const NetworkFit fit =
      fit_network(data, {.layers = kind.fitted_layers, .method = Method::exact, .seed = seed, .threads = 1});
  ++tally.networks;
  tally.exact += fit.usable();
  if (!fit.certificate.holds) return;
  ++tally.certified;
  const Matrix X = draw_inputs(kind, kTestSamples, d, random);
  const bool same = output_errors(predict(fit.network, X), outputs(X)).output_error <= kSameFunction;
  tally.wrong += !same;
  if (!same) fmt::print(stderr, "false certificate: {}, seed {}\n", kind.name, seed);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** arguments) {
  using namespace resunit::benchmarks;
  const int networks = count > 1 ? std::stoi(arguments[1]) : 150;
  const std::uint64_t first = count > 2 ? std::stoull(arguments[2]) : 1;
  const Kind kinds[] = {{.name = "few samples", .few = true},
                        {.name = "few samples, integer inputs", .few = true, .integers = true},
                        {.name = "integer inputs", .integers = true},
                        {.name = "noise of 1e-9", .noisy = true},
                        {.name = "wider teacher", .wider = true},
                        {.name = "wider teacher, few samples", .few = true, .wider = true},
                        {.name = "teacher of 4 layers", .teacher_layers = 4},
                        {.name = "teacher of 4 layers, few samples", .teacher_layers = 4, .few = true},
                        {.name = "teacher of 2 layers", .teacher_layers = 2},
                        {.name = "fit of 4 layers, few samples", .fitted_layers = 4, .few = true}};
  fmt::print("| kind | networks | exact | certified | false |\n|---|---|---|---|---|\n");
  for (const Kind& kind : kinds) {
    Tally t;
    for (int network = 0; network < networks; ++network)
      add_network(kind, first + static_cast<std::uint64_t>(network), t);
    fmt::print("| {} | {} | {} | {} | {} |\n", kind.name, t.networks, t.exact, t.certified, t.wrong);
    std::fflush(stdout);
  }
}
