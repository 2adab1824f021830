// SPDX-License-Identifier: BSD-3-Clause
#include "exact/spans.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <vector>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"
#include "linalg/project_out.hpp"
#include "model/random_subset.hpp"

namespace resunit {
namespace {

constexpr Index kTieCheckSamples = 256;  ///< largest number of samples that are checked for repeated values
constexpr double kDistinctShare = 0.9;   ///< fraction of distinct values below which a column has ties

/// True if a column that is not constant repeats values.
bool has_few_values(const Eigen::Ref<const Vector>& column) {
  const Index checked = std::min(column.size(), kTieCheckSamples);
  std::vector<double> values(column.begin(), column.begin() + checked);
  std::sort(values.begin(), values.end());
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return distinct > 1 && static_cast<double>(distinct) < kDistinctShare * static_cast<double>(checked);
}

Spans subset_of(const Spans& all, const std::vector<Index>& rows, Matrix& subset_to_working_set) {
  Spans subset;
  subset.X = all.X(rows, kAll);
  const Basis Z = orthonormal_basis(Matrix(all.Z(rows, kAll)), kOutputRank);
  const Basis W = orthonormal_basis(Matrix(all.W(rows, kAll)), kInputRank);
  subset.Z = Z.Z;
  subset.W = W.Z;
  subset.PX = project_out(subset.Z, subset.X);
  subset_to_working_set = W.from_basis.transpose();
  return subset;
}

}  // namespace

ExactProblem make_problem(Dataset samples, Index searched, std::uint64_t seed) {
  ExactProblem problem{.samples = std::move(samples)};
  const Matrix& X = problem.samples.X;
  problem.scale = column_rms(X);
  problem.working_set.X = X * problem.scale.cwiseInverse().asDiagonal();
  problem.inputs = orthonormal_basis(problem.working_set.X, kInputRank);
  problem.outputs = orthonormal_basis(problem.samples.Y, kOutputRank);
  if (problem.rank_outputs() < problem.inputs_count()) return problem;
  problem.working_set.W = problem.inputs.Z;
  problem.working_set.Z = problem.outputs.Z;
  problem.working_set.PX = project_out(problem.working_set.Z, problem.working_set.X);
  for (Index k = 0; k < X.cols(); ++k) problem.has_ties |= has_few_values(X.col(k));

  if (searched >= X.rows()) {
    problem.search_subset = problem.working_set;
    problem.subset_to_working_set = Matrix::Identity(problem.rank_inputs(), problem.rank_inputs());
    return problem;
  }
  const std::vector<Index> rows = random_subset(X.rows(), searched, Random(seed, Stream::exact_samples));
  problem.search_subset = subset_of(problem.working_set, rows, problem.subset_to_working_set);
  return problem;
}

}  // namespace resunit
