#include "exact/spans.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <unordered_set>
#include <vector>

#include "exact/tolerances.hpp"
#include "linalg/length.hpp"
#include "model/random.hpp"

namespace resunit {
namespace {

// Singular values below these shares of the largest are zero: noiseless outputs of a unit whose B has condition 1e10
// pass.

/// The root mean square of each column, 1 for one of zeros; for one of subnormal numbers the least that has an inverse.
Vector column_rms(const MatrixView& X) {
  constexpr double kLeast = 1e-300;
  Vector scale(X.cols());
  for (Index k = 0; k < X.cols(); ++k) {
    const double rms = length_of(X.col(k)) / std::sqrt(static_cast<double>(X.rows()));
    scale(k) = rms > 0 ? std::max(rms, kLeast) : 1.0;
  }
  return scale;
}

bool takes_few_values(const Eigen::Ref<const Vector>& column) {
  const Index looked_at = std::min<Index>(column.size(), 256);
  std::vector<double> values(column.begin(), column.begin() + looked_at);
  std::sort(values.begin(), values.end());
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return distinct > 1 && 10 * distinct < 9 * looked_at;
}

/// x / |x| to ten digits, as a key.
std::string direction_key(const Eigen::Ref<const Eigen::RowVectorXd>& x) {
  const double length = length_of(x);
  std::vector<std::int64_t> digits(x.size());
  for (Index k = 0; k < x.size(); ++k) digits[k] = std::llround(x(k) / length * 1e10);
  return {reinterpret_cast<const char*>(digits.data()), digits.size() * sizeof(std::int64_t)};
}

Spans part_of(const Spans& all, const std::vector<Index>& rows, Matrix& some_to_all) {
  Spans some;
  some.X = all.X(rows, Eigen::all);
  const Basis Z = orthonormal_basis(all.Z(rows, Eigen::all), kOutputRank);
  const Basis W = orthonormal_basis(all.W(rows, Eigen::all), kInputRank);
  some.Z = Z.Z;
  some.W = W.Z;
  some.PX = outside(some.Z, some.X);
  some_to_all = W.back.transpose();
  return some;
}

}  // namespace

Matrix outside(const Matrix& Z, const Matrix& M) {
  Matrix rest = M - Z * (Z.transpose() * M);
  rest -= Z * (Z.transpose() * rest);
  return rest;
}

Dataset distinct_directions(const Samples& samples) {
  const Matrix X = samples.X * column_rms(samples.X).cwiseInverse().asDiagonal();  // else large columns hide the others
  std::unordered_set<std::string> seen;
  std::vector<Index> kept;
  for (Index i = 0; i < samples.count(); ++i)
    if (!X.row(i).isZero(0) && seen.insert(direction_key(X.row(i))).second) kept.push_back(i);
  return {.X = samples.X(kept, Eigen::all), .Y = samples.Y(kept, Eigen::all)};
}

Problem make_problem(Dataset samples, Index searched, std::uint64_t seed) {
  Problem problem{.samples = std::move(samples)};
  const Matrix& X = problem.samples.X;
  problem.scale = column_rms(X);
  problem.all.X = X * problem.scale.cwiseInverse().asDiagonal();
  problem.inputs = orthonormal_basis(problem.all.X, kInputRank);
  problem.outputs = orthonormal_basis(problem.samples.Y, kOutputRank);
  if (problem.rank_outputs() < problem.inputs_count()) return problem;
  problem.all.W = problem.inputs.Z;
  problem.all.Z = problem.outputs.Z;
  problem.all.PX = outside(problem.all.Z, problem.all.X);
  for (Index k = 0; k < X.cols(); ++k) problem.has_ties |= takes_few_values(X.col(k));

  if (searched >= X.rows()) {
    problem.some = problem.all;
    problem.some_to_all = Matrix::Identity(problem.rank_inputs(), problem.rank_inputs());
    return problem;
  }
  std::vector<Index> rows(X.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  Random(seed, Stream::exact_samples).shuffle(rows);
  rows.resize(searched);
  std::sort(rows.begin(), rows.end());
  problem.some = part_of(problem.all, rows, problem.some_to_all);
  return problem;
}

}  // namespace resunit
