// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/sign_search.hpp"

#include <algorithm>
#include <utility>

#include "linalg/spectra.hpp"
#include "parallel/parallel_for.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kEigenRidge = 1e-12;  ///< on the diagonal of I - M_Q'M_Q, relative to 1

/// M = frame'(s o W), updated when the signs s change.
class SignedProduct {
 public:
  /// Starts with s = 1: the frame begins with the columns of W, and its other columns are orthogonal to them.
  SignedProduct(const Matrix& frame, const Matrix& W)
      : frame_(frame), W_(W), positive_(W.rows(), 1), M_(Eigen::MatrixXd::Identity(frame.cols(), W.cols())) {}

  /// Sets the signs to those of image = W b; false if none changed.
  bool update(const Vector& image) {
    changed_.clear();
    for (Index i = 0; i < image.size(); ++i)
      if (const char sign = image(i) >= 0; sign != positive_[i]) {
        positive_[i] = sign;
        changed_.push_back(i);
      }
    const auto count = static_cast<Index>(changed_.size());
    rows_.resize(count, frame_.cols());
    steps_.resize(count, W_.cols());
    for (Index c = 0; c < count; ++c) {
      const Index i = changed_[c];
      rows_.row(c) = frame_.row(i);
      steps_.row(c) = (positive_[i] ? 2.0 : -2.0) * W_.row(i);
    }
    if (count > 0) M_.noalias() += rows_.transpose() * steps_;
    return count > 0;
  }

  const Eigen::MatrixXd& M() const { return M_; }

 private:
  const Matrix& frame_;
  const Matrix& W_;
  std::vector<char> positive_;
  std::vector<Index> changed_;
  Matrix rows_, steps_;
  Eigen::MatrixXd M_;
};

}  // namespace

SignSearch::SignSearch(const Matrix& W, const Matrix& Q, const Matrix& G)
    : W_(W), known_(Q.cols()), frame_(W.rows(), Q.cols() + G.cols()) {
  frame_ << Q, G;
}

LineOptimum SignSearch::run(Vector b, int max_steps) const {
  const Index d = W_.cols();
  SignedProduct product(frame_, W_);
  Vector image(W_.rows());
  Eigen::MatrixXd seen(d, d), left(d, d);
  LineOptimum best{.b = std::move(b)};
  for (int step = 0; step < max_steps; ++step) {
    check_cancelled();
    image.noalias() = W_ * best.b;
    if (!product.update(image) && step > 0) break;
    const auto known = product.M().topRows(known_);
    const auto rest = product.M().bottomRows(product.M().rows() - known_);
    seen.noalias() = rest.transpose() * rest;
    left.noalias() = -known.transpose() * known;
    left.diagonal().array() += 1 + kEigenRidge;
    const EigenPair top = top_eigenvector(seen, left);
    if (top.vector.size() == 0) break;
    best = {.b = top.vector, .miss = 1 - top.value};
  }
  return best;
}

std::vector<LineOptimum> SignSearch::run_all(const Matrix& starts, int max_steps, int threads) const {
  std::vector<LineOptimum> optima(starts.rows());
  parallel_for(starts.rows(), threads, [&](Index k) { optima[k] = run(starts.row(k), max_steps); });
  return optima;
}

}  // namespace resunit
