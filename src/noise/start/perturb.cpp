// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/perturb.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "noise/descent/kaufman.hpp"
#include "parallel/parallel_for.hpp"

namespace resunit {
namespace {

constexpr double kStandardErrors = 3;  ///< size of a perturbation in each direction

/// n Hess = L L' at A; not successful if some direction is not identifiable.
Eigen::LLT<Eigen::MatrixXd> information(const UnitSamples& samples, const Matrix& A) {
  Projection at;
  project(Family::unit, samples, A, at);
  ProjectedGram gram;
  gram.compute(Family::unit, samples, A, at);
  Eigen::MatrixXd hessian;
  weight_blocks(gram.K(), at.hinge_weights().transpose() * at.hinge_weights(), 1, hessian);
  return Eigen::LLT<Eigen::MatrixXd>(hessian);
}

}  // namespace

VplmResult perturb(const UnitSamples& samples, VplmResult fit, int count, const VplmOptions& descent, Random& random,
                   int threads) {
  const auto cholesky = information(samples, fit.A);
  if (cholesky.info() != Eigen::Success) return fit;
  const double noise = std::sqrt(2 * fit.loss / static_cast<double>(samples.outputs()));
  std::vector<VplmResult> ends(count);
  for (VplmResult& end : ends) {
    Matrix z = gaussian(fit.A.size(), 1, random);
    cholesky.matrixU().solveInPlace(z);
    end.A = fit.A + kStandardErrors * noise * z.reshaped<Eigen::RowMajor>(fit.A.rows(), fit.A.cols());
  }
  parallel_for(count, threads, [&](Index k) { ends[k] = vplm(samples, std::move(ends[k].A), descent); });
  for (VplmResult& end : ends)
    if (end.loss < fit.loss) fit = std::move(end);
  return fit;
}

}  // namespace resunit
