// SPDX-License-Identifier: BSD-3-Clause
#include "exact/other_forms.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "exact/row_fit.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kSame = 1e-7;     ///< of weights for inputs of unit rms: equal
constexpr double kAnother = 1e-6;  ///< of max(1, |a_j|): different weights

/// Neurons along one hyperplane.
struct Bend {
  Vector u;  ///< unit normal
  std::vector<Index> rows;
};

struct Neurons {
  Matrix linear;    ///< d x d, row k is l_k
  Vector strength;  ///< t_k, 0 for a row without neuron
  std::vector<Bend> bends;
  std::vector<Index> silent;  ///< rows with a = 0
};

Neurons sort_by_hyperplane(const Matrix& A) {
  const Index d = A.rows();
  Neurons neurons{.linear = Matrix::Identity(d, d), .strength = Vector::Zero(d)};
  for (Index k = 0; k < d; ++k) {
    const double length = A.row(k).norm();
    if (length <= kSame) {
      neurons.silent.push_back(k);
      continue;
    }
    const Vector a = A.row(k).transpose() / length;
    auto same = std::find_if(neurons.bends.begin(), neurons.bends.end(), [&](const Bend& bend) {
      return std::min((bend.u - a).norm(), (bend.u + a).norm()) <= kSame;
    });
    if (same == neurons.bends.end()) same = neurons.bends.insert(same, {.u = a, .rows = {}});
    same->rows.push_back(k);
    neurons.strength(k) = length;
    if (same->u.dot(a) < 0) neurons.linear.row(k) += A.row(k);
  }
  return neurons;
}

/// Rows that may take part in an output that bends along `bend`: its own, silent ones, and those that share a bend.
std::vector<Index> candidates(const Neurons& neurons, const Bend& bend) {
  std::vector<Index> rows = neurons.silent;
  for (const Bend& other : neurons.bends)
    if (&other == &bend || other.rows.size() > 1) rows.insert(rows.end(), other.rows.begin(), other.rows.end());
  return rows;
}

/// Columns are candidates: their linear parts (with what turns a bend round, on the other side), then the bends that
/// must cancel.
Eigen::MatrixXd equations(const Neurons& neurons, const Bend& bend, const std::vector<Index>& rows, bool other_side) {
  const Index d = neurons.linear.rows();
  Eigen::MatrixXd M =
      Eigen::MatrixXd::Zero(d + static_cast<Index>(neurons.bends.size()), static_cast<Index>(rows.size()));
  for (Index c = 0; c < M.cols(); ++c) {
    M.col(c).head(d) = neurons.linear.row(rows[c]).transpose();
    for (std::size_t b = 0; b < neurons.bends.size(); ++b) {
      const std::vector<Index>& on = neurons.bends[b].rows;
      if (std::find(on.begin(), on.end(), rows[c]) == on.end()) continue;
      if (&neurons.bends[b] != &bend)
        M(d + static_cast<Index>(b), c) = neurons.strength(rows[c]);
      else if (other_side)
        M.col(c).head(d) += neurons.strength(rows[c]) * bend.u;
    }
  }
  return M;
}

Eigen::RowVectorXd strengths_on(const Neurons& neurons, const Bend& bend, const std::vector<Index>& rows) {
  Eigen::RowVectorXd on = Eigen::RowVectorXd::Zero(static_cast<Index>(rows.size()));
  for (Index c = 0; c < on.size(); ++c)
    if (std::find(bend.rows.begin(), bend.rows.end(), rows[c]) != bend.rows.end()) on(c) = neurons.strength(rows[c]);
  return on;
}

void mark_other_forms(const Matrix& A, const Neurons& neurons, const Bend& bend, bool other_side,
                      std::vector<bool>& marked) {
  const Index d = A.rows();
  const std::vector<Index> rows = candidates(neurons, bend);
  const Eigen::MatrixXd M = equations(neurons, bend, rows, other_side);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(kSame);
  solver.compute(M);
  const Eigen::MatrixXd inverse = solver.pseudoInverse(), g = inverse.leftCols(d);
  const Eigen::RowVectorXd on = strengths_on(neurons, bend, rows);
  const bool free = (on - on * inverse * M).norm() > kSame * on.norm();
  Eigen::MatrixXd rest = M * g;
  rest.topRows(d) -= Eigen::MatrixXd::Identity(d, d);
  for (Index j = 0; j < d; ++j) {
    if (rest.col(j).norm() > kSame) continue;
    if (only_scales(A.row(j), j) && only_scales(bend.u, j)) continue;  // a scale row, given in canonical form
    const double T = on.dot(g.col(j));
    const Vector a = (other_side ? -T : T) * bend.u;
    const double scale = std::max(1.0, A.row(j).norm());
    const bool another = T >= -kSame * scale && (a.transpose() - A.row(j)).norm() > kAnother * scale;
    if (free || another) marked[j] = true;
  }
}

}  // namespace

std::vector<bool> rows_with_other_forms(const Matrix& A) {
  const Neurons neurons = sort_by_hyperplane(A);
  std::vector<bool> marked(A.rows());
  for (const Bend& bend : neurons.bends)
    for (const bool other_side : {false, true}) {
      check_cancelled();
      mark_other_forms(A, neurons, bend, other_side, marked);
    }
  return marked;
}

std::vector<std::vector<Index>> rows_on_shared_hyperplanes(const Matrix& A) {
  std::vector<std::vector<Index>> groups;
  for (const Bend& bend : sort_by_hyperplane(A).bends)
    if (bend.rows.size() > 1) groups.push_back(bend.rows);
  return groups;
}

}  // namespace resunit
