// SPDX-License-Identifier: BSD-3-Clause
#include "model/directions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <unordered_set>

#include "linalg/norms.hpp"

namespace resunit {
namespace {

constexpr double kDirectionSteps = 1e10;  ///< steps per unit length in which entries of x / |x| are distinguished

/// x / |x| to ten digits, as a key.
std::string direction_key(const Eigen::Ref<const Eigen::RowVectorXd>& x) {
  const double length = length_of(x);
  std::vector<std::int64_t> digits(x.size());
  for (Index k = 0; k < x.size(); ++k) digits[k] = std::llround(x(k) / length * kDirectionSteps);
  return {reinterpret_cast<const char*>(digits.data()), digits.size() * sizeof(std::int64_t)};
}

}  // namespace

std::vector<Index> distinct_directions(const MatrixView& X, Index most) {
  const Eigen::RowVectorXd inverse = column_rms(X).cwiseInverse();  // columns of very different scales count equally
  std::unordered_set<std::string> seen;
  std::vector<Index> kept;
  for (Index i = 0; i < X.rows() && std::ssize(kept) < most; ++i) {
    const Eigen::RowVectorXd x = X.row(i).cwiseProduct(inverse);
    if (!x.isZero(0) && seen.insert(direction_key(x)).second) kept.push_back(i);
  }
  return kept;
}

std::vector<Index> informative_samples(const MatrixView& X, Index most) {
  if (X.cols() > 1) return distinct_directions(X, most);
  std::vector<Index> all(static_cast<std::size_t>(std::min(X.rows(), most)));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

}  // namespace resunit
