// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/row_passes.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "linalg/gram.hpp"
#include "parallel/parallel_for.hpp"
#include "row/kernel.hpp"
#include "row/smoothed_hinge.hpp"

namespace resunit {
namespace {

constexpr Index kRowsPerBlock = 8;  ///< per work item of a thread; 4 take a quarter longer at d = 32
constexpr int kStepHalvings = 8;
constexpr double kStillDecreasing = 1e-2;     ///< relative to the tolerance: required while the objective decreases
constexpr double kObjectiveRounding = 1e-12;  ///< increase due to rounding errors, relative to the objective
constexpr double kGramDiagonal = 1e-14;       ///< ridge, relative to the largest diagonal entry of the Gram matrix

/// The triangle of a QR factorization of a matrix that is added in blocks of rows.
class TallFactor {
 public:
  explicit TallFactor(Index cols) : triangle_(Eigen::MatrixXd::Zero(cols, cols)) {}

  void add(const MatrixView& rows) {
    Eigen::MatrixXd stacked(triangle_.rows() + rows.rows(), triangle_.cols());
    stacked << triangle_, rows;
    triangle_ = Eigen::HouseholderQR<Eigen::Ref<Eigen::MatrixXd>>(stacked)
                    .matrixQR()
                    .topRows(triangle_.rows())
                    .triangularView<Eigen::Upper>();
  }
  const Eigen::MatrixXd& triangle() const { return triangle_; }

 private:
  Eigen::MatrixXd triangle_;
};

/// The sums of a pass for one row.
struct RowSums {
  double objective = 0;
  Vector gradient;
  Matrix gram;  ///< lower triangle
};

/// The state of one row, whose target is divided by `scale`, a power of two near |t_j|.
struct OpenRow {
  Vector g, step;  ///< the iterate, and the step that led to it
  double scale = 1, mu = 0;
  double objective = std::numeric_limits<double>::infinity();  ///< before the step
  int halvings = 0;
  bool open = true;
  RowSums sums;
};

class Passes {
 public:
  Passes(RowProgram program, SampleStream& stream, const OutOfCoreRows& rows, const Basis& basis,
         const RowOptions& options, int threads)
      : program_(program),
        stream_(stream),
        rows_(rows),
        from_basis_(basis.from_basis.transpose()),
        options_(options),
        threads_(threads) {}

  void run(std::vector<OpenRow>& rows, std::vector<RowReport>& reports) {
    for (int passes = 0; std::any_of(rows.begin(), rows.end(), [](const OpenRow& row) { return row.open; }); ++passes) {
      sum_up(rows);
      for (std::size_t j = 0; j < rows.size(); ++j)
        if (rows[j].open) advance(rows[j], passes, reports[j]);
    }
  }

 private:
  /// One pass: the sums of every open row. Threads divide blocks of rows.
  void sum_up(std::vector<OpenRow>& rows) {
    const Index r = from_basis_.cols(), count = std::ssize(rows);
    for (OpenRow& row : rows) row.sums = {.gradient = Vector::Zero(r), .gram = Matrix::Zero(r, r)};
    std::vector<GramWorkspace> workspaces((count + kRowsPerBlock - 1) / kRowsPerBlock);
    stream_.pass([&](Index, const Samples& chunk) {
      const Matrix Z = rows_.F(chunk) * from_basis_;
      parallel_for(std::ssize(workspaces), threads_, [&](Index block) {
        const Index first = block * kRowsPerBlock, size = std::min(kRowsPerBlock, count - first);
        Matrix V = rows_.targets(chunk, first, size), G(size, r);
        for (Index j = 0; j < size; ++j) {
          V.row(j) /= rows[first + j].scale;
          G.row(j) = rows[first + j].g.transpose();
        }
        V.noalias() -= G * Z.transpose();
        for (Index j = 0; j < size; ++j)
          if (rows[first + j].open) add(Z, V.row(j).transpose(), workspaces[block], rows[first + j]);
      });
    });
    for (OpenRow& row : rows) complete(row);
  }

  /// Adds a chunk to the sums of a row with residuals v.
  void add(const Matrix& Z, const Vector& v, GramWorkspace& workspace, OpenRow& row) const {
    RowSums& sums = row.sums;
    if (program_ == RowProgram::least_squares) {
      const Vector violated = v.cwiseMax(0.0);
      sums.objective += violated.squaredNorm() / 2;
      sums.gradient.noalias() -= Z.transpose() * violated;
      std::vector<int> chosen;
      for (Index i = 0; i < v.size(); ++i)
        if (v(i) > 0) chosen.push_back(static_cast<int>(i));
      workspace.add_gram(Z, chosen, 1.0, sums.gram);
      return;
    }
    SmoothedHinge hinge;
    sums.objective += hinge.evaluate(-v.array(), row.mu);
    Matrix gram;
    workspace.weighted_gram(Z, hinge.curvatures().data(), gram);
    sums.gram += gram;
    sums.gradient.noalias() -= Z.transpose() * hinge.multipliers().matrix();
  }

  /// Adds the proximal term, which does not belong to a sample.
  void complete(OpenRow& row) const {
    if (program_ == RowProgram::least_squares) return;
    const double proximal = options_.path_parameter * kProximalWeight;
    row.sums.gram.diagonal().array() += proximal;
    row.sums.gradient += proximal * row.g;
    row.sums.objective += proximal / 2 * row.g.squaredNorm();
  }

  /// Ends the row, takes the next step, or halves the last step.
  void advance(OpenRow& row, int passes, RowReport& report) const {
    const double size = program_ == RowProgram::least_squares ? 1.0 : std::sqrt(row.mu);
    report = {.iterations = passes, .objective = row.sums.objective, .optimality = row.sums.gradient.norm() / size};
    const double change = row.sums.objective - row.objective;
    const bool decreases = change < 0;
    const bool increases = change > kObjectiveRounding * std::abs(row.objective);
    if (report.optimality <= (decreases ? kStillDecreasing * options_.tolerance : options_.tolerance))
      return close(row, RowStatus::solved, report);
    if (passes == options_.max_iterations) return close(row, RowStatus::iteration_limit, report);
    if (increases && row.halvings == kStepHalvings) return close(row, RowStatus::stalled, report);
    if (!increases) return take_step(row, report);
    ++row.halvings;
    row.step /= 2;
    row.g -= row.step;
  }

  void take_step(OpenRow& row, RowReport& report) const {
    row.halvings = 0;
    row.objective = row.sums.objective;
    Matrix& gram = row.sums.gram;
    gram.diagonal().array() += kGramDiagonal * gram.diagonal().maxCoeff();
    const Eigen::LLT<Eigen::Ref<Matrix>> factor(gram);
    row.step = -factor.solve(row.sums.gradient);
    if (factor.info() != Eigen::Success || !row.step.allFinite()) return close(row, RowStatus::stalled, report);
    row.g += row.step;
  }

  static void close(OpenRow& row, RowStatus status, RowReport& report) {
    row.open = false;
    report.status = status;
  }

  RowProgram program_;
  SampleStream& stream_;
  const OutOfCoreRows& rows_;
  Matrix from_basis_;
  const RowOptions& options_;
  int threads_;
};

OpenRow start_row(const OutOfCoreRows& rows, const Basis& basis, const Vector& c, Index j, double n,
                  const RowOptions& options) {
  OpenRow row;
  row.scale = nearby_power_of_two(rows.target_lengths(j));
  row.g = basis.Z.transpose() * (rows.triangle * c) / row.scale;
  const double length = rows.target_lengths(j) / row.scale;
  row.mu = options.path_parameter * length * length / n;
  row.open = rows.target_lengths(j) > 0;
  return row;
}

}  // namespace

Triangles find_triangles(SampleStream& stream, int threads) {
  TallFactor X(stream.inputs()), Y(stream.outputs());
  stream.pass([&](Index, const Samples& chunk) {
    parallel_for(2, threads, [&](Index k) { k == 0 ? X.add(chunk.X) : Y.add(chunk.Y); });
  });
  return {X.triangle(), Y.triangle()};
}

RowsResult solve_rows_out_of_core(RowProgram program, SampleStream& stream, const OutOfCoreRows& rows,
                                  const Matrix& start, const RowOptions& options, int threads) {
  const Basis basis = orthonormal_basis(rows.triangle, options.rank_tolerance);
  RowsResult result{.C = Matrix::Zero(start.rows(), start.cols()),
                    .rows = std::vector<RowReport>(start.rows()),
                    .rank = basis.rank(),
                    .condition = basis.condition};
  for (Index j = 0; j < start.rows(); ++j)
    if (rows.target_lengths(j) == 0) result.rows[j].status = RowStatus::solved;
  if (basis.rank() == 0) return result;  // F is zero, and so is C
  const auto n = static_cast<double>(stream.count());
  const auto input_scale = [&](Index j) {
    return stream.scales().input_scale.size() > 0 ? stream.scales().input_scale(j) : 1.0;
  };
  std::vector<OpenRow> open;
  for (Index j = 0; j < start.rows(); ++j)
    open.push_back(start_row(rows, basis, start.row(j).transpose(), j, n, options));
  Passes(program, stream, rows, basis, options, threads).run(open, result.rows);
  for (Index j = 0; j < start.rows(); ++j) {
    result.C.row(j) = open[j].scale * (open[j].g.transpose() * basis.from_basis);
    const double length = input_scale(j) * rows.target_lengths(j);
    result.rows[j].objective = unscaled_objective(program, result.rows[j].objective / n, input_scale(j) * open[j].scale,
                                                  length * length / n, options);
  }
  return result;
}

}  // namespace resunit
