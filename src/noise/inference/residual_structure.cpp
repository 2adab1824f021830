// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/residual_structure.hpp"

#include <algorithm>
#include <boost/math/distributions/gamma.hpp>
#include <vector>

#include "linalg/basis.hpp"
#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"
#include "linalg/project_out.hpp"
#include "model/random_subset.hpp"
#include "noise/inference/dependence.hpp"
#include "noise/inference/lack_of_fit.hpp"

namespace resunit {
namespace {

constexpr double kStructureRank = 1e-9;  ///< singular values below this, relative to the largest, count as zero
constexpr Index kSamplesPerFeature = 4;  ///< fewest samples per feature
constexpr Index kMostFeatures = 200;     ///< of products; beyond it only those of one input
constexpr Index kMostSamples = 4096;     ///< a random subset of this size suffices to detect structure that matters
constexpr int kSignFlips = 100;          ///< the mean and the deviation of V_s are then accurate to 10% of the latter

/// x_j |x_j|, and x_j x_k for j <= k, or for j = k alone if these are too many.
Matrix curved_features(const MatrixView& X) {
  const Index n = X.rows(), d = X.cols(), all = d + d * (d + 1) / 2;
  const bool products = all <= std::min(kMostFeatures, n / kSamplesPerFeature);
  Matrix F(n, products ? all : 2 * d);
  F.leftCols(d) = X.cwiseProduct(X.cwiseAbs());
  Index next = d;
  for (Index j = 0; j < d; ++j)
    for (Index k = j; k < (products ? d : j + 1); ++k) F.col(next++) = X.col(j).cwiseProduct(X.col(k));
  return F;
}

/// The p-value of |Q'E|^2 under random signs of the rows of E, whose columns are orthonormal.
double sign_flip_p_value(const Matrix& Q, const Matrix& E, Random& random) {
  const Index n = E.rows();
  Vector flipped(kSignFlips), signs(n);
  for (double& value : flipped) {
    for (double& sign : signs) sign = random.below(2) == 0 ? -1 : 1;
    value = (Q.transpose() * (signs.asDiagonal() * E)).squaredNorm();
  }
  const double mean = flipped.mean(), variance = (flipped.array() - mean).square().sum() / (kSignFlips - 1);
  if (!(variance > 0)) return 1;
  const boost::math::gamma_distribution<double> distribution(mean * mean / variance, variance / mean);
  return boost::math::cdf(boost::math::complement(distribution, (Q.transpose() * E).squaredNorm()));
}

}  // namespace

double residual_p_value(const MatrixView& all_X, const MatrixView& hidden, const Matrix& all_E, double used,
                        Random random) {
  const std::vector<Index> rows = random_subset(all_X.rows(), kMostSamples, random);
  const Matrix X = all_X(rows, kAll), E = all_E(rows, kAll);
  if (2 * X.cols() * kSamplesPerFeature > X.rows() || E.isZero(0)) return 1;
  const Matrix F = project_out(orthonormal_basis(Matrix(hidden(rows, kAll)), kStructureRank).Z, curved_features(X));
  const double p_value = independence_p_value(F, E, used).value_or(1);
  if (p_value >= kSignificance) return p_value;
  return std::max(p_value, sign_flip_p_value(orthonormal_basis(F, kStructureRank).Z,
                                             orthonormal_basis(E, kStructureRank).Z, random));
}

}  // namespace resunit
