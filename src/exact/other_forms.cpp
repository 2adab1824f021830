// SPDX-License-Identifier: BSD-3-Clause
#include "exact/other_forms.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "exact/row_fit.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr double kEqualWeights = 1e-7;      ///< absolute, for standardized inputs: largest difference of equal weights
constexpr double kDifferentWeights = 1e-6;  ///< relative to max(1, |a_j|): smallest difference of different weights

/// The neurons whose kink is one hyperplane.
struct Hyperplane {
  Vector u;  ///< unit normal
  std::vector<Index> rows;
};

struct Neurons {
  Matrix linear;    ///< d x d, row k is l_k of (identity)
  Vector strength;  ///< t_k; 0 for a row with a = 0
  std::vector<Hyperplane> hyperplanes;
  std::vector<Index> zero_rows;  ///< rows with a = 0
};

Neurons sort_by_hyperplane(const Matrix& A) {
  const Index d = A.rows();
  Neurons neurons{.linear = Matrix::Identity(d, d), .strength = Vector::Zero(d)};
  for (Index k = 0; k < d; ++k) {
    const double length = A.row(k).norm();
    if (length <= kEqualWeights) {
      neurons.zero_rows.push_back(k);
      continue;
    }
    const Vector a = A.row(k).transpose() / length;
    auto same = std::find_if(neurons.hyperplanes.begin(), neurons.hyperplanes.end(), [&](const Hyperplane& plane) {
      return std::min((plane.u - a).norm(), (plane.u + a).norm()) <= kEqualWeights;
    });
    if (same == neurons.hyperplanes.end()) same = neurons.hyperplanes.insert(same, {.u = a, .rows = {}});
    same->rows.push_back(k);
    neurons.strength(k) = length;
    if (same->u.dot(a) < 0) neurons.linear.row(k) += A.row(k);
  }
  return neurons;
}

/// The rows that may contribute to an output whose only kink is `plane`: the rows of that plane, the rows with a = 0,
/// and the rows whose kink is shared by other rows.
std::vector<Index> candidates(const Neurons& neurons, const Hyperplane& plane) {
  std::vector<Index> rows = neurons.zero_rows;
  for (const Hyperplane& other : neurons.hyperplanes)
    if (&other == &plane || other.rows.size() > 1) rows.insert(rows.end(), other.rows.begin(), other.rows.end());
  return rows;
}

/// One column per candidate row: its linear part (plus t_k u for rows of `plane` on the other side), then its strength
/// on every other hyperplane, where the kinks must cancel.
Eigen::MatrixXd equations(const Neurons& neurons, const Hyperplane& plane, const std::vector<Index>& rows,
                          bool other_side) {
  const Index d = neurons.linear.rows();
  Eigen::MatrixXd M =
      Eigen::MatrixXd::Zero(d + static_cast<Index>(neurons.hyperplanes.size()), static_cast<Index>(rows.size()));
  for (Index c = 0; c < M.cols(); ++c) {
    M.col(c).head(d) = neurons.linear.row(rows[c]).transpose();
    for (std::size_t b = 0; b < neurons.hyperplanes.size(); ++b) {
      const std::vector<Index>& on = neurons.hyperplanes[b].rows;
      if (std::find(on.begin(), on.end(), rows[c]) == on.end()) continue;
      if (&neurons.hyperplanes[b] != &plane)
        M(d + static_cast<Index>(b), c) = neurons.strength(rows[c]);
      else if (other_side)
        M.col(c).head(d) += neurons.strength(rows[c]) * plane.u;
    }
  }
  return M;
}

Eigen::RowVectorXd strengths_on(const Neurons& neurons, const Hyperplane& plane, const std::vector<Index>& rows) {
  Eigen::RowVectorXd on = Eigen::RowVectorXd::Zero(static_cast<Index>(rows.size()));
  for (Index c = 0; c < on.size(); ++c)
    if (std::find(plane.rows.begin(), plane.rows.end(), rows[c]) != plane.rows.end()) on(c) = neurons.strength(rows[c]);
  return on;
}

void mark_other_forms(const Matrix& A, const Neurons& neurons, const Hyperplane& plane, bool other_side,
                      std::vector<bool>& marked) {
  const Index d = A.rows();
  const std::vector<Index> rows = candidates(neurons, plane);
  const Eigen::MatrixXd M = equations(neurons, plane, rows, other_side);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(kEqualWeights);
  solver.compute(M);
  const Eigen::MatrixXd inverse = solver.pseudoInverse(), g = inverse.leftCols(d);
  const Eigen::RowVectorXd on = strengths_on(neurons, plane, rows);
  const bool free = (on - on * inverse * M).norm() > kEqualWeights * on.norm();
  Eigen::MatrixXd rest = M * g;
  rest.topRows(d) -= Eigen::MatrixXd::Identity(d, d);
  for (Index j = 0; j < d; ++j) {
    if (rest.col(j).norm() > kEqualWeights) continue;
    if (is_nearly_scale_row(A.row(j), j) && is_nearly_scale_row(plane.u, j))
      continue;  // a scale row, reported in canonical form
    const double T = on.dot(g.col(j));
    const Vector a = (other_side ? -T : T) * plane.u;
    const double scale = std::max(1.0, A.row(j).norm());
    const bool another = T >= -kEqualWeights * scale && (a.transpose() - A.row(j)).norm() > kDifferentWeights * scale;
    if (free || another) marked[j] = true;
  }
}

}  // namespace

std::vector<bool> rows_with_other_forms(const Matrix& A) {
  const Neurons neurons = sort_by_hyperplane(A);
  std::vector<bool> marked(A.rows());
  for (const Hyperplane& plane : neurons.hyperplanes)
    for (const bool other_side : {false, true}) {
      check_cancelled();
      mark_other_forms(A, neurons, plane, other_side, marked);
    }
  return marked;
}

std::vector<std::vector<Index>> rows_on_shared_hyperplanes(const Matrix& A) {
  std::vector<std::vector<Index>> groups;
  for (const Hyperplane& plane : sort_by_hyperplane(A).hyperplanes)
    if (plane.rows.size() > 1) groups.push_back(plane.rows);
  return groups;
}

}  // namespace resunit
