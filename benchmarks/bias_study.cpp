// SPDX-License-Identifier: BSD-3-Clause
// Units with biases: exact identification (sigma = 0), or the estimate under noise compared with the oracle. One line
// per cell of docs/journal/bias_study.md:
//     bias_study "d m n sigma kind networks" ...
// kind: layer1 or both, biases from N(0, 1); standardized, a unit without biases whose inputs have mean 1 and are then
// standardized by the caller, which gives biases in both layers. The oracle is VPLM started at the true weights.
// Columns without noise: networks with a relative error of A and B up to 1e-6, and networks of which every row is
// certified; the largest error of the latter; certificates of wrong weights (relative error above 1e-6). Under noise: networks within 0.1% of the oracle's
// loss; the largest ratio; fractions of A, B and mean predictions inside their 95% intervals; networks that are not
// solved. Last: median CPU milliseconds (one thread).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

#include "linalg/openblas.hpp"
#include "model/bias.hpp"
#include "model/fit_names.hpp"
#include "noise/descent/vplm.hpp"
#include "resunit/fit.hpp"
#include "resunit/intervals.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "statistics.hpp"

namespace resunit::benchmarks {
namespace {

constexpr std::uint64_t kFirstSeed = 20000, kSampleSeed = 100000, kTestSeed = 200000;
constexpr Index kTestSamples = 50;
constexpr double kWrongWeights = 1e-6, kNegative = 0.5;

struct Cell {
  Index d, m, n;
  double sigma;
  std::string kind;
  int networks;

  Bias bias() const { return kind == "layer1" ? Bias::layer1 : Bias::both; }
};

struct World {
  Unit truth;
  Dataset data;
  Dataset test;  ///< without noise
};

/// x = mean + S x':  A' = S^-1 A S, a' = S^-1 A mean, B' = B S, b' = B mean.
World standardized(const Cell& cell, std::uint64_t seed) {
  const Unit unit = draw_teacher({.inputs = cell.d, .outputs = cell.m, .negative = kNegative, .seed = seed});
  const auto draw = [&](Index count, double noise, std::uint64_t from) {
    return draw_samples(
        unit, {.samples = count, .noise = noise, .distribution = InputDistribution::gaussian, .mean = 1, .seed = from});
  };
  World world{.data = draw(cell.n, cell.sigma, seed + kSampleSeed), .test = draw(kTestSamples, 0, seed + kTestSeed)};
  const Eigen::RowVectorXd mean = world.data.X.colwise().mean();
  const Matrix centered = world.data.X.rowwise() - mean;
  const Vector scale = (centered.colwise().squaredNorm() / static_cast<double>(cell.n)).cwiseSqrt().transpose();
  const auto undo = scale.cwiseInverse().asDiagonal();
  world.data.X = centered * undo;
  world.test.X = (world.test.X.rowwise() - mean).eval() * undo;
  world.truth = {.A = Matrix::Zero(cell.d + 1, cell.d + 1), .B = Matrix(cell.m, cell.d + 1), .bias = true};
  world.truth.A.topLeftCorner(cell.d, cell.d) = undo * unit.A * scale.asDiagonal();
  world.truth.A.topRightCorner(cell.d, 1) = undo * (unit.A * mean.transpose());
  world.truth.B << unit.B * scale.asDiagonal(), unit.B * mean.transpose();
  return world;
}

World draw(const Cell& cell, std::uint64_t seed) {
  if (cell.kind == "standardized") return standardized(cell, seed);
  World world{.truth = draw_teacher({.inputs = cell.d,
                                     .outputs = cell.m,
                                     .negative = kNegative,
                                     .bias = from_name<Bias>("kind", cell.kind),
                                     .seed = seed})};
  world.data = draw_samples(world.truth, {.samples = cell.n, .noise = cell.sigma, .seed = seed + kSampleSeed});
  world.test = draw_samples(world.truth, {.samples = kTestSamples, .seed = seed + kTestSeed});
  return world;
}

struct Tally {
  int solved = 0, exact = 0, wrong = 0, within = 0, suspect = 0;
  double worst = 0;
  std::vector<double> inside_A, inside_B, inside_mean, milliseconds;
};

void add_noiseless(const World& world, const Fit& found, Tally& tally) {
  if (found.unit.B.size() == 0) return;
  const WeightErrors errors = weight_errors(found.unit, world.truth);
  const double error = std::max(errors.layer1, errors.layer2);
  tally.wrong += found.certificate.holds && error > kWrongWeights;
  tally.exact += found.method == Method::exact && error <= kWrongWeights;
  if (found.method != Method::exact || found.status != FitStatus::solved) return;
  ++tally.solved;
  tally.worst = std::max(tally.worst, error);
}

void add_noisy(const Cell& cell, const World& world, const Fit& found, Tally& tally) {
  const OneBlasThread guard;
  const Dataset extended = with_constant(world.data);
  const double oracle = vplm({extended.X, world.data.Y, cell.bias()}, world.truth.A.topRows(cell.d)).loss;
  const double ratio = found.usable() ? found.training_loss / oracle : 1e9;
  tally.within += ratio <= 1.001;
  tally.worst = std::max(tally.worst, ratio);
  tally.suspect += found.status != FitStatus::solved;
  const Uncertainty& uncertainty = found.uncertainty;
  if (uncertainty.A_stderr.size() == 0) return;
  const Index columns = cell.d + (cell.bias() == Bias::both ? 1 : 0);
  const Matrix A_errors = uncertainty.A_stderr.topRows(cell.d), B_errors = uncertainty.B_stderr.leftCols(columns);
  tally.inside_A.push_back(fraction_inside(found.unit.A.topRows(cell.d), world.truth.A.topRows(cell.d), A_errors));
  tally.inside_B.push_back(fraction_inside(found.unit.B.leftCols(columns), world.truth.B.leftCols(columns), B_errors));
  tally.inside_mean.push_back(
      fraction_inside(predict(found, world.test.X), world.test.Y, prediction_stderr(found, world.test.X)));
}

void print(const Cell& cell, const Tally& t) {
  const std::string result =
      cell.sigma > 0 ? fmt::format("{}/{} | {:.4f} | {:.3f} {:.3f} {:.3f} | {}", t.within, cell.networks, t.worst,
                                   mean(t.inside_A), mean(t.inside_B), mean(t.inside_mean), t.suspect)
                     : fmt::format("{} {}/{} | {:.1e} | {} |", t.exact, t.solved, cell.networks, t.worst, t.wrong);
  fmt::print("| {} | {} | {} | {} | {} | {} | {:.1f} |\n", cell.kind, cell.d, cell.m, cell.n, cell.sigma, result,
             median(t.milliseconds));
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** cells) {
  using namespace resunit;
  using namespace resunit::benchmarks;
  fmt::print(
      "| biases | d | m | n | sigma | exact, certified, or within 0.1% | largest error, or ratio | wrong certificates, "
      "or inside A, B, mean | not solved | ms |\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (int k = 1; k < count; ++k) {
    Cell cell{};
    std::istringstream(cells[k]) >> cell.d >> cell.m >> cell.n >> cell.sigma >> cell.kind >> cell.networks;
    Tally tally;
    for (int network = 0; network < cell.networks; ++network) {
      const std::uint64_t seed = kFirstSeed + static_cast<std::uint64_t>(network);
      const World world = draw(cell, seed);
      const std::clock_t before = std::clock();
      const Fit found = fit(world.data, {.seed = seed, .threads = 1, .bias = cell.bias()});
      tally.milliseconds.push_back(1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
      if (cell.sigma > 0)
        add_noisy(cell, world, found, tally);
      else
        add_noiseless(world, found, tally);
    }
    print(cell, tally);
  }
}
