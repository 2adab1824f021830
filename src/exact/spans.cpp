#include "exact/spans.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <numeric>
#include <vector>

#include "exact/tolerances.hpp"
#include "model/directions.hpp"
#include "model/random.hpp"

namespace resunit {
namespace {

bool takes_few_values(const Eigen::Ref<const Vector>& column) {
  const Index looked_at = std::min<Index>(column.size(), 256);
  std::vector<double> values(column.begin(), column.begin() + looked_at);
  std::sort(values.begin(), values.end());
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return distinct > 1 && 10 * distinct < 9 * looked_at;
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
