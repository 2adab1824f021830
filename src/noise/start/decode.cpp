// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/decode.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linalg/assignment.hpp"
#include "linalg/median.hpp"
#include "linalg/norms.hpp"
#include "model/random_subset.hpp"
#include "noise/start/line_costs.hpp"

namespace resunit {
namespace {

constexpr int kScaleSteps = 15, kShortScaleSteps = 6, kPredictionScaleSteps = 8;
constexpr int kRounds = 40;           ///< of flips and swaps
constexpr std::size_t kProbes = 5;    ///< best candidates of a round whose scales are fitted
constexpr double kWorthwhile = 1e-3;  ///< smallest decrease of a round, relative to the loss
constexpr double kBetter = 1e-4;      ///< smallest decrease of a new best assignment, relative to the loss
constexpr Index kAllSwaps = 20;       ///< largest number of inputs for which every pair is tried
constexpr Index kFewestNearest = 6, kNearestTotal = 200;  ///< nearest lines per row: at least 6, and 200 / d
constexpr int kWeakDirections = 3;
constexpr int kPredictions = 6;  ///< of q along the weak directions, alternating with assignments
constexpr int kExchanges = 3;    ///< random cyclic exchanges

// tau, the norm of a row of A relative to that of its line.
constexpr double kLongest = 10;        ///< largest tau, relative to the median over lines of their largest tau
constexpr double kSmallestCap = 1e-3;  ///< lower bound of that largest tau
constexpr double kSmallestTau = 1e-3, kLargestTau = 1e3;  ///< of assignments from rows

Matrix both_signs(const Matrix& U) {
  Matrix directions(2 * U.rows(), U.cols());
  directions << -U, U;
  return directions;
}

class Decoder {
 public:
  Decoder(const UnitSamples& samples, const Relaxed& model, double target, Random& random)
      : U_(model.U),
        d_(U_.rows()),
        target_(target),
        random_(random),
        pool_(samples, both_signs(U_)),
        covariance_(pool_.input_covariance()),
        lines_(U_.leftCols(covariance_.cols())),
        svd_(Eigen::MatrixXd(model.V), Eigen::ComputeThinU | Eigen::ComputeThinV) {
    inverse_ = svd_.matrixV() * svd_.singularValues().cwiseMax(kSmallestDivisor).cwiseInverse().asDiagonal() *
               svd_.matrixU().transpose();
    q_ = inverse_ * model.W.leftCols(lines_.cols());
    weight_ = inverse_.rowwise().squaredNorm().cwiseMax(kSmallestDivisor).cwiseInverse();
    costs_ = compute_line_costs(lines_, q_, weight_, covariance_);
    const Vector longest = costs_.scale.topRows(d_).cwiseMax(costs_.scale.bottomRows(d_)).rowwise().maxCoeff();
    cap_ = std::max(kLongest * median(longest), kSmallestCap);
    costs_.scale = costs_.scale.cwiseMin(cap_);
  }

  Decoded run(const std::function<const Matrix&()>& rows) {
    best_ = fitted(costs_.cheapest(), kScaleSteps);
    improve(best_);
    if (!reached()) predict_weak_directions();
    if (!reached()) {
      Choice other = fitted(from_rows(rows()), kScaleSteps);
      improve(other);
      keep_better(std::move(other));
      if (!reached()) predict_weak_directions();
    }
    for (int exchange = 1; exchange <= kExchanges && !reached() && d_ > 1; ++exchange) {
      Choice other = fitted(with_cyclic_exchange(exchange), kShortScaleSteps);
      improve(other);
      keep_better(std::move(other));
    }
    return {.A = pool_.layer1(best_), .loss = best_.loss, .reached = reached()};
  }

 private:
  bool reached() const { return best_.loss <= target_; }
  Index line(Index hinge) const { return hinge % d_; }

  Choice fitted(Choice choice, int steps) {
    pool_.fit_scales(choice, steps);
    return choice;
  }

  void keep_better(Choice other) {
    if (other.loss < best_.loss * (1 - kBetter)) best_ = std::move(other);
  }

  void set(Choice& choice, Index j, Index hinge) const {
    choice.hinge[j] = hinge;
    choice.scale(j) = costs_.scale(hinge, j);
  }

  /// Steepest descent over flips and swaps, with refitted scales.
  void improve(Choice& choice) {
    const auto less = [](const Choice& a, const Choice& b) { return a.loss < b.loss; };
    for (int round = 0; round < kRounds && choice.loss > target_; ++round) {
      std::vector<Choice> candidates = neighbors(choice);
      for (Choice& candidate : candidates) pool_.evaluate(candidate);
      const std::size_t probes = std::min(kProbes, candidates.size());
      std::partial_sort(candidates.begin(), candidates.begin() + probes, candidates.end(), less);
      candidates.resize(probes);
      for (Choice& candidate : candidates) pool_.fit_scales(candidate, kShortScaleSteps);
      const auto best = std::min_element(candidates.begin(), candidates.end(), less);
      if (best == candidates.end() || !(best->loss < choice.loss * (1 - kWorthwhile))) return;
      choice = std::move(*best);
    }
  }

  std::vector<Choice> neighbors(const Choice& choice) const {
    std::vector<Choice> all;
    for (Index j = 0; j < d_; ++j) {
      all.push_back(choice);
      set(all.back(), j, (choice.hinge[j] + d_) % (2 * d_));
      for (Index k = 0; k < j; ++k) {
        if (!worth_swapping(choice, j, k)) continue;
        const Index of_j = line(choice.hinge[k]), of_k = line(choice.hinge[j]);
        for (const Index j_sign : {Index{0}, d_})
          for (const Index k_sign : {Index{0}, d_}) {
            all.push_back(choice);
            set(all.back(), j, of_j + j_sign);
            set(all.back(), k, of_k + k_sign);
          }
      }
    }
    return all;
  }

  /// With many inputs only swaps that assign one of its nearest lines to a row.
  bool worth_swapping(const Choice& choice, Index j, Index k) const {
    return d_ <= kAllSwaps || near(line(choice.hinge[k]), j) || near(line(choice.hinge[j]), k);
  }

  bool near(Index line, Index j) const {
    const Index nearest = std::max(kFewestNearest, kNearestTotal / d_);
    const auto distance = [&](Index k) { return std::min(costs_.cost(k, j), costs_.cost(k + d_, j)) / weight_(k); };
    Index closer = 0;
    for (Index k = 0; k < d_; ++k) closer += distance(k) < distance(line);
    return closer < nearest;
  }

  /// Along the weakest right singular directions of V, q = V^+ W is mostly noise. There it is replaced by the
  /// prediction of the current assignment, and the assignment is computed again.
  void predict_weak_directions() {
    Choice best = best_;
    for (Index weak = 1; weak <= std::min<Index>(kWeakDirections, d_); ++weak) {
      const Eigen::MatrixXd N = svd_.matrixV().rightCols(weak);
      const Matrix strong_q = q_ - N * (N.transpose() * q_);
      const Vector weight =
          (inverse_ - N * (N.transpose() * inverse_)).rowwise().squaredNorm().cwiseMax(kSmallestDivisor).cwiseInverse();
      Choice choice = best_;
      for (int round = 0; round < kPredictions && best.loss > target_; ++round) {
        const Matrix q = strong_q + N * (N.transpose() * predicted_q(choice));
        LineCosts costs = compute_line_costs(lines_, q, weight, covariance_);
        costs.scale = costs.scale.cwiseMin(cap_);
        choice = fitted(costs.cheapest(), kPredictionScaleSteps);
        if (choice.loss < best.loss) best = choice;
      }
    }
    improve(best);
    keep_better(std::move(best));
  }

  Matrix predicted_q(const Choice& choice) const {
    Matrix q(d_, lines_.cols());
    for (Index j = 0; j < d_; ++j) {
      const Index k = line(choice.hinge[j]);
      q.row(k) = (choice.hinge[j] < d_ ? -1.0 : 1.0) * lines_.row(k);
      q(k, j) += 2 / choice.scale(j);
    }
    return q;
  }

  /// Assigns lines to the rows to which they are most parallel.
  Choice from_rows(const Matrix& all_rows) const {
    const Matrix rows = all_rows.leftCols(lines_.cols());
    const Matrix products = lines_ * covariance_ * rows.transpose();
    const auto lengths = [&](const Matrix& M) -> Vector {
      return (M * covariance_).cwiseProduct(M).rowwise().sum().cwiseMax(kSmallestDivisor).cwiseSqrt();
    };
    const Vector line_length = lengths(lines_), row_length = lengths(rows);
    const Matrix cosine = line_length.cwiseInverse().asDiagonal() * products * row_length.cwiseInverse().asDiagonal();
    const std::vector<Index> line = assign(-cosine.cwiseAbs());
    Choice choice{.hinge = std::vector<Index>(d_), .scale = Vector(d_)};
    for (Index j = 0; j < d_; ++j) {
      choice.hinge[j] = cosine(line[j], j) > 0 ? line[j] + d_ : line[j];
      choice.scale(j) = std::clamp(row_length(j) / line_length(line[j]), kSmallestTau, kLargestTau);
    }
    return choice;
  }

  /// A cyclic exchange of the lines of three or four random rows.
  Choice with_cyclic_exchange(int exchange) {
    std::vector<Index> rows = random_order(d_, random_);
    rows.resize(std::min<std::size_t>(rows.size(), exchange % 2 ? 3 : 4));
    Choice choice = best_;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Index passed = line(best_.hinge[rows[(r + 1) % rows.size()]]);
      const Index hinge = exchange % 3 ? costs_.cheaper_sign(passed, rows[r]) : passed + d_ * random_.below(2);
      set(choice, rows[r], hinge);
    }
    return choice;
  }

  const Matrix& U_;
  Index d_;  ///< neurons
  double target_;
  Random& random_;
  HingePool pool_;  ///< over [-U; U]
  Eigen::MatrixXd covariance_;
  Matrix lines_;                           ///< U, without the constant column if layer 2 has a bias
  Eigen::JacobiSVD<Eigen::MatrixXd> svd_;  ///< of V
  Matrix inverse_;                         ///< V^+
  Matrix q_;
  Vector weight_;  ///< 1 / |V^+_k|^2
  LineCosts costs_;
  double cap_ = 0;
  Choice best_;
};

}  // namespace

Decoded decode(const UnitSamples& samples, const Relaxed& model, double target,
               const std::function<const Matrix&()>& rows, Random& random) {
  return Decoder(samples, model, target, random).run(rows);
}

}  // namespace resunit
