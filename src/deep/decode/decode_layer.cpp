// SPDX-License-Identifier: BSD-3-Clause
#include "deep/decode/decode_layer.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <limits>
#include <vector>

#include "linalg/assignment.hpp"
#include "linalg/norms.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kPseudoInverseRank = 1e-12;  ///< relative: smaller singular values of Q are zero
constexpr double kSolved = 1e-9;              ///< score per line below which the search ends
constexpr double kWrongSign = 10;             ///< cost, relative to 1, added where the best t is not positive
constexpr double kSmallestRatio = 1e-6;  ///< t is at least this: W_j has at most 2e6 times the length of a unit row
constexpr Index kPairsUpTo = 16;         ///< lines up to which pairs of flips are tried
constexpr Index kAllPatternsUpTo = 8;    ///< lines up to which several candidates are the best of all sign patterns
constexpr Index kFewestRows = 3;         ///< rows without nesting that are required; otherwise nesting is ignored

/// The decoding for given signs.
struct Candidate {
  double score = std::numeric_limits<double>::infinity();
  Vector signs;
  std::vector<Index> coordinate;  ///< of each line
  Vector ratio;                   ///< t of each line
};

class SignSearch {
 public:
  SignSearch(const Matrix& U, const Matrix& P, const Matrix& Q, const NestedPatterns& nested)
      : U_(U), P_(P), Q_(Q), nested_(nested) {
    Vector lengths = (P.rowwise().squaredNorm() + Q.rowwise().squaredNorm()).cwiseSqrt();
    lengths = lengths.cwiseMax(kSmallestDivisor);
    P_.array().colwise() /= lengths.array();
    Q_.array().colwise() /= lengths.array();
  }

  /// The best candidates, the one with the smallest score first.
  std::vector<Candidate> run(std::size_t count) const {
    const Index d = U_.rows();
    std::vector<Candidate> visited;
    if (count > 1 && d <= kAllPatternsUpTo)
      visit_all(visited);
    else
      descend(visited);
    std::stable_sort(visited.begin(), visited.end(),
                     [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
    if (visited.size() > count) visited.resize(count);
    return visited;
  }

 private:
  /// s_l such that row l of Q^+ P is closest to s_l u_l plus a multiple of a unit vector.
  Vector likely_signs() const {
    Eigen::BDCSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(Q_), Eigen::ComputeThinU | Eigen::ComputeThinV);
    svd.setThreshold(kPseudoInverseRank);
    const Matrix q = svd.solve(Eigen::MatrixXd(P_));
    const auto spread = [](const Matrix& R) -> Vector {
      return R.cwiseAbs().rowwise().sum() - R.cwiseAbs().rowwise().maxCoeff();
    };
    return (spread(q - U_).array() < spread(q + U_).array()).select(Vector::Ones(U_.rows()), -Vector::Ones(U_.rows()));
  }

  void visit_all(std::vector<Candidate>& visited) const {
    const Index d = U_.rows();
    for (Index pattern = 0; pattern < (Index{1} << d); ++pattern) {
      Vector signs(d);
      for (Index l = 0; l < d; ++l) signs(l) = (pattern >> l) & 1 ? -1 : 1;
      visited.push_back(evaluate(signs));
    }
  }

  /// The best single flip while it lowers the score, else the best pair.
  void descend(std::vector<Candidate>& visited) const {
    const Index d = U_.rows();
    visited.push_back(evaluate(likely_signs()));
    Candidate best = visited.back();
    for (Index round = 0; round < 3 * d && best.score >= kSolved * static_cast<double>(d); ++round) {
      check_cancelled();
      Candidate next = best_of_flips(best.signs, false, visited);
      if (next.score >= best.score && d <= kPairsUpTo) next = best_of_flips(best.signs, true, visited);
      if (next.score >= best.score) break;
      best = std::move(next);
    }
  }
  Candidate best_of_flips(const Vector& signs, bool pairs, std::vector<Candidate>& visited) const {
    Candidate best;
    for (Index l = 0; l < signs.size(); ++l)
      for (Index k = pairs ? 0 : l; k < (pairs ? l : l + 1); ++k) {
        Vector flipped = signs;
        flipped(l) *= -1;
        if (k != l) flipped(k) *= -1;
        visited.push_back(evaluate(flipped));
        if (visited.back().score < best.score) best = visited.back();
      }
    return best;
  }

  Candidate evaluate(const Vector& signs) const {
    const Index rows = P_.rows(), d = U_.rows();
    Eigen::ArrayXXd weight = Eigen::ArrayXXd::Ones(rows, d);
    Eigen::ArrayXd row_weight = Eigen::ArrayXd::Ones(rows);
    for (Index l = 0; l < d; ++l) {
      const auto& same = signs(l) > 0 ? nested_.positive : nested_.negative;
      const auto& other = signs(l) > 0 ? nested_.negative : nested_.positive;
      weight.col(l) = (!same.col(l)).cast<double>();
      row_weight *= (!other.col(l)).cast<double>();
    }
    if (row_weight.sum() < kFewestRows) row_weight.setOnes();
    weight.colwise() *= row_weight;

    const Eigen::MatrixXd M = P_ - Q_ * signs.asDiagonal() * U_;
    const Eigen::MatrixXd Qw = (weight * Q_.array()).matrix();
    const Eigen::MatrixXd product = Qw.transpose() * M;                           // line x coordinate
    const Eigen::MatrixXd squares = weight.matrix().transpose() * M.cwiseAbs2();  // line x coordinate
    const Eigen::ArrayXd of_Q = (weight * Q_.array().square()).colwise().sum().transpose().max(kSmallestDivisor);
    const Eigen::ArrayXd of_M = (M.array().square().colwise() * row_weight).colwise().sum().transpose();
    const Eigen::ArrayXXd t = product.array().max(0.0).colwise() / of_Q;
    Eigen::ArrayXXd cost = squares.array() - 2 * t * product.array() + t.square().colwise() * of_Q;
    cost.rowwise() /= of_M.max(kSmallestDivisor).transpose();
    cost = (t > 0).select(cost, cost + kWrongSign);

    Candidate candidate{.score = 0, .signs = signs, .coordinate = std::vector<Index>(static_cast<std::size_t>(d))};
    candidate.ratio.resize(d);
    const std::vector<Index> line_of = assign(cost.matrix());
    for (Index c = 0; c < d; ++c) {
      const Index l = line_of[static_cast<std::size_t>(c)];
      candidate.coordinate[static_cast<std::size_t>(l)] = c;
      candidate.ratio(l) = t(l, c);
      candidate.score += cost(l, c);
    }
    return candidate;
  }

  const Matrix& U_;
  Matrix P_, Q_;
  const NestedPatterns& nested_;
};

}  // namespace

NestedPatterns no_nesting(Index rows, Index lines) {
  NestedPatterns nested;
  nested.positive.setConstant(rows, lines, false);
  nested.negative.setConstant(rows, lines, false);
  return nested;
}

NestedPatterns nested_patterns(const Eigen::MatrixXd& upper_signs, const Eigen::MatrixXd& line_signs) {
  const auto on_side = [&](double side) -> Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> {
    const Eigen::MatrixXd at = (side * line_signs.array() > 0).cast<double>();
    const Eigen::MatrixXd up = (upper_signs.array() > 0).cast<double>().matrix().transpose() * at;
    const Eigen::MatrixXd down = (upper_signs.array() < 0).cast<double>().matrix().transpose() * at;
    return up.array() == 0 || down.array() == 0;
  };
  return {.positive = on_side(1), .negative = on_side(-1)};
}

std::vector<DecodedLayer> decode_layer(const Matrix& U, const Matrix& P, const Matrix& Q, const NestedPatterns& nested,
                                       std::size_t count) {
  std::vector<DecodedLayer> layers;
  for (const Candidate& candidate : SignSearch(U, P, Q, nested).run(count)) {
    layers.push_back({.W = Matrix::Zero(U.cols(), U.cols()), .score = candidate.score});
    for (Index l = 0; l < U.rows(); ++l)
      layers.back().W.row(candidate.coordinate[static_cast<std::size_t>(l)]) =
          candidate.signs(l) * (2 / std::max(candidate.ratio(l), kSmallestRatio)) * U.row(l);
  }
  return layers;
}

}  // namespace resunit
