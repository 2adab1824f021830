// SPDX-License-Identifier: BSD-3-Clause
// What method auto reports for samples of units and of other models: flags, statuses and causes. Counts over networks;
// `correct` counts the fits whose status and remedy are those expected for the model.
//     misfit_study d n sigma networks [data]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "linalg/indexing.hpp"
#include "model/random_subset.hpp"
#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"
#include "system/stopwatch.hpp"

namespace resunit::benchmarks {
namespace {

constexpr std::uint64_t kFirstSeed = 3000, kSampleSeed = 9000, kSecondUnit = 4000;

Matrix relu(const Matrix& S) {
  return S.cwiseMax(0.0);
}

/// One kind of samples, derived from those of a random unit.
struct Model {
  std::string name;
  std::function<void(const Unit& unit, double sigma, Random& random, Dataset& data)> change;
  std::vector<FitStatus> statuses;                ///< correct ones
  std::vector<Remedy> remedies = {Remedy::none};  ///< correct ones
};

void add_noise(double sigma, Random& random, Dataset& data) {
  data.Y += sigma * gaussian(data.Y.rows(), data.Y.cols(), random);
}

/// Permutes this share of the rows of Y at random.
void shuffle_rows(double share, Random& random, Dataset& data) {
  std::vector<Index> moved = random_order(data.Y.rows(), random);
  moved.resize(static_cast<std::size_t>(share * static_cast<double>(data.Y.rows())));
  std::vector<Index> sources = moved;
  random.shuffle(sources);
  const Matrix Y = data.Y;
  for (std::size_t k = 0; k < moved.size(); ++k) data.Y.row(moved[k]) = Y.row(sources[k]);
}

/// A model given by its noiseless outputs.
template <class Outputs>
auto outputs_by(Outputs outputs) {
  return [outputs](const Unit& unit, double sigma, Random& random, Dataset& data) {
    data.Y = outputs(data.X, unit, random);
    add_noise(sigma, random, data);
  };
}

std::vector<Model> models() {
  using enum FitStatus;
  const std::vector<FitStatus> fine = {solved}, doubted = {suspect};
  return {
      {"unit", [](const Unit&, double sigma, Random& random, Dataset& data) { add_noise(sigma, random, data); }, fine},
      {"linear",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) -> Matrix { return X * unit.B.transpose(); }), fine},
      {"pure noise",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) { return Matrix::Zero(X.rows(), unit.outputs()); }),
       {unrelated},
       {Remedy::match_rows}},
      {"shuffled rows",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         std::vector<Index> order = random_order(data.Y.rows(), random);
         data.Y = Matrix(data.Y(order, kAll));
         add_noise(sigma, random, data);
       },
       {unrelated},
       {Remedy::match_rows}},
      {"half of the rows shuffled",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         shuffle_rows(0.5, random, data);
         add_noise(sigma, random, data);
       },
       doubted,
       {Remedy::match_rows}},
      {"a quarter of the rows shuffled",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         shuffle_rows(0.25, random, data);
         add_noise(sigma, random, data);
       },
       doubted,
       {Remedy::match_rows}},
      {"10% shuffled, noiseless",
       [](const Unit&, double, Random& random, Dataset& data) { shuffle_rows(0.1, random, data); },
       {solved, suspect},
       {Remedy::match_rows, Remedy::remove_outliers, Remedy::none}},
      {"12% sentinels",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         add_noise(sigma, random, data);
         const std::vector<Index> order = random_order(data.Y.rows(), random);
         for (Index k = 0; k < data.Y.rows() * 12 / 100; ++k)
           data.Y(order[static_cast<std::size_t>(k)], random.below(data.Y.cols())) = -999;
       },
       {solved, suspect},
       {Remedy::none, Remedy::robust, Remedy::remove_outliers}},
      {"Cauchy noise",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         const Matrix upper = gaussian(data.Y.rows(), data.Y.cols(), random),
                      lower = gaussian(data.Y.rows(), data.Y.cols(), random);
         data.Y += sigma * upper.cwiseQuotient(lower);
       },
       {solved, suspect},
       {Remedy::none, Remedy::robust}},
      {"squares",
       outputs_by(
           [](const Matrix& X, const Unit& unit, Random&) -> Matrix { return X.cwiseAbs2() * unit.B.transpose(); }),
       doubted,
       {Remedy::regress}},
      {"cosines",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         return X.array().cos().matrix() * unit.B.transpose();
       }),
       doubted,
       {Remedy::regress, Remedy::bias_both}},
      {"signs",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         return Matrix(X * unit.A.transpose()).array().sign().matrix() * unit.B.transpose();
       }),
       doubted,
       {Remedy::regress}},
      {"tanh",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         return Matrix(X * unit.A.transpose()).array().tanh().matrix() * unit.B.transpose();
       }),
       doubted,
       {Remedy::regress}},
      {"inputs of mean 2",
       [](const Unit& unit, double sigma, Random& random, Dataset& data) {
         data.X.array() += 2;
         data.Y = predict(unit, data.X);
         add_noise(sigma, random, data);
       },
       {solved, suspect},
       {Remedy::none, Remedy::add_samples}},
      {"clipped outputs",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         add_noise(sigma, random, data);
         std::vector<double> values(data.Y.data(), data.Y.data() + data.Y.size());
         std::nth_element(values.begin(), values.begin() + std::ssize(values) * 9 / 10, values.end());
         data.Y = data.Y.cwiseMin(values[values.size() * 9 / 10]);
       },
       doubted,
       {Remedy::regress}},
      {"one input of -999",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         add_noise(sigma, random, data);
         data.X(random.below(data.X.rows()), random.below(data.X.cols())) = -999;
       },
       doubted,
       {Remedy::remove_outliers}},
      {"one outlier",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         add_noise(sigma, random, data);
         data.Y(random.below(data.Y.rows()), random.below(data.Y.cols())) = 1e6;
       },
       {solved, suspect},
       {Remedy::none, Remedy::robust, Remedy::remove_outliers}},
      {"1% outliers",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         add_noise(sigma, random, data);
         const double size = 30 * std::sqrt(data.Y.cwiseAbs2().mean());
         for (Index k = 0; k < data.Y.rows() / 100; ++k)
           data.Y.row(random.below(data.Y.rows())) += size * gaussian(1, data.Y.cols(), random);
       },
       {solved, suspect},
       {Remedy::none, Remedy::robust, Remedy::remove_outliers}},
      {"bias in layer 1",
       outputs_by([](const Matrix& X, const Unit& unit, Random& random) -> Matrix {
         const Matrix bias = gaussian(1, X.cols(), random);
         return (relu((X * unit.A.transpose()).rowwise() + bias.row(0)) + X) * unit.B.transpose();
       }),
       doubted,
       {Remedy::bias_layer1}},
      {"centered inputs",
       [](const Unit& unit, double sigma, Random& random, Dataset& data) {
         data.X.rowwise() += gaussian(1, data.X.cols(), random).row(0);
         data.Y = predict(unit, data.X);
         data.X.rowwise() -= data.X.colwise().mean().eval();
         add_noise(sigma, random, data);
       },
       doubted,
       {Remedy::bias_both}},
      {"noise growing with |x|",
       [](const Unit&, double sigma, Random& random, Dataset& data) {
         const Vector size = data.X.rowwise().norm() / std::sqrt(static_cast<double>(data.X.cols()));
         data.Y += sigma * size.asDiagonal() * gaussian(data.Y.rows(), data.Y.cols(), random);
       },
       fine},
      {"leaky activation",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         const Matrix S = X * unit.A.transpose();
         return (relu(S) + 0.2 * S.cwiseMin(0.0) + X) * unit.B.transpose();
       }),
       doubted,
       {Remedy::regress}},
      {"no skip",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         return relu(X * unit.A.transpose()) * unit.B.transpose();
       }),
       doubted,
       {Remedy::regress}},
      {"twice as wide",
       outputs_by([](const Matrix& X, const Unit& unit, Random& random) -> Matrix {
         const Index d = X.cols();
         const Matrix A = gaussian(2 * d, d, random), V = gaussian(unit.outputs(), 2 * d, random);
         return relu(X * A.transpose()) * V.transpose() + X * unit.B.transpose();
       }),
       doubted,
       {Remedy::regress}},
      {"two units deep",
       outputs_by([](const Matrix& X, const Unit& unit, Random& random) {
         const Unit second = draw_teacher({.inputs = X.cols(),
                                           .negative = 0.5,
                                           .seed = kSecondUnit + static_cast<std::uint64_t>(random.below(1000))});
         return predict(second, Matrix(predict(unit, X) / 10));
       }),
       doubted,
       {Remedy::regress}},
      {"quadratic",
       outputs_by([](const Matrix& X, const Unit& unit, Random&) -> Matrix {
         return predict(unit, X) + 0.3 * X.cwiseAbs2() * unit.B.transpose();
       }),
       doubted,
       {Remedy::regress}},
  };
}

template <class Value>
bool contains(const std::vector<Value>& values, Value value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

void study(const Model& model, Index d, Index n, double sigma, int networks) {
  int misfit = 0, correct = 0;
  double seconds = 0;
  std::map<FitStatus, int> statuses;
  std::map<Remedy, int> remedies;
  for (int k = 0; k < networks; ++k) {
    const auto seed = static_cast<std::uint64_t>(k);
    const Unit unit = draw_teacher({.inputs = d, .negative = k % 2 ? 0.5 : 0.0, .seed = seed + kFirstSeed});
    Dataset data = draw_samples(unit, {.samples = n, .seed = seed + kSampleSeed});
    Random random(seed, Stream::noise);
    model.change(unit, sigma, random, data);
    const Stopwatch watch;
    const Fit found = fit(data, {.seed = seed, .threads = 1});
    seconds += watch.seconds();
    misfit += found.uncertainty.lack_of_fit.misfit;
    ++statuses[found.status];
    if (found.remedy != Remedy::none) ++remedies[found.remedy];
    correct += contains(model.statuses, found.status) && contains(model.remedies, found.remedy);
  }
  const auto counts = [](const auto& map) {
    std::vector<std::string> parts;
    for (const auto& [key, count] : map) parts.push_back(fmt::format("{} {}", to_string(key), count));
    return fmt::format("{}", fmt::join(parts, ", "));
  };
  fmt::print("| {} | {} | {} | {} | {} | {} | {:.2f} |\n", model.name, networks, misfit, counts(statuses),
             counts(remedies), correct, seconds / networks);
  std::fflush(stdout);
}

}  // namespace
}  // namespace resunit::benchmarks

int main(int count, char** words) {
  using namespace resunit;
  const auto word = [&](int k, double fallback) { return count > k ? std::atof(words[k]) : fallback; };
  const auto d = static_cast<Index>(word(1, 8)), n = static_cast<Index>(word(2, 512));
  fmt::print(
      "| data | networks | lack of fit | statuses | remedies | correct | seconds per fit |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const auto& model : benchmarks::models())
    if (count <= 5 || model.name == words[5])
      benchmarks::study(model, d, n, word(3, 0.5), static_cast<int>(word(4, 20)));
}
