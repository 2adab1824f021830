// SPDX-License-Identifier: BSD-3-Clause
#include "deep/active_piece/linear_piece.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <numeric>
#include <vector>

#include "linalg/indexing.hpp"

namespace resunit {
namespace {

constexpr Index kFewestOnPiece = 3;               ///< samples on the piece, per input
constexpr Index kEnoughOnPiece = 6;               ///< the same, from which no other window is tried
constexpr Index kWindows = 6;                     ///< windows of samples tried for each length
constexpr Index kWindowLengths[] = {2, 3, 4, 6};  ///< per input
constexpr double kPieceRank = 1e-10;              ///< relative pivot below which samples do not span the inputs

/// Samples whose sum of inputs decreases.
std::vector<Index> by_sum(const Eigen::MatrixXd& X, double sign) {
  const Vector sums = sign * X.rowwise().sum();
  std::vector<Index> order(static_cast<std::size_t>(X.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sums(a) > sums(b); });
  return order;
}

std::vector<Index> rows_on_piece(const ColumnSamples& samples, const Eigen::MatrixXd& Mt) {
  const Vector residual = (samples.Y - samples.X * Mt).rowwise().norm();
  std::vector<Index> rows;
  for (Index i = 0; i < residual.size(); ++i)
    if (residual(i) <= kZeroResidual) rows.push_back(i);
  return rows;
}

/// The transpose of the linear map on the given samples; empty if they do not span the inputs.
Eigen::MatrixXd linear_map(const ColumnSamples& samples, const std::vector<Index>& rows) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(samples.X(rows, kAll));
  qr.setThreshold(kPieceRank);
  if (qr.rank() < samples.X.cols()) return {};
  return qr.solve(Eigen::MatrixXd(samples.Y(rows, kAll)));
}

}  // namespace

std::optional<Eigen::MatrixXd> find_linear_piece(const ColumnSamples& samples) {
  const Index d = samples.X.cols(), n = samples.count();
  std::vector<Index> best;
  for (const double sign : {1.0, -1.0}) {
    const std::vector<Index> order = by_sum(samples.X, sign);
    for (const Index length : kWindowLengths)
      for (Index start = 0; start < kWindows * d && start + length * d <= n; start += d) {
        if (static_cast<Index>(best.size()) >= kEnoughOnPiece * d) break;
        const auto first = order.begin() + start;
        const Eigen::MatrixXd Mt = linear_map(samples, {first, first + length * d});
        if (Mt.size() == 0) continue;
        std::vector<Index> rows = rows_on_piece(samples, Mt);
        if (rows.size() > best.size()) best = std::move(rows);
      }
  }
  if (static_cast<Index>(best.size()) < kFewestOnPiece * d) return std::nullopt;
  const Eigen::MatrixXd Mt = linear_map(samples, best);
  if (Mt.size() == 0) return std::nullopt;
  return Mt.transpose();
}

}  // namespace resunit
