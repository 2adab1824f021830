// SPDX-License-Identifier: BSD-3-Clause
#include "deep/active_piece/single_kinks.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "linalg/indexing.hpp"
#include "model/random.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kShortest = 1e-6;            ///< residuals below this have no reliable direction
constexpr double kSameDirection = 1e-6;       ///< sine of the angle between parallel residuals
constexpr double kLinearResidual = 1e-8;      ///< largest deviation from a linear function of x
constexpr double kSpanOfKink = 1e-10;         ///< relative pivot below which samples do not span the inputs
constexpr double kSameKink = 1e-6;            ///< sine of the angle between the vectors w of equal neurons
constexpr std::uint64_t kProjectionSeed = 1;  ///< of the vector on which directions are sorted

/// Groups of at least `fewest` samples with parallel residuals. Parallel directions have equal products with any
/// vector, so that sorting by one product brings them together: O(n log n).
std::vector<std::vector<Index>> parallel_groups(const Eigen::MatrixXd& E, std::size_t fewest) {
  const Vector lengths = E.rowwise().norm();
  std::vector<Index> order;
  for (Index i = 0; i < lengths.size(); ++i)
    if (lengths(i) > kShortest) order.push_back(i);
  Random random(kProjectionSeed, Stream::deep_search);
  const Matrix projection = gaussian(1, E.cols(), random).normalized();
  const Vector product = (E * projection.transpose()).cwiseQuotient(lengths).cwiseAbs();
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return product(a) < product(b); });

  std::vector<std::vector<Index>> groups;
  std::vector<bool> used(static_cast<std::size_t>(E.rows()), false);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (used[static_cast<std::size_t>(order[k])]) continue;
    const Eigen::RowVectorXd leader = E.row(order[k]) / lengths(order[k]);
    std::vector<Index> group;
    for (std::size_t j = k; j < order.size() && product(order[j]) - product(order[k]) <= kSameDirection; ++j) {
      const Index i = order[j];
      const double along = E.row(i).dot(leader);
      if (!used[static_cast<std::size_t>(i)] && (E.row(i) - along * leader).norm() <= kSameDirection * lengths(i))
        group.push_back(i);
    }
    if (group.size() < fewest) continue;
    for (const Index i : group) used[static_cast<std::size_t>(i)] = true;
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return groups;
}

/// The neuron of a group, if its residuals have one sign and are linear in x.
std::optional<SingleKink> kink_of(const Eigen::MatrixXd& X, const Eigen::MatrixXd& E, const std::vector<Index>& group) {
  const Eigen::MatrixXd inputs = X(group, kAll), residuals = E(group, kAll);
  Index longest = 0;
  residuals.rowwise().norm().maxCoeff(&longest);
  Vector u = -residuals.row(longest).transpose().normalized();
  const Vector t = residuals * u;
  if ((t.array() > 0).any()) return std::nullopt;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(inputs);
  qr.setThreshold(kSpanOfKink);
  if (qr.rank() < X.cols()) return std::nullopt;
  const Vector w = qr.solve(t);
  if ((inputs * w - t).cwiseAbs().maxCoeff() > kLinearResidual) return std::nullopt;
  const double length = w.norm();
  return SingleKink{.u = length * u, .w = w / length};
}

}  // namespace

SingleKinkSearch::SingleKinkSearch(const ColumnSamples& samples, const Eigen::MatrixXd& M)
    : X_(samples.X), E_(samples.X * M.transpose() - samples.Y) {}

bool SingleKinkSearch::advance() {
  check_cancelled();
  const std::size_t before = kinks_.size();
  for (const std::vector<Index>& group : parallel_groups(E_, static_cast<std::size_t>(X_.cols()) + 2))
    if (std::optional<SingleKink> kink = kink_of(X_, E_, group); kink && !is_known(*kink))
      kinks_.push_back(std::move(*kink));
  for (std::size_t k = before; k < kinks_.size(); ++k)
    E_.noalias() -= (X_ * kinks_[k].w).cwiseMin(0.0) * kinks_[k].u.transpose();
  return kinks_.size() > before;
}

bool SingleKinkSearch::is_known(const SingleKink& kink) const {
  return std::any_of(kinks_.begin(), kinks_.end(), [&](const SingleKink& known) {
    return (known.w - known.w.dot(kink.w) * kink.w).norm() <= kSameKink;
  });
}

}  // namespace resunit
