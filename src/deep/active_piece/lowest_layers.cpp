// SPDX-License-Identifier: BSD-3-Clause
#include "deep/active_piece/lowest_layers.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "deep/active_piece/linear_piece.hpp"
#include "deep/active_piece/single_kinks.hpp"
#include "linalg/median.hpp"
#include "linalg/norms.hpp"

namespace resunit {
namespace {

constexpr Index kRoundsPerInput = 3;        ///< largest number of rounds of subtraction
constexpr double kCompatible = 1e-6;        ///< relative violation of (D-active) up to which two neurons are compatible
constexpr double kRemainderRank = 1e-7;     ///< second singular value of the remainder of M, relative to the first
constexpr double kParallelResidual = 1e-6;  ///< sine between the remaining residuals and the missing neuron's
constexpr double kSameScale = 1e-6;         ///< relative difference between scales from different samples
constexpr Index kFewestScales = 3;          ///< samples that agree on the scale of the missing neuron
constexpr double kPieceResidual = 1e-6;     ///< |M - B (I + W_0)| relative to |M|

/// A neuron of layer 0 with its coordinate.
struct PlacedKink {
  std::size_t kink;
  Index row;
  double length;  ///< kappa
};

class LayerDecoding {
 public:
  LayerDecoding(const ColumnSamples& samples, const Eigen::MatrixXd& M, const std::vector<SingleKink>& kinks)
      : samples_(samples), M_(M), kinks_(kinks), d_(M.cols()), G_(d_, count()), A_(count(), count()) {
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(M);
    for (Index k = 0; k < count(); ++k) G_.col(k) = qr.solve(kink(k).u);
    for (Index k = 0; k < count(); ++k) A_.row(k) = kink(k).w.transpose() * G_;
  }

  std::optional<Matrix> run() const {
    const std::vector<PlacedKink> placed = place(largest_compatible_set());
    Matrix W = Matrix::Zero(d_, d_);
    Eigen::MatrixXd remainder = M_;  // M - sum_k B e_j (e_j + W_0j)
    std::vector<bool> found(static_cast<std::size_t>(d_), false);
    for (const PlacedKink& p : placed) {
      W.row(p.row) = p.length * kinks_[p.kink].w.transpose();
      found[static_cast<std::size_t>(p.row)] = true;
      Eigen::RowVectorXd v = W.row(p.row);
      v(p.row) += 1;
      remainder -= kinks_[p.kink].u / p.length * v;
    }
    const auto missing = std::find(found.begin(), found.end(), false);
    if (std::count(found.begin(), found.end(), false) == 1 &&
        !fill_missing_row(missing - found.begin(), placed, remainder, W))
      return std::nullopt;
    if (std::count(found.begin(), found.end(), false) > 1) return std::nullopt;
    if (missing == found.end() && remainder.norm() > kPieceResidual * M_.norm()) return std::nullopt;
    return W;
  }

 private:
  Index count() const { return static_cast<Index>(kinks_.size()); }
  const SingleKink& kink(Index k) const { return kinks_[static_cast<std::size_t>(k)]; }

  /// kappa of neuron k if its coordinate is j; not positive if it cannot be.
  double length(Index k, Index j) const {
    const double divisor = 1 - A_(k, k);
    return std::abs(divisor) > kSmallestDivisor ? G_(j, k) / divisor : 0;
  }

  /// True if neurons k, with coordinate j, and l can both be in layer 0.
  bool compatible(Index k, Index j, Index l) const {
    if (k == l) return true;
    const double a = G_(j, l), b = length(k, j) * A_(k, l);
    return std::abs(a + b) <= kCompatible * (std::abs(a) + std::abs(b));
  }

  std::vector<Index> compatible_set(Index k, Index j) const {
    std::vector<Index> set;
    for (Index l = 0; l < count(); ++l)
      if (compatible(k, j, l)) set.push_back(l);
    return set;
  }

  std::vector<Index> largest_compatible_set() const {
    std::vector<Index> best;
    for (Index k = 0; k < count(); ++k)
      for (Index j = 0; j < d_; ++j) {
        if (!(length(k, j) > 0)) continue;
        std::vector<Index> set = compatible_set(k, j);
        if (set.size() > best.size()) best = std::move(set);
      }
    return best;
  }

  /// The neurons of the set that are compatible with all others at exactly one free coordinate.
  std::vector<PlacedKink> place(const std::vector<Index>& set) const {
    std::vector<PlacedKink> placed;
    std::vector<bool> taken(static_cast<std::size_t>(d_), false);
    for (const Index k : set)
      for (Index j = 0; j < d_; ++j) {
        const auto fits = [&](Index l) { return compatible(k, j, l); };
        if (taken[static_cast<std::size_t>(j)] || !(length(k, j) > 0) || !std::all_of(set.begin(), set.end(), fits))
          continue;
        taken[static_cast<std::size_t>(j)] = true;
        placed.push_back({.kink = static_cast<std::size_t>(k), .row = j, .length = length(k, j)});
        break;
      }
    return placed;
  }

  /// The remainder is B e_j (e_j + W_0j) = b v' up to a scale s,  B e_j = s b, e_j + W_0j = v / s. Where this neuron alone
  /// is inactive, E = b (v x - s x_j).
  bool fill_missing_row(Index j, const std::vector<PlacedKink>& placed, const Eigen::MatrixXd& remainder,
                        Matrix& W) const {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(remainder, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Vector& values = svd.singularValues();
    if (d_ > 1 && values(1) > kRemainderRank * values(0)) return false;
    const Vector b = svd.matrixU().col(0), v = values(0) * svd.matrixV().col(0);
    Eigen::MatrixXd E = samples_.X * M_.transpose() - samples_.Y;
    for (const PlacedKink& p : placed)
      E.noalias() -= (samples_.X * kinks_[p.kink].w).cwiseMin(0.0) * kinks_[p.kink].u.transpose();
    std::vector<double> scales;
    for (Index i = 0; i < E.rows(); ++i) {
      const double along = E.row(i).dot(b), length = E.row(i).norm();
      if (length > kParallelResidual && (E.row(i).transpose() - along * b).norm() <= kParallelResidual * length &&
          std::abs(samples_.X(i, j)) > kParallelResidual)
        scales.push_back((samples_.X.row(i).dot(v) - along) / samples_.X(i, j));
    }
    if (scales.empty()) return false;
    const double scale = median(Eigen::Map<const Vector>(scales.data(), static_cast<Index>(scales.size())));
    const auto agrees = [&](double s) { return std::abs(s - scale) <= kSameScale * std::abs(scale); };
    if (scale == 0 || std::count_if(scales.begin(), scales.end(), agrees) < kFewestScales) return false;
    W.row(j) = v.transpose() / scale;
    W(j, j) -= 1;
    return true;
  }

  const ColumnSamples& samples_;
  const Eigen::MatrixXd& M_;
  const std::vector<SingleKink>& kinks_;
  Index d_;
  Eigen::MatrixXd G_;  ///< g_k in column k
  Eigen::MatrixXd A_;  ///< w_k g_l
};

std::optional<Matrix> find_lowest_layer(const ColumnSamples& samples) {
  const std::optional<Eigen::MatrixXd> M = find_linear_piece(samples);
  if (!M) return std::nullopt;
  SingleKinkSearch search(samples, *M);
  for (Index round = 0; round < kRoundsPerInput * samples.X.cols() && search.advance(); ++round) {
    if (static_cast<Index>(search.kinks().size()) + 1 < samples.X.cols()) continue;
    if (std::optional<Matrix> W = LayerDecoding(samples, *M, search.kinks()).run()) return W;
  }
  return std::nullopt;
}

}  // namespace

ColumnSamples on_unit_sphere(const ColumnSamples& samples) {
  ColumnSamples scaled = samples;
  const Vector lengths = samples.X.rowwise().norm().cwiseMax(kSmallestDivisor);
  scaled.X.array().colwise() /= lengths.array();
  scaled.Y.array().colwise() /= lengths.array();
  scaled.Y /= rms_of(scaled.Y);
  return scaled;
}

HiddenWeights find_lowest_layers(const ColumnSamples& samples, Index most) {
  HiddenWeights layers;
  ColumnSamples above = on_unit_sphere(samples);
  while (static_cast<Index>(layers.size()) < most) {
    const std::optional<Matrix> W = find_lowest_layer(above);
    if (!W) break;
    layers.push_back(*W);
    above.X += (above.X * W->transpose()).cwiseMax(0.0);
    above = on_unit_sphere(above);
  }
  return layers;
}

}  // namespace resunit
