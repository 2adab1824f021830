// All rows of a layer: bring F and T into the form of kernel.hpp, share the rows out in blocks, take the answers back.
// A block is a fixed set of rows, whatever the number of threads: the products inside then have the same shape and the
// same bits.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>
#include <utility>

#include "linalg/basis.hpp"
#include "linalg/large_matrix.hpp"
#include "linalg/openblas.hpp"
#include "model/random.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"
#include "resunit/options.hpp"
#include "resunit/samples.hpp"
#include "row/kernel.hpp"

namespace resunit {
namespace {

/// Rows worked on together: products want many, sharing out wants four blocks or more.
Index block_count(Index rows) {
  constexpr Index kFewest = 8, kMost = 32;
  const Index together = std::clamp(rows / 4, kFewest, kMost);
  return (rows + together - 1) / together;
}

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

void require_fitting_shapes(const MatrixView& F, const MatrixView& T) {
  if (F.rows() != T.cols()) throw DataError(fmt::format("F has {} rows, T has {} columns", F.rows(), T.cols()));
  if (F.rows() == 0 || F.cols() == 0) throw DataError(fmt::format("F is empty: {} x {}", F.rows(), F.cols()));
  require_finite(F, "F");
  require_finite(T, "T");
}

void solve_block(RowProgram program, RowBlock& block, const RowOptions& options) {
  switch (program) {
    case RowProgram::least_squares: return least_squares_hinge(block, options);
    case RowProgram::absolute: return absolute_hinge(block, options);
    case RowProgram::centre: return centre(block, options);
    case RowProgram::central_path: return central_path(block, options);
  }
}

/// F = 0: nothing to choose, and c = 0 is the answer.
RowReport report_without_columns(RowProgram program, const Eigen::Ref<const Vector>& t) {
  const Vector v = t.cwiseMax(0.0);
  RowReport report{.status = RowStatus::solved};
  switch (program) {
    case RowProgram::least_squares:
    case RowProgram::central_path: report.objective = v.squaredNorm() / (2 * static_cast<double>(t.size())); break;
    case RowProgram::absolute: report.objective = v.mean(); break;
    case RowProgram::centre:
      report.objective = v.maxCoeff();
      if (report.objective > 0) report.status = RowStatus::infeasible;
  }
  return report;
}

/// F in the coordinates of kernel.hpp. A constraint F_i c >= t_i may be weighed at will, so (R0) weighs its samples to
/// equal length: samples of very different size then cost no digits.
struct Form {
  Basis basis;     ///< of diag(weights) F
  Vector weights;  ///< n
};

Form make_form(RowProgram program, const MatrixView& F, const RowOptions& options) {
  Form form{.weights = Vector::Ones(F.rows())};
  if (program == RowProgram::centre) {
    const Vector lengths = (F * column_scales(F).cwiseInverse().asDiagonal()).rowwise().norm();
    const double shortest = 1e-14 * lengths.maxCoeff();
    for (Index i = 0; i < F.rows(); ++i)
      if (lengths(i) > shortest) form.weights(i) = 1 / lengths(i);
  }
  form.basis = program == RowProgram::centre
                   ? orthonormal_basis(form.weights.asDiagonal() * F, options.rank_tolerance, options.threads)
                   : orthonormal_basis(F, options.rank_tolerance, options.threads);
  return form;
}

/// Powers of two near the lengths of the rows of T: dividing by them is exact and keeps ties tied.
Vector row_scales(const Matrix& T) {
  Vector scales(T.rows());
  for (Index j = 0; j < T.rows(); ++j) scales(j) = nearby_power_of_two(T.row(j).stableNorm());
  return scales;
}

/// (R1) starts from the answer of every eighth sample, found the same way, so that few steps see all samples. At d =
/// 100, n = 48000 that leaves none of 9.3 steps without noise, and 4.3 with noise 0.2 (docs/benchmarks.md).
constexpr Index kThinning = 8;
constexpr double kRoundingOfAStart = 1e-12;  ///< at most, so that answers without noise keep twelve digits
constexpr Index kFewestToThin = 256;         ///< samples a column of F: below, the answer of a part is too far off

/// Every eighth row, from blocks of eight, at places that no period in the samples can follow.
std::vector<Index> thinned(Index n) {
  std::vector<Index> rows;
  Random random(0, Stream::thinning);
  for (Index first = 0; first + kThinning <= n; first += kThinning) rows.push_back(first + random.below(kThinning));
  return rows;
}

/// Rows of coefficients of the basis, near the answers; empty where there are too few samples to thin.
Matrix find_start(RowProgram program, const MatrixView& F, const MatrixView& T, const Basis& basis,
                  const RowOptions& options) {
  if (program != RowProgram::least_squares || F.rows() < kFewestToThin * F.cols()) return {};
  const std::vector<Index> rows = thinned(F.rows());
  RowOptions quiet = options;
  quiet.progress = nullptr;
  const Matrix C = solve_rows(program, F(rows, Eigen::all), T(Eigen::all, rows), quiet).C;
  return C * basis.there;
}

}  // namespace

double unscaled_objective(RowProgram program, double objective, double scale, double mean_square,
                          const RowOptions& options) {
  switch (program) {
    case RowProgram::least_squares: return objective * scale * scale;
    case RowProgram::absolute: return objective * scale;
    case RowProgram::centre: break;  // measured on F and T themselves
    case RowProgram::central_path:
      return objective * scale * scale - options.path_parameter * mean_square * std::log(scale);
  }
  return objective;
}

std::string_view to_string(RowStatus status) {
  switch (status) {
    case RowStatus::not_run: return "not run";
    case RowStatus::solved: return "solved";
    case RowStatus::iteration_limit: return "iteration limit";
    case RowStatus::infeasible: return "infeasible";
    case RowStatus::stalled: return "stalled";
  }
  return "";
}

RowStatus RowsResult::status() const {
  RowStatus worst = rows.empty() ? RowStatus::not_run : RowStatus::solved;
  for (const RowReport& row : rows)
    if (row.status == RowStatus::not_run || row.status > worst) worst = row.status;
  return worst;
}

RowsResult solve_rows(RowProgram program, const MatrixView& F, const MatrixView& T, const RowOptions& options) {
  validate(options);
  require_fitting_shapes(F, T);
  const OneBlasThread guard;
  const Form form = make_form(program, F, options);
  const Basis& basis = form.basis;
  RowsResult result{.C = Matrix::Zero(T.rows(), F.cols()),
                    .rows = std::vector<RowReport>(T.rows()),
                    .rank = basis.rank(),
                    .condition = basis.condition};
  if (basis.rank() == 0) {
    for (Index j = 0; j < T.rows(); ++j) result.rows[j] = report_without_columns(program, T.row(j).transpose());
    return result;
  }
  const Matrix start = find_start(program, F, T, basis, options);
  const Index blocks = block_count(T.rows());
  const auto report = [&](Index done) {
    if (options.progress) options.progress("rows", static_cast<double>(done) / static_cast<double>(blocks));
  };
  report(0);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<Index> done{0};
  parallel_for(blocks, options.threads, [&](Index k) {
    const Index first = k * T.rows() / blocks, count = (k + 1) * T.rows() / blocks - first;
    Matrix targets = large_matrix(count, T.cols());
    targets = T.middleRows(first, count) * form.weights.asDiagonal();
    const Vector scale = row_scales(targets);
    for (Index j = 0; j < count; ++j) targets.row(j) /= scale(j);
    RowBlock block{.Z = basis.Z,
                   .T = std::move(targets),
                   .G = Matrix::Zero(count, basis.rank()),
                   .started = start.size() > 0,
                   .start_rounding = std::min(kRoundingOfAStart, 16 * kEpsilon * basis.condition),
                   .reports = std::span(result.rows).subspan(first, count),
                   .feasibility = std::max(options.tolerance / 10, 16 * kEpsilon * basis.condition)};
    if (block.started) block.G = scale.cwiseInverse().asDiagonal() * start.middleRows(first, count);
    solve_block(program, block, options);
    result.C.middleRows(first, count) = scale.asDiagonal() * (block.G * basis.back);
    const auto n = static_cast<double>(F.rows());
    for (Index j = 0; j < count; ++j)
      block.reports[j].objective =
          program == RowProgram::centre
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
