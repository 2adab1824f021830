// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/tiled_cholesky.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "parallel/parallel_for.hpp"

namespace resunit {
namespace {

constexpr Index kTile = 256;
/// Matrices up to this size are factored by one call on the calling thread: starting threads costs more than it gains.
constexpr Index kSmall = 768;

}  // namespace

bool factor_cholesky(Eigen::MatrixXd& A, int threads) {
  const Index p = A.rows();
  if (p <= kSmall) {
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factored(A);
    return factored.info() == Eigen::Success;
  }
  const Index tiles = (p + kTile - 1) / kTile;
  const auto first = [](Index t) { return t * kTile; };
  const auto size = [p](Index t) { return std::min(kTile, p - t * kTile); };
  for (Index k = 0; k < tiles; ++k) {
    auto diagonal = A.block(first(k), first(k), size(k), size(k));
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factored(diagonal);
    if (factored.info() != Eigen::Success) return false;
    parallel_for(tiles - k - 1, threads, [&](Index offset) {
      const Index i = k + 1 + offset;
      auto panel = A.block(first(i), first(k), size(i), size(k));
      diagonal.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(panel);
    });
    parallel_for(tiles - k - 1, threads, [&](Index offset) {
      const Index j = k + 1 + offset;  // column of tiles: the first ones are the tallest
      const auto column = A.block(first(j), first(k), size(j), size(k));
      A.block(first(j), first(j), size(j), size(j)).selfadjointView<Eigen::Lower>().rankUpdate(column, -1.0);
      const Index below = first(j) + size(j);
      A.block(below, first(j), p - below, size(j)).noalias() -=
          A.block(below, first(k), p - below, size(k)) * column.transpose();
    });
  }
  return true;
}

void solve_cholesky(const Eigen::MatrixXd& L, Vector& b) {
  L.triangularView<Eigen::Lower>().solveInPlace(b);
  L.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

}  // namespace resunit
