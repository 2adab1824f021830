// SPDX-License-Identifier: BSD-3-Clause
// The whole method:
//   directions -> spans -> never-active rows -> a given start -> search S -> search K -> vertex rows
//   -> nearly linear rows -> linear rows -> certificate
// (vertex rows and nearly linear rows before K where the inputs lie in a half-space), on a bounded part of the samples;
// one pass over all of them then confirms the rows, or adds the samples that contradict them.
#include "exact/exact.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "exact/certificate.hpp"
#include "exact/linear_rows.hpp"
#include "exact/nearly_linear_rows.hpp"
#include "exact/vertex_rows.hpp"
#include "exact/weights.hpp"
#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"
#include "model/directions.hpp"
#include "model/random_subset.hpp"
#include "model/unit_parts.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kMaxRounds = 4;  ///< of search, each with samples that contradict the last
constexpr int kBlocksOfAQuickSearch = 2;
constexpr double kHiddenRank = 1e-13;  ///< singular values of the hidden layer below this share of the largest are zero
constexpr double kTinyInput = 1e-300;  ///< keeps the quotient of a zero input finite
constexpr Index kSamplesOfAContradiction = 8;  ///< per input, that join the working set
constexpr double kContradiction = 1e-6;  ///< backward error of a row that samples outside the working set contradict
constexpr double kNoiseless = 1e-7;      ///< residual of a row over rms: rounding, through a B of condition up to 1e8

/// Enough to count evidence on; more only costs time.
Index working_samples(Index d) {
  return std::max<Index>(64 * d, 4096);
}
Index searched_samples(Index d) {
  return (d < 96 ? 8 : 12) * d;
}

/// A random part of the samples, the working set of a large problem.
std::vector<Index> choose_working_set(const Samples& samples, std::uint64_t seed) {
  return random_subset(samples.count(), working_samples(samples.inputs()), Random(seed, Stream::exact_samples));
}

void try_start(const ExactProblem& problem, const Unit& start, FoundRows& rows) {
  for (Index j = 0; j < problem.inputs_count(); ++j)
    if (!rows.row(j))
      rows.accept(
          j, problem.working_set.W.transpose() * (problem.samples.X * start.A.row(j).transpose()) / problem.scale(j));
}

/// True if at least one row fits the samples to rounding error.
bool any_row_fits_exactly(const ExactProblem& problem, const FoundRows& rows) {
  for (Index j = 0; j < problem.inputs_count(); ++j)
    if (rows.row(j) && !rows.row(j)->b.isZero(0) && row_residual(problem.working_set, j, rows.row(j)->b) <= kNoiseless)
      return true;
  return false;
}

/// Rows of the unit from a problem's samples, by every means in turn.
FoundRows find_rows(const ExactProblem& problem, const ExactOptions& options, bool half_space) {
  FoundRows rows(problem);
  const Index n = problem.search_subset.count(), d = problem.inputs_count();
  Random random(options.seed, Stream::exact_search);
  SearchBudget budget = options.budget;
  if (options.quick) budget.first_blocks = kBlocksOfAQuickSearch;
  if (options.start) try_start(problem, *options.start, rows);
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

/// Samples, at most `count`, where the rows contradict the data most: a neuron that is active there and nowhere in the
/// working set.
std::vector<Index> contradicting(const Samples& samples, const RowWeights& weights, Index count) {
  const Matrix rest =
      samples.Y * weights.C.transpose() - samples.X - Matrix(samples.X * weights.A.transpose()).cwiseMax(0.0);
  const Vector size = rest.rowwise().norm().cwiseQuotient(samples.X.rowwise().norm().cwiseMax(kTinyInput));
  std::vector<Index> order(samples.count());
  std::iota(order.begin(), order.end(), Index{0});
  count = std::min<Index>(count, samples.count());
  std::partial_sort(order.begin(), order.begin() + count, order.end(),
                    [&](Index a, Index b) { return size(a) > size(b); });
  order.resize(count);
  return order;
}

/// Adds the samples that are not in the working set yet; false if there are none.
bool extend(std::vector<Index>& working, const std::vector<Index>& samples) {
  const std::unordered_set<Index> known(working.begin(), working.end());
  const auto before = working.size();
  for (const Index i : samples)
    if (!known.contains(i)) working.push_back(i);
  return working.size() > before;
}

ExactFit nothing_found(const Samples& samples, std::string note) {
  const Index d = samples.inputs();
  ExactFit fit{.unit = {.A = Matrix::Zero(d, d), .B = Matrix::Zero(samples.outputs(), d)}};
  fit.certificate = {
      .layer2_rows = std::vector<bool>(d), .layer1_rows = std::vector<bool>(d), .scale_rows = std::vector<bool>(d)};
  if (!note.empty()) fit.notes.push_back(std::move(note));
  return fit;
}

ExactFit too_few_directions(const Samples& samples, Index directions) {
  return nothing_found(
      samples, fmt::format("the inputs have only {} directions, below their {} columns", directions, samples.inputs()));
}

ExactFit hidden_layer2(const Samples& samples, Index rank) {
  ExactFit fit = nothing_found(
      samples, fmt::format("Y has rank {}, below the {} inputs: B has no left inverse that these samples determine",
                           rank, samples.inputs()));
  fit.layer2_hidden = true;
  return fit;
}

/// The unit of the rows found, and which of them are certified.
ExactFit conclude(const Samples& samples, const ExactProblem& problem, const FoundRows& rows, const RowWeights& weights,
                  const Vector& errors, bool half_space) {
  ExactFit fit = nothing_found(samples, {});
  fit.unit.A = weights.A;
  finish_layer2(samples, fit);
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
  if (!missing.empty()) fit.notes.push_back(fmt::format("no neuron found for rows {}", fmt::join(missing, ", ")));
  fit.unit = canonical(std::move(fit.unit));
  fit.certificate.scale_rows = scale_rows_of(fit.unit.A);
  return fit;
}

}  // namespace

void finish_layer2(const Samples& samples, ExactFit& fit) {
  fit.unit.B = Matrix::Zero(samples.outputs(), samples.inputs());
  const Basis basis = orthonormal_basis(hidden_layer(fit.unit, samples.X), kHiddenRank);
  fit.unit.B = (samples.Y.transpose() * basis.Z) * basis.from_basis;
  const double size = length_of(samples.Y);  // squares of outputs below 1e-162 vanish
  fit.relative_residual = size > 0 ? length_of(forward(fit.unit, samples.X) - samples.Y) / size : 0.0;
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
    if (problem.rank_outputs() < d) return hidden_layer2(samples, problem.rank_outputs());

    const bool half_space = lie_in_half_space(problem);
    const FoundRows rows = find_rows(problem, options, half_space);
    const RowWeights weights = row_weights(problem, rows);
    const Vector errors = backward_errors(samples, weights);
    const bool contradicted = rows.complete() && errors.maxCoeff() > kContradiction;
    if (!contradicted || round == kMaxRounds || static_cast<Index>(working.size()) >= samples.count())
      return conclude(samples, problem, rows, weights, errors, half_space);
    if (!extend(working, contradicting(samples, weights, kSamplesOfAContradiction * d)))
      return conclude(samples, problem, rows, weights, errors, half_space);
  }
}

}  // namespace resunit
