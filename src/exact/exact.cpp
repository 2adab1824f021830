// SPDX-License-Identifier: BSD-3-Clause
// The whole method:
//   directions -> spans -> rows that are never active -> given starting point -> aligned kinks -> search S -> search K
//   -> vertex rows -> nearly linear rows -> linear rows -> refinement -> certificate
// (vertex rows and nearly linear rows before K if the inputs lie in a half-space), on a working set of bounded size.
// One pass over all samples then confirms the rows, or adds the samples that contradict them to the working set.
#include "exact/exact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "exact/aligned_kinks.hpp"
#include "exact/certificate.hpp"
#include "exact/linear_rows.hpp"
#include "exact/nearly_linear_rows.hpp"
#include "exact/vertex_rows.hpp"
#include "exact/weights.hpp"
#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"
#include "model/bias.hpp"
#include "model/directions.hpp"
#include "model/random_subset.hpp"
#include "model/unit_parts.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kQuickSearchBlocks = 2;  ///< of starting points
/// Singular values of the hidden layer below this, relative to the largest, count as zero.
constexpr double kHiddenRank = 1e-13;
constexpr double kNoiseless = 1e-7;  ///< largest row_residual of a row that fits to rounding error

/// The size of the working set: sufficient evidence for a certificate.
Index working_samples(Index d) {
  return std::max<Index>(64 * d, 4096);
}
/// The size of the search subset.
Index searched_samples(Index d) {
  return (d < 96 ? 8 : 12) * d;
}

/// A random subset of the samples, or all of them if there are few.
std::vector<Index> choose_working_set(const Samples& samples, std::uint64_t seed) {
  return random_subset(samples.count(), working_samples(samples.inputs()), Random(seed, Stream::exact_working_set));
}

/// Accepts the rows of the given starting point that fit the samples.
void try_start(const ExactProblem& problem, const Unit& start, FoundRows& rows) {
  for (Index j = 0; j < problem.inputs_count(); ++j)
    if (!rows.row(j))
      rows.accept_solution(
          j, problem.working_set.W.transpose() * (problem.samples.X * start.A.row(j).transpose()) / problem.scale(j));
}

/// True if at least one row fits the samples to rounding error.
bool any_row_fits_exactly(const ExactProblem& problem, const FoundRows& rows) {
  const double largest = std::max(kNoiseless, problem.rounding());
  for (Index j = 0; j < problem.inputs_count(); ++j)
    if (rows.row(j) && !rows.row(j)->b.isZero(0) && row_residual(problem.working_set, j, rows.row(j)->b) <= largest)
      return true;
  return false;
}

/// Finds the rows of the unit by all searches in order.
FoundRows find_rows(const ExactProblem& problem, const ExactOptions& options, bool half_space) {
  FoundRows rows(problem);
  const Index n = problem.search_subset.count(), d = problem.inputs_count();
  Random random(options.seed, Stream::exact_search);
  SearchBudget budget = options.budget;
  if (options.quick) budget.first_blocks = kQuickSearchBlocks;
  if (options.start) try_start(problem, *options.start, rows);
  if (is_badly_scaled(problem)) find_aligned_kinks(problem, budget, options.progress, random, rows);
  if (half_space && !rows.complete()) find_vertex_rows(problem, options.progress, rows);
  if (n >= 5 * d && !rows.complete()) search_any(problem, budget, options.progress, random, rows);
  if (half_space && !rows.complete()) find_nearly_linear_rows(problem, true, options.progress, random, rows);
  if (options.quick && !any_row_fits_exactly(problem, rows)) return rows;
  if (n >= 2 * d + 2 && !rows.complete()) search_rows(problem, options.budget, options.progress, random, rows);
  if (!half_space && !rows.complete()) find_vertex_rows(problem, options.progress, rows);
  if (!rows.complete()) find_nearly_linear_rows(problem, false, options.progress, random, rows);
  if (!rows.complete() && rows.rest_is_linear()) complete_linear_rows(problem, random, rows);
  return rows;
}

/// The samples, at most `count`, that the rows fit worst: a neuron may be active on them and on no sample of the
/// working set.
std::vector<Index> contradicting_samples(const Samples& samples, const RowWeights& weights, Index count) {
  const Matrix rest =
      samples.Y * weights.C.transpose() - samples.X - Matrix(samples.X * weights.A.transpose()).cwiseMax(0.0);
  const Vector size = rest.rowwise().norm().cwiseQuotient(samples.X.rowwise().norm().cwiseMax(kSmallestDivisor));
  std::vector<Index> order(samples.count());
  std::iota(order.begin(), order.end(), Index{0});
  count = std::min<Index>(count, samples.count());
  std::partial_sort(order.begin(), order.begin() + count, order.end(),
                    [&](Index a, Index b) { return size(a) > size(b); });
  order.resize(count);
  return order;
}

/// Adds the samples that are not yet in the working set; false if there are none.
bool extend_working_set(std::vector<Index>& working, const std::vector<Index>& samples) {
  const std::unordered_set<Index> known(working.begin(), working.end());
  const auto before = working.size();
  for (const Index i : samples)
    if (!known.contains(i)) working.push_back(i);
  return working.size() > before;
}

ExactFit empty_fit(const Samples& samples, std::string note) {
  const Index d = samples.inputs();
  ExactFit fit{.unit = {.A = Matrix::Zero(d, d), .B = Matrix::Zero(samples.outputs(), d)}};
  fit.certificate = {
      .layer2_rows = std::vector<bool>(d), .layer1_rows = std::vector<bool>(d), .scale_rows = std::vector<bool>(d)};
  if (!note.empty()) fit.notes.push_back(std::move(note));
  return fit;
}

ExactFit too_few_directions(const Samples& samples, Index directions) {
  return empty_fit(samples, fmt::format("the inputs have only {} distinct directions, but X has {} columns", directions,
                                        samples.inputs()));
}

ExactFit rank_deficient_outputs(const Samples& samples, Index rank) {
  ExactFit fit = empty_fit(samples, no_left_inverse(rank, samples.inputs()));
  fit.rank_deficient = true;
  return fit;
}

/// The backward errors of the rows if the outputs are fitted without the constant: layer 2 then has no bias.
Vector errors_without_constant(const Samples& samples, const RowWeights& weights, const Vector& errors) {
  const Samples outputs = without_constant_output(samples);
  const Unit unit{.A = weights.A, .B = Matrix::Zero(outputs.outputs(), outputs.inputs())};
  Vector without = backward_errors(outputs, row_weights(outputs, unit));
  without.tail(1) = errors.tail(1);  // the row of the constant
  return without.cwiseMax(errors);
}

/// The unit with the rows found, and its certificate.
ExactFit make_fit(const Samples& samples, const ExactProblem& problem, const FoundRows& rows, const RowWeights& weights,
                  Vector errors, bool half_space) {
  if (problem.bias == Bias::layer1) errors = errors_without_constant(samples, weights, errors);
  ExactFit fit = empty_fit(samples, {});
  fit.unit.A = weights.A;
  finish_layer2(samples, problem.bias, fit);
  std::vector<Index> missing;
  for (Index j = 0; j < samples.inputs(); ++j)
    if (!rows.row(j)) missing.push_back(j + 1);
  fit.found = samples.inputs() - std::ssize(missing);
  if (missing.empty()) fit.worst_backward_error = errors.maxCoeff();
  Certification certified = certify({.problem = problem,
                                     .rows = rows,
                                     .weights = weights,
                                     .backward_errors = errors,
                                     .half_space = half_space,
                                     .relative_residual = fit.relative_residual});
  fit.certificate = std::move(certified.certificate);
  fit.is_noiseless = certified.is_noiseless;
  fit.notes = std::move(certified.notes);
  if (!missing.empty())
    fit.notes.push_back(
        fmt::format("no neuron found for row{} {}", missing.size() == 1 ? "" : "s", fmt::join(missing, ", ")));
  fit.unit = canonical(std::move(fit.unit));
  fit.certificate.scale_rows = scale_rows_of(fit.unit.A);
  if (problem.bias != Bias::none) fit.certificate.scale_rows.back() = false;  // zero by the model
  return fit;
}

}  // namespace

void finish_layer2(const Samples& all, Bias bias, ExactFit& fit) {
  const Samples samples = bias == Bias::none ? all : without_constant_output(all);
  const Index used = samples.inputs() - (bias == Bias::layer1 ? 1 : 0);  // columns of B that are not zero by the model
  fit.unit.B = Matrix::Zero(samples.outputs(), samples.inputs());
  const Basis basis = orthonormal_basis(hidden_layer(fit.unit, samples.X).leftCols(used), kHiddenRank);
  fit.unit.B.leftCols(used) = (samples.Y.transpose() * basis.Z) * basis.from_basis;
  const double size = length_of(samples.Y);  // squares of outputs below 1e-162 underflow
  fit.relative_residual = size > 0 ? length_of(forward(fit.unit, samples.X) - samples.Y) / size : 0.0;
  if (bias != Bias::none) fit.unit = with_constant_output(std::move(fit.unit));
}

ExactFit learn_exactly(const Samples& samples, const ExactOptions& options) {
  if (samples.inputs() == 1) return learn_single_input(samples);
  const Index d = samples.inputs();
  std::vector<Index> working = choose_working_set(samples, options.seed);
  for (int round = 1;; ++round) {
    const Matrix X = samples.X(working, kAll), Y = samples.Y(working, kAll);
    const std::vector<Index> kept = distinct_directions(X, X.rows());
    if (std::ssize(kept) < d) return too_few_directions(samples, std::ssize(kept));
    Dataset directions{.X = X(kept, kAll), .Y = Y(kept, kAll)};
    ExactProblem problem = make_problem(std::move(directions), searched_samples(d), options.seed);
    problem.bias = options.bias;
    if (problem.rank_outputs() < d) return rank_deficient_outputs(samples, problem.rank_outputs());

    const bool half_space = lie_in_half_space(problem);
    const FoundRows rows = find_rows(problem, options, half_space);
    RowWeights weights = row_weights(problem, rows);
    Vector errors = backward_errors(samples, weights);
    refine_inaccurate_rows(samples, problem, rows, weights, errors);
    const bool contradicted = rows.complete() && errors.maxCoeff() > kContradiction;
    if (!contradicted || round == kSearchRounds || static_cast<Index>(working.size()) >= samples.count())
      return make_fit(samples, problem, rows, weights, errors, half_space);
    if (!extend_working_set(working, contradicting_samples(samples, weights, kContradictingPerInput * d)))
      return make_fit(samples, problem, rows, weights, errors, half_space);
  }
}

}  // namespace resunit
