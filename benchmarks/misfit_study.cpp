// SPDX-License-Identifier: BSD-3-Clause
// How often the lack-of-fit tests raise their flags, on samples of units and of other models. Counts over networks:
//     misfit_study d n sigma networks
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "model/random.hpp"
#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"

namespace resunit::benchmarks {
namespace {

constexpr std::uint64_t kFirstSeed = 3000, kSampleSeed = 9000, kSecondUnit = 4000;

Matrix relu(const Matrix& S) {
  return S.cwiseMax(0.0);
}

/// Outputs of a model for inputs X, derived from a random unit.
using Outputs = std::function<Matrix(const Matrix& X, const Unit& unit, Random& random)>;

const std::vector<std::pair<std::string, Outputs>>& models() {
  static const std::vector<std::pair<std::string, Outputs>> all = {
      {"unit", [](const Matrix& X, const Unit& unit, Random&) { return predict(unit, X); }},
      {"linear", [](const Matrix& X, const Unit& unit, Random&) -> Matrix { return X * unit.B.transpose(); }},
      {"pure noise", [](const Matrix& X, const Unit& unit, Random&) { return Matrix::Zero(X.rows(), unit.outputs()); }},
      {"quadratic",
       [](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         return predict(unit, X) + 0.3 * X.cwiseAbs2() * unit.B.transpose();
       }},
      {"twice as wide",
       [](const Matrix& X, const Unit& unit, Random& random) -> Matrix {
         const Index d = X.cols();
         const Matrix A = gaussian(2 * d, d, random), V = gaussian(unit.outputs(), 2 * d, random);
         return relu(X * A.transpose()) * V.transpose() + X * unit.B.transpose();
       }},
      {"two units deep",
       [](const Matrix& X, const Unit& unit, Random& random) {
         const Unit second = draw_teacher({.inputs = X.cols(),
                                           .negative = 0.5,
                                           .seed = kSecondUnit + static_cast<std::uint64_t>(random.below(1000))});
         return predict(second, Matrix(predict(unit, X) / 10));
       }},
      {"biased",
       [](const Matrix& X, const Unit& unit, Random& random) -> Matrix {
         const Matrix bias = gaussian(1, X.cols(), random);
         return (relu((X * unit.A.transpose()).rowwise() + bias.row(0)) + X) * unit.B.transpose();
       }},
      {"no skip",
       [](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         return relu(X * unit.A.transpose()) * unit.B.transpose();
       }},
  };
  return all;
}

void study(const std::string& name, const Outputs& outputs, Index d, Index n, double sigma, int networks) {
  int misfit = 0, linear = 0, no_signal = 0, no_skip = 0, suspect = 0;
  for (int k = 0; k < networks; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const Unit unit = draw_teacher({.inputs = d, .negative = k % 2 ? 0.5 : 0.0, .seed = seed + kFirstSeed});
    Dataset data = draw_samples(unit, {.samples = n, .seed = seed + kSampleSeed});
    Random random(seed, Stream::noise);
    data.Y = outputs(data.X, unit, random);
    data.Y += sigma * gaussian(n, data.Y.cols(), random);
    const Fit found = fit(data, {.method = Method::noisy, .seed = seed, .threads = 1});
    const LackOfFit& facts = found.uncertainty.lack_of_fit;
    misfit += facts.misfit;
    linear += facts.linear;
    no_signal += facts.no_signal;
    no_skip += facts.skip_not_identified;
    suspect += found.status == FitStatus::suspect;
  }
  fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", name, networks, misfit, linear, no_signal, no_skip, suspect);
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** words) {
  using namespace resunit;
  const auto word = [&](int k, double fallback) { return count > k ? std::atof(words[k]) : fallback; };
  const auto d = static_cast<Index>(word(1, 8)), n = static_cast<Index>(word(2, 512));
  fmt::print(
      "| data | networks | misfit | linear | no signal | skip not identified | suspect |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const auto& [name, outputs] : benchmarks::models())
    benchmarks::study(name, outputs, d, n, word(3, 0.5), static_cast<int>(word(4, 20)));
}
