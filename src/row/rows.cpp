// SPDX-License-Identifier: BSD-3-Clause
// All rows of a layer: F and T are transformed to the form of kernel.hpp, threads solve blocks of rows, and the
// solutions are transformed back. The blocks do not depend on the number of threads, so that the products have the same
// shapes and the same bits.
#include "row/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

#include "linalg/basis.hpp"
#include "linalg/indexing.hpp"
#include "linalg/large_matrix.hpp"
#include "linalg/norms.hpp"
#include "linalg/openblas.hpp"
#include "model/fit_options.hpp"
#include "model/random.hpp"
#include "model/unit_parts.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"
#include "row/kernel.hpp"

namespace resunit {
namespace {

/// Blocks of 8 to 32 rows: matrix products are faster for many rows, but threads require at least four blocks.
Index block_count(Index rows) {
  constexpr Index kMinRows = 8, kMaxRows = 32;
  const Index together = std::clamp(rows / 4, kMinRows, kMaxRows);
  return (rows + together - 1) / together;
}

void require_matching_shapes(const MatrixView& F, const MatrixView& T) {
  if (F.rows() != T.cols()) throw DataError(fmt::format("F has {} rows, T has {} columns", F.rows(), T.cols()));
  if (F.rows() == 0 || F.cols() == 0) throw DataError(fmt::format("F is empty: {} x {}", F.rows(), F.cols()));
  require_finite(F, "F");
  require_finite(T, "T");
}

void solve_block(RowProgram program, RowBlock& block, const RowOptions& options) {
  switch (program) {
    case RowProgram::least_squares: return least_squares_hinge(block, options);
    case RowProgram::absolute: return absolute_hinge(block, options);
    case RowProgram::center: return center(block, options);
    case RowProgram::central_path: return central_path(block, options);
  }
}

/// F = 0: c = 0 is the solution.
RowReport report_without_columns(RowProgram program, const Eigen::Ref<const Vector>& t) {
  const Vector v = t.cwiseMax(0.0);
  RowReport report{.status = RowStatus::solved};
  switch (program) {
    case RowProgram::least_squares:
    case RowProgram::central_path: report.objective = v.squaredNorm() / (2 * static_cast<double>(t.size())); break;
    case RowProgram::absolute: report.objective = v.mean(); break;
    case RowProgram::center:
      report.objective = v.maxCoeff();
      if (report.objective > 0) report.status = RowStatus::infeasible;
  }
  return report;
}

/// F in the coordinates of kernel.hpp. A constraint F_i c >= t_i may be multiplied by any positive weight, so (R0)
/// scales its samples to equal norm: samples of very different scales then lose no digits.
struct Form {
  Basis basis;     ///< of diag(weights) F
  Vector weights;  ///< n
};

Form make_form(RowProgram program, const MatrixView& F, const RowOptions& options, int threads) {
  Form form{.weights = Vector::Ones(F.rows())};
  if (program == RowProgram::center) {
    const Vector lengths = (F * column_scales(F).cwiseInverse().asDiagonal()).rowwise().norm();
    const double shortest = kSmallestSample * lengths.maxCoeff();
    for (Index i = 0; i < F.rows(); ++i)
      if (lengths(i) > shortest) form.weights(i) = 1 / lengths(i);
  }
  form.basis = program == RowProgram::center
                   ? orthonormal_basis(Matrix(form.weights.asDiagonal() * F), options.rank_tolerance, threads)
                   : orthonormal_basis(F, options.rank_tolerance, threads);
  return form;
}

/// Powers of two near the norms of the rows of T: division by them is exact and preserves ties.
Vector row_scales(const Matrix& T) {
  Vector scales(T.rows());
  for (Index j = 0; j < T.rows(); ++j) scales(j) = nearby_power_of_two(length_of(T.row(j)));
  return scales;
}

/// (R1) starts from the solution for every eighth sample, found in the same way, so that few steps use all samples. At
/// d = 100, n = 48000 the 9.3 steps become 0 without noise, and 4.3 with noise 0.2 (docs/journal/benchmarks.md).
constexpr Index kThinning = 8;
/// Samples per column of F: with fewer, the solution of a subset is too far off.
constexpr Index kMinSamplesToThin = 256;
constexpr double kRoundingOfAStart = 1e-12;  ///< largest RowBlock::start_rounding: noiseless solutions have 12 digits

/// Rounding error of residuals in the basis, relative to the condition number of F: 16 epsilon condition.
constexpr double kRoundingPerCondition = 16 * kEpsilon;

/// One row of every eight, at random positions, so that periodic samples are not aliased.
std::vector<Index> thinned(Index n) {
  std::vector<Index> rows;
  Random random(0, Stream::thinning);
  for (Index first = 0; first + kThinning <= n; first += kThinning) rows.push_back(first + random.below(kThinning));
  return rows;
}

/// Starting points as rows of coefficients of the basis; empty if there are too few samples to thin.
Matrix find_start(RowProgram program, const MatrixView& F, const MatrixView& T, const Basis& basis,
                  const RowOptions& options, int threads) {
  if (program != RowProgram::least_squares || F.rows() < kMinSamplesToThin * F.cols()) return {};
  const std::vector<Index> rows = thinned(F.rows());
  const Matrix thin_F = F(rows, kAll), thin_T = T(kAll, rows);
  const Matrix C = solve_programs(program, thin_F, thin_T, options, threads).C;
  return C * basis.to_basis;
}

}  // namespace

double unscaled_objective(RowProgram program, double objective, double scale, double mean_square,
                          const RowOptions& options) {
  switch (program) {
    case RowProgram::least_squares: return objective * scale * scale;
    case RowProgram::absolute: return objective * scale;
    case RowProgram::center: break;  // computed from F and T themselves
    case RowProgram::central_path:
      return objective * scale * scale - options.path_parameter * mean_square * std::log(scale);
  }
  return objective;
}

RowStatus RowsResult::status() const {
  RowStatus worst = rows.empty() ? RowStatus::not_run : RowStatus::solved;
  for (const RowReport& row : rows)
    if (row.status == RowStatus::not_run || row.status > worst) worst = row.status;
  return worst;
}

RowsResult solve_rows(RowProgram program, const MatrixView& F, const MatrixView& T, const RowOptions& options,
                      int threads, const Progress& progress) {
  validate(options);
  if (threads < 0) throw OptionError(fmt::format("threads = {}, expected {}", threads, at_least(0).text()));
  require_matching_shapes(F, T);
  const OneBlasThread guard;
  ProgressScope scope(progress);
  return solve_programs(program, F, T, options, threads, scope.reports());
}

RowsResult solve_programs(RowProgram program, const MatrixView& F, const MatrixView& T, const RowOptions& options,
                          int threads, const Progress& progress) {
  const Form form = make_form(program, F, options, threads);
  const Basis& basis = form.basis;
  RowsResult result{.C = Matrix::Zero(T.rows(), F.cols()),
                    .rows = std::vector<RowReport>(T.rows()),
                    .rank = basis.rank(),
                    .condition = basis.condition};
  if (basis.rank() == 0) {
    for (Index j = 0; j < T.rows(); ++j) result.rows[j] = report_without_columns(program, T.row(j).transpose());
    return result;
  }
  const Matrix start = find_start(program, F, T, basis, options, threads);
  const Index blocks = block_count(T.rows());
  const auto report = [&](Index done) {
    if (progress) progress("rows", static_cast<double>(done) / static_cast<double>(blocks));
  };
  report(0);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<Index> done{0};
  parallel_for(blocks, threads, [&](Index k) {
    const Index first = k * T.rows() / blocks, count = (k + 1) * T.rows() / blocks - first;
    Matrix targets = large_matrix(count, T.cols());
    targets = T.middleRows(first, count) * form.weights.asDiagonal();
    const Vector scale = row_scales(targets);
    for (Index j = 0; j < count; ++j) targets.row(j) /= scale(j);
    RowBlock block{.Z = basis.Z,
                   .T = std::move(targets),
                   .G = Matrix::Zero(count, basis.rank()),
                   .started = start.size() > 0,
                   .start_rounding = std::min(kRoundingOfAStart, kRoundingPerCondition * basis.condition),
                   .reports = std::span(result.rows).subspan(first, count),
                   .feasibility = std::max(options.tolerance / kInnerMargin, kRoundingPerCondition * basis.condition)};
    if (block.started) block.G = scale.cwiseInverse().asDiagonal() * start.middleRows(first, count);
    solve_block(program, block, options);
    result.C.middleRows(first, count) = scale.asDiagonal() * (block.G * basis.from_basis);
    const auto n = static_cast<double>(F.rows());
    for (Index j = 0; j < count; ++j)
      block.reports[j].objective =
          program == RowProgram::center
              ? std::max(0.0, (T.row(first + j).transpose() - F * result.C.row(first + j).transpose()).maxCoeff())
              : unscaled_objective(program, block.reports[j].objective / n, scale(j),
                                   T.row(first + j).squaredNorm() / n, options);
    ++done;
    if (std::this_thread::get_id() == caller) report(done);
  });
  report(blocks);
  return result;
}

}  // namespace resunit
