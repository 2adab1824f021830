// SPDX-License-Identifier: BSD-3-Clause
// Semismooth Newton for the squared one-sided hinge, all rows of a block simultaneously.
//     f(g) = 1/2 |v^+|^2,   v = t - Z g                                                              (R1), docs/math.md
//     active = {i : v_i > 0};   grad f = -Z'v^+;   Hess f = sum_{active} z_i z_i'
// On a fixed active set one step is the exact minimizer, so a row ends when a full step does not change its active set,
// or when v^+ is at rounding error. The residuals, gradients and directions of all open rows are one matrix product
// each; Gram matrices are updated by the samples that entered or left the active set, or computed anew from the active
// samples or, since Z'Z = I, from the inactive ones.
// Paper: equ:layer2-QP-obj with xi_i = max(0, c y_i - x_i) substituted.
// Optimality reported: |Z'v^+|, with |t| in [1, 2).
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "linalg/gram.hpp"
#include "linalg/large_matrix.hpp"
#include "parallel/progress_scope.hpp"
#include "row/kernel.hpp"
#include "row/line_search.hpp"

namespace resunit {
namespace {

/// Eigenvalues of a Gram matrix below this, relative to its largest, are zero: updates cause rounding errors of 1e-15.
constexpr double kSingular = 1e-11;

/// Rounding error of |v^+| relative to 1 + |g|, and of slopes Z p relative to |p|, for |t| in [1, 2).
constexpr double kRoundingOfResiduals = 4 * kEpsilon;

/// The minimum-norm p with gram p = gradient: by Cholesky factors, or by eigenvalues if the Gram matrix is singular
/// because the active samples do not span the space.
void solve_gram(const Matrix& gram, Matrix& factor, Eigen::Ref<Vector> p) {
  factor = gram;
  const Eigen::LLT<Eigen::Ref<Matrix>> cholesky(factor);
  const double largest = gram.diagonal().maxCoeff();
  if (cholesky.info() == Eigen::Success && factor.diagonal().minCoeff() > std::sqrt(kSingular * largest))
    return cholesky.solveInPlace(p);

  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);  // reads the lower triangle
  const Vector& values = eigen.eigenvalues();
  const double zero = kSingular * values.cwiseAbs().maxCoeff();
  Vector q = eigen.eigenvectors().transpose() * p;
  for (Index k = 0; k < q.size(); ++k) q(k) = values(k) > zero ? q(k) / values(k) : 0.0;
  p = eigen.eigenvectors() * q;
}

/// Changes of the active set: samples that enter it and leave it, and its new size. The loop has no branches, because
/// the changes are hard to predict: branches took 15% of the time at d = 32, n = 4096.
struct Changes {
  Index entered = 0, left = 0, active = 0;
  Index count() const { return entered + left; }
};
Changes update_active(const double* v, Index n, char* active, int* entered, int* left) {
  Changes changes;
  for (Index i = 0; i < n; ++i) {
    const char now = v[i] > 0, was = active[i];
    entered[changes.entered] = left[changes.left] = static_cast<int>(i);
    changes.entered += now & ~was;
    changes.left += was & ~now;
    changes.active += now;
    active[i] = now;
  }
  return changes;
}

/// The samples whose mark is `wanted`.
Index list_marked(const std::vector<char>& marks, char wanted, int* list) {
  Index count = 0;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    list[count] = static_cast<int>(i);
    count += marks[i] == wanted;
  }
  return count;
}

/// The state of one open row; slot j belongs to row j of the matrices of Newton.
struct Slot {
  Index row = 0;                                          ///< in the block
  std::vector<char> active;                               ///< the active set of `gram`
  Matrix gram;                                            ///< r x r, lower triangle
  double loss = std::numeric_limits<double>::infinity();  ///< |v^+|^2 before the last step
  bool full_step = false;                                 ///< the last step had length one
  bool changed = true;                                    ///< the last step changed the active set
};

class Newton {
 public:
  Newton(RowBlock& block, const RowOptions& options)
      : block_(block),
        options_(options),
        V_(large_matrix(block.T.rows(), block.T.cols())),
        W_(large_matrix(V_.rows(), V_.cols())),
        P_(block.T.rows(), block.Z.cols()),
        slots_(block.T.rows()),
        entered_(block.Z.rows()),
        left_(block.Z.rows()) {}

  void run() {
    start();
    for (int steps = 0;; ++steps) {
      check_cancelled();
      find_residuals_and_gradients();
      close_finished(steps);
      update_grams();
      close_repeated(steps);
      if (slots_.empty()) return;
      find_directions();
      advance();
    }
  }

 private:
  Index open() const { return static_cast<Index>(slots_.size()); }

  /// Starts from given points or from least squares, the minimizer if every sample were active.
  void start() {
    const Index n = block_.Z.rows(), r = block_.Z.cols();
    if (!block_.started) block_.G.noalias() = block_.T * block_.Z;
    for (Index j = 0; j < open(); ++j) {
      slots_[j].row = j;
      slots_[j].active.assign(n, 1);
      slots_[j].gram = Matrix::Identity(r, r);
    }
  }

  /// V = T - G Z',  P = V^+ Z.
  void find_residuals_and_gradients() {
    V_.topRows(open()) = block_.T.topRows(open());
    V_.topRows(open()).noalias() -= block_.G.topRows(open()) * block_.Z.transpose();
    W_.topRows(open()) = V_.topRows(open()).cwiseMax(0.0);
    P_.topRows(open()).noalias() = W_.topRows(open()) * block_.Z;
  }

  void update_grams() {
    for (Index j = 0; j < open(); ++j) update_gram(slots_[j], V_.row(j).data());
  }

  void update_gram(Slot& slot, const double* v) {
    const Index n = block_.Z.rows();
    const Changes changes = update_active(v, n, slot.active.data(), entered_.data(), left_.data());
    slot.changed = changes.count() > 0;
    if (changes.count() > std::min(changes.active, n - changes.active))
      return rebuild_gram(slot, 2 * changes.active <= n);
    workspace_.add_gram(block_.Z, std::span(entered_).first(changes.entered), 1.0, slot.gram);
    workspace_.add_gram(block_.Z, std::span(left_).first(changes.left), -1.0, slot.gram);
  }

  /// The Gram matrix from scratch: the sum over the active samples, or I minus the sum over the inactive ones.
  void rebuild_gram(Slot& slot, bool from_active) {
    const Index count = list_marked(slot.active, static_cast<char>(from_active), entered_.data());
    if (from_active)
      slot.gram.setZero();
    else
      slot.gram.setIdentity();
    workspace_.add_gram(block_.Z, std::span(entered_).first(count), from_active ? 1.0 : -1.0, slot.gram);
  }

  /// Closes the rows that no step can improve, a test that does not require their Gram matrices.
  void close_finished(int steps) {
    for (Index j = open() - 1; j >= 0; --j) {
      Slot& slot = slots_[j];
      const double loss = W_.row(j).squaredNorm();
      const double rounding = std::max(kRoundingOfResiduals, steps == 0 ? block_.start_rounding : 0.0);
      const bool only_rounding = std::sqrt(loss) <= rounding * (1 + block_.G.row(j).norm());
      const bool no_progress = loss >= slot.loss;
      slot.loss = loss;
      if (only_rounding || no_progress || steps == options_.max_iterations) close(j, steps);
    }
  }

  /// Closes the rows whose last step was a full one and did not change the active set.
  void close_repeated(int steps) {
    for (Index j = open() - 1; j >= 0; --j)
      if (slots_[j].full_step && !slots_[j].changed) close(j, steps);
  }

  void close(Index j, int steps) {
    const double optimality = P_.row(j).norm();
    const RowStatus failure = steps == options_.max_iterations ? RowStatus::iteration_limit : RowStatus::stalled;
    block_.reports[slots_[j].row] = {.status = optimality <= options_.tolerance ? RowStatus::solved : failure,
                                     .iterations = steps,
                                     .objective = slots_[j].loss / 2,
                                     .optimality = optimality};
    retire(j);
  }

  /// Moves the row in slot j after the open ones; the solutions are reordered when the last row is closed.
  void retire(Index j) {
    const Index last = open() - 1;
    closed_.emplace_back(slots_[j].row, block_.G.row(j));
    if (j != last) {
      std::swap(slots_[j], slots_[last]);
      block_.T.row(j).swap(block_.T.row(last));
      block_.G.row(j).swap(block_.G.row(last));
      V_.row(j).swap(V_.row(last));
      W_.row(j).swap(W_.row(last));
      P_.row(j).swap(P_.row(last));
    }
    slots_.pop_back();
    if (slots_.empty())
      for (const auto& [row, g] : closed_) block_.G.row(row) = g;
  }

  /// P = Gram^-1 P,  W = P Z'.
  void find_directions() {
    for (Index j = 0; j < open(); ++j) solve_gram(slots_[j].gram, factor_, P_.row(j).transpose());
    W_.topRows(open()).noalias() = P_.topRows(open()) * block_.Z.transpose();
  }

  void advance() {
    const Index n = block_.Z.rows();
    for (Index j = 0; j < open(); ++j) {
      const double rounding = kRoundingOfResiduals * P_.row(j).norm();
      const double length = minimize_squared_hinge(V_.row(j).data(), W_.row(j).data(), n, rounding);
      slots_[j].full_step = length == 1.0;
      block_.G.row(j) += length * P_.row(j);
    }
  }

  RowBlock& block_;
  const RowOptions& options_;
  Matrix V_;  ///< b x n, residuals
  Matrix W_;  ///< b x n, V^+, then images of the directions
  Matrix P_;  ///< b x r, gradients, then directions
  std::vector<Slot> slots_;
  std::vector<std::pair<Index, Vector>> closed_;
  std::vector<int> entered_, left_;  ///< lists of samples
  Matrix factor_;
  GramWorkspace workspace_;
};

}  // namespace

void least_squares_hinge(RowBlock& block, const RowOptions& options) {
  Newton(block, options).run();
}

}  // namespace resunit
