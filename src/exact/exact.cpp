// The whole method:
//   directions  ->  spans  ->  never-active rows  ->  search S  ->  search K  ->  vertices  ->  linear rows  ->
//   certificates
// on a bounded part of the samples; one pass over all of them then confirms it, or adds the samples that contradict.
#include "exact/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/certify.hpp"
#include "exact/degenerate.hpp"
#include "exact/identities.hpp"
#include "exact/rare_sides.hpp"
#include "linalg/openblas.hpp"
#include "parallel/underway.hpp"
#include "resunit/metrics.hpp"

namespace resunit {
namespace {

constexpr int kMaxRounds = 4;
constexpr int kBlocksOfAQuickLook = 2;
constexpr double kNoiseless = 1e-7;  ///< residual of a row over rms: rounding, through a B of condition up to 1e8

/// Enough to count evidence on; more only costs time.
Index working_samples(Index d) {
  return std::max<Index>(64 * d, 4096);
}
Index searched_samples(Index d) {
  return (d < 96 ? 8 : 12) * d;
}

/// A random part of the samples, the working set of a large problem.
std::vector<Index> choose_working_set(const Samples& samples, std::uint64_t seed) {
  std::vector<Index> rows(samples.count());
  std::iota(rows.begin(), rows.end(), Index{0});
  if (samples.count() <= working_samples(samples.inputs())) return rows;
  Random(seed, Stream::exact_samples).shuffle(rows);
  rows.resize(working_samples(samples.inputs()));
  return rows;
}

void try_start(const Problem& problem, const Unit& start, FoundRows& rows) {
  for (Index j = 0; j < problem.inputs_count(); ++j)
    if (!rows.row(j))
      rows.accept(j, problem.all.W.transpose() * (problem.samples.X * start.A.row(j).transpose()) / problem.scale(j));
}

/// Does some neuron hold on the samples better than under noise?
bool seems_exact(const Problem& problem, const FoundRows& rows) {
  for (Index j = 0; j < problem.inputs_count(); ++j)
    if (rows.row(j) && !rows.row(j)->b.isZero(0) && row_residual(problem.all, j, rows.row(j)->b) <= kNoiseless)
      return true;
  return false;
}

/// Rows of the unit from a problem's samples, by every means in turn.
FoundRows find_rows(const Problem& problem, const ExactOptions& options, bool half_space) {
  FoundRows rows(problem);
  const Index n = problem.some.count(), d = problem.inputs_count();
  Random random(options.seed, Stream::exact_search);
  SearchBudget budget = options.budget;
  if (options.quick) budget.first_blocks = kBlocksOfAQuickLook;
  if (options.start) try_start(problem, *options.start, rows);
  if (half_space && !rows.complete()) find_vertices(problem, rows);
  if (n >= 5 * d && !rows.complete()) search_any(problem, budget, options.progress, random, rows);
  if (half_space && !rows.complete()) find_rare_sides(problem, true, random, rows);
  if (options.quick && !seems_exact(problem, rows)) return rows;
  if (n >= 2 * d + 2 && !rows.complete()) search_rows(problem, options.budget, options.progress, random, rows);
  if (!half_space && !rows.complete()) find_vertices(problem, rows);
  if (!rows.complete()) find_rare_sides(problem, false, random, rows);
  if (!rows.complete() && rows.rest_is_linear()) complete_linear_rows(problem, rows);
  return rows;
}

/// Samples, at most `count`, where the rows contradict the data most: a neuron that is active there and nowhere in the
/// working set.
std::vector<Index> contradicting(const Samples& samples, const RowWeights& weights, Index count) {
  const Matrix rest =
      samples.Y * weights.C.transpose() - samples.X - Matrix(samples.X * weights.A.transpose()).cwiseMax(0.0);
  const Vector size = rest.rowwise().norm().cwiseQuotient(samples.X.rowwise().norm().cwiseMax(1e-300));
  std::vector<Index> order(samples.count());
  std::iota(order.begin(), order.end(), Index{0});
  count = std::min<Index>(count, samples.count());
  std::partial_sort(order.begin(), order.begin() + count, order.end(),
                    [&](Index a, Index b) { return size(a) > size(b); });
  order.resize(count);
  return order;
}

void certify(const Problem& problem, const FoundRows& rows, const Vector& errors, bool half_space, ExactFit& fit) {
  const Index d = problem.inputs_count();
  Certificate& certificate = fit.certificate;
  for (Index j = 0; j < d; ++j) {
    if (!rows.row(j)) continue;
    ++fit.found;
    fit.worst_backward_error = std::max(fit.worst_backward_error, errors(j));
    if (!(errors(j) <= kLargestBackwardError)) continue;
    Underway::check();
    const RowVerdict verdict = weigh_evidence(problem, *rows.row(j), j, half_space);
    const bool one_of_two = verdict.ambiguous && !is_scale_row(fit.unit.A, j);
    if (one_of_two)
      fit.notes.push_back(
          fmt::format("row {}: two different neurons fit the samples; its weights are not determined", j + 1));
    certificate.layer2_rows[j] = verdict.layer2 && !one_of_two;
    certificate.layer1_rows[j] = verdict.layer1 && !one_of_two;
  }
  const std::vector<bool> has_other_forms = rows_with_other_forms(scaled_weights(problem, rows));
  for (Index j = 0; j < d; ++j)
    if (rows.row(j) && has_other_forms[j]) {
      certificate.layer1_rows[j] = certificate.layer2_rows[j] = false;
      fit.notes.push_back(
          fmt::format("row {}: exact on the samples, but a unit with other weights computes the same; weights not "
                      "determined",
                      j + 1));
    }
}

/// Names the rows without a proof.
void name_open_rows(const FoundRows& rows, ExactFit& fit) {
  std::vector<Index> missing, unproved;
  for (Index j = 0; j < static_cast<Index>(fit.certificate.layer1_rows.size()); ++j) {
    if (!rows.row(j))
      missing.push_back(j + 1);
    else if (!fit.certificate.layer1_rows[j])
      unproved.push_back(j + 1);
  }
  if (!missing.empty()) fit.notes.push_back(fmt::format("no neuron found for rows {}", fmt::join(missing, ", ")));
  if (!unproved.empty())
    fit.notes.push_back(fmt::format("the samples do not prove the weights of rows {} of A", fmt::join(unproved, ", ")));
}

}  // namespace

void finish_layer2(const Samples& samples, ExactFit& fit) {
  fit.unit.B = Matrix::Zero(samples.outputs(), samples.inputs());
  const Basis basis = orthonormal_basis(hidden(fit.unit, samples.X), 1e-13);
  fit.unit.B = (samples.Y.transpose() * basis.Z) * basis.back;
  const double size = samples.Y.norm();
  fit.misfit = size > 0 ? (predict(fit.unit, samples.X) - samples.Y).norm() / size : 0.0;
}

ExactFit learn_exactly(const Samples& samples, const ExactOptions& options) {
  const OneBlasThread guard;
  if (samples.inputs() == 1) return learn_single_input(samples);
  const Index d = samples.inputs();
  std::vector<Index> working = choose_working_set(samples, options.seed);
  for (int round = 1;; ++round) {
    ExactFit fit;
    fit.certificate = {
        .layer2_rows = std::vector<bool>(d), .layer1_rows = std::vector<bool>(d), .scale_rows = std::vector<bool>(d)};
    fit.unit = {Matrix::Zero(d, d), Matrix::Zero(samples.outputs(), d)};
    Dataset directions = distinct_directions({samples.X(working, Eigen::all), samples.Y(working, Eigen::all)});
    if (directions.X.rows() < d) {
      fit.notes.push_back(
          fmt::format("the inputs have only {} directions, below their {} columns", directions.X.rows(), d));
      return fit;
    }
    const Problem problem = make_problem(std::move(directions), searched_samples(d), options.seed);
    if (problem.rank_outputs() < d) {
      fit.layer2_hidden = true;
      fit.notes.push_back(
          fmt::format("Y has rank {}, below the {} inputs: B has no left inverse that these samples "
                      "determine",
                      problem.rank_outputs(), d));
      return fit;
    }
    const bool half_space = lie_in_half_space(problem);
    const FoundRows rows = find_rows(problem, options, half_space);
    const RowWeights weights = row_weights(problem, rows);
    const Vector errors = backward_errors(samples, weights);
    const bool contradicted = rows.complete() && errors.maxCoeff() > 1e-6;
    if (contradicted && round < kMaxRounds && static_cast<Index>(working.size()) < samples.count()) {
      for (const Index i : contradicting(samples, weights, 8 * d)) working.push_back(i);
      continue;
    }
    fit.unit.A = weights.A;
    certify(problem, rows, errors, half_space, fit);
    finish_layer2(samples, fit);
    fit.unit = canonical(std::move(fit.unit));
    for (Index j = 0; j < d; ++j) fit.certificate.scale_rows[j] = is_scale_row(fit.unit.A, j);
    if (!(fit.misfit <= kExactMisfit)) {
      fit.certificate.layer1_rows.assign(d, false);
      fit.certificate.layer2_rows.assign(d, false);
    }
    fit.certificate.holds =
        std::all_of(fit.certificate.layer1_rows.begin(), fit.certificate.layer1_rows.end(), [](bool b) { return b; });
    name_open_rows(rows, fit);
    return fit;
  }
}

}  // namespace resunit
