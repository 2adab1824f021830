#include "model/directions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <unordered_set>

#include "linalg/length.hpp"

namespace resunit {
namespace {

/// x / |x| to ten digits, as a key.
std::string direction_key(const Eigen::Ref<const Eigen::RowVectorXd>& x) {
  const double length = length_of(x);
  std::vector<std::int64_t> digits(x.size());
  for (Index k = 0; k < x.size(); ++k) digits[k] = std::llround(x(k) / length * 1e10);
  return {reinterpret_cast<const char*>(digits.data()), digits.size() * sizeof(std::int64_t)};
}

}  // namespace

Vector column_rms(const MatrixView& X) {
  constexpr double kLeast = 1e-300;
  Vector scale(X.cols());
  for (Index k = 0; k < X.cols(); ++k) {
    const double rms = length_of(X.col(k)) / std::sqrt(static_cast<double>(X.rows()));
    scale(k) = rms > 0 ? std::max(rms, kLeast) : 1.0;
  }
  return scale;
}

std::vector<Index> distinct_directions(const MatrixView& X, Index most) {
  const Eigen::RowVectorXd inverse = column_rms(X).cwiseInverse();  // else large columns hide the others
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
