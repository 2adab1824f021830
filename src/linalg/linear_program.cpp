// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/linear_program.hpp"

#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>
#include <vector>

namespace resunit {

LinearProgramSolution minimize_linear(const Vector& cost, const Matrix& F, const Vector& t,
                                      const LinearProgramOptions& options) {
  const int n = static_cast<int>(F.rows()), m = static_cast<int>(F.cols());
  std::vector<int> columns(F.size());
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = static_cast<int>(k) % m;
  std::vector<CoinBigIndex> starts(n + 1);
  for (int i = 0; i <= n; ++i) starts[i] = i * m;
  const CoinPackedMatrix packed(false, m, n, static_cast<CoinBigIndex>(F.size()), F.data(), columns.data(),
                                starts.data(), nullptr);
  const Vector low = Vector::Constant(m, -COIN_DBL_MAX), high = Vector::Constant(m, COIN_DBL_MAX);
  const Vector right = Vector::Constant(n, COIN_DBL_MAX);

  ClpSimplex clp;
  clp.setLogLevel(0);
  clp.setPrimalTolerance(options.tolerance);
  clp.setDualTolerance(options.tolerance);
  clp.loadProblem(packed, low.data(), high.data(), cost.data(), t.data(), right.data());
  if (options.primal)
    clp.primal();
  else
    clp.dual();  // many more rows than columns, and the start x = 0 is dual feasible or nearly so

  using Status = LinearProgramSolution::Status;
  if (clp.isProvenPrimalInfeasible()) return {.status = Status::infeasible};
  if (clp.isProvenDualInfeasible()) return {.status = Status::unbounded};
  if (!clp.isProvenOptimal()) return {.status = Status::failed};
  return {.status = Status::optimal,
          .x = Eigen::Map<const Vector>(clp.primalColumnSolution(), m),
          .objective = clp.objectiveValue()};
}

}  // namespace resunit
