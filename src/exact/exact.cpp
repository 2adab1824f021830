// The whole method:
//   directions -> spans -> never-active rows -> a given start -> search S -> search K -> vertices -> rare sides
//   -> linear rows -> certificates          (vertices and rare sides before K where the inputs lie in a half-space)
// on a bounded part of the samples; one pass over all of them then confirms it, or adds the samples that contradict.
#include "exact/exact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "exact/certify.hpp"
#include "exact/degenerate.hpp"
#include "exact/identities.hpp"
#include "exact/owners.hpp"
#include "exact/rare_sides.hpp"
#include "linalg/length.hpp"
#include "linalg/openblas.hpp"
#include "model/directions.hpp"
#include "parallel/underway.hpp"
#include "resunit/metrics.hpp"

namespace resunit {
namespace {

constexpr int kMaxRounds = 4;
constexpr int kBlocksOfAQuickLook = 2;
constexpr double kContradiction = 1e-6;  ///< backward error of a row that samples outside the working set contradict
constexpr double kPrecision = 1e-6;      ///< of the weights in a row that is proved
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
  if (half_space && !rows.complete()) find_vertices(problem, options.progress, rows);
  if (n >= 5 * d && !rows.complete()) search_any(problem, budget, options.progress, random, rows);
  if (half_space && !rows.complete()) find_rare_sides(problem, true, options.progress, random, rows);
  if (options.quick && !seems_exact(problem, rows)) return rows;
  if (n >= 2 * d + 2 && !rows.complete()) search_rows(problem, options.budget, options.progress, random, rows);
  if (!half_space && !rows.complete()) find_vertices(problem, options.progress, rows);
  if (!rows.complete()) find_rare_sides(problem, false, options.progress, random, rows);
  if (!rows.complete() && rows.rest_is_linear()) complete_linear_rows(problem, random, rows);
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

/// Are the weights of row j known to six digits? Rounding of the terms of  C_j y = x_j + (a x)^+  leaves its share of
/// them over x_k in the weight of column k: too much where a column matters so much less than others.
bool is_precise(const Problem& problem, const RowWeights& weights, const Vector& outputs_rms, Index j) {
  const Vector a = weights.A.row(j);
  const double terms = a.cwiseAbs().dot(problem.scale) + weights.C.row(j).cwiseAbs().dot(outputs_rms);
  const double rounding = std::numeric_limits<double>::epsilon() * terms / problem.scale.minCoeff();
  return a.isZero(0) || rounding <= kPrecision * length_of(a);
}

/// Neurons along one hyperplane are proved together or not at all: on few samples a row may fit with the neuron of
/// another, turned round, in the place of its own (1 of 4099 proofs on integers was false by that).
void unprove_borrowed_neurons(const Matrix& scaled, Certificate& certificate) {
  for (const std::vector<Index>& group : rows_with_one_hyperplane(scaled)) {
    const bool all_proved =
        std::all_of(group.begin(), group.end(), [&](Index j) { return certificate.layer1_rows[j]; });
    if (all_proved) continue;
    for (const Index j : group) certificate.layer1_rows[j] = certificate.layer2_rows[j] = false;
  }
}

void certify(const Problem& problem, const FoundRows& rows, const RowWeights& weights, const Vector& errors,
             bool half_space, ExactFit& fit) {
  const Index d = problem.inputs_count();
  const Vector outputs_rms = column_rms(problem.samples.Y);
  Certificate& certificate = fit.certificate;
  if (rows.complete()) fit.worst_backward_error = errors.maxCoeff();
  const Owners owners(problem, rows);
  std::vector<bool> doubtful = rows_that_split_alike(problem, rows);
  for (Index j = 0; j < d; ++j) {
    if (!rows.row(j)) continue;
    ++fit.found;
    Underway::check();
    const Split split = split_by(problem.all, rows.row(j)->b);
    const std::vector<Index> others = owners.others(j, split);
    for (const Index other : others) doubtful[other] = true;
    if (!others.empty() && half_space && owners.may_be_linear(j)) doubtful[j] = true;
    if (!(errors(j) <= kLargestBackwardError)) continue;
    const RowVerdict verdict = weigh_evidence(problem, *rows.row(j), j, split, half_space);
    fit.is_noiseless |= verdict.noiseless;
    const bool one_of_two = verdict.ambiguous && !is_scale_row(fit.unit.A, j);
    if (one_of_two)
      fit.notes.push_back(
          fmt::format("row {}: two different neurons fit the samples; its weights are not determined", j + 1));
    const bool known = !one_of_two && is_precise(problem, weights, outputs_rms, j) &&
                       !(is_scale_row(fit.unit.A, j) && has_lost_form(fit.unit.A(j, j)));
    certificate.layer2_rows[j] = verdict.layer2 && known;
    certificate.layer1_rows[j] = verdict.layer1 && known;
  }
  if (problem.has_ties)
    for (const Index other : owners.others_on_axes()) doubtful[other] = true;
  for (Index j = 0; j < d; ++j) {
    if (!doubtful[j]) continue;
    certificate.layer1_rows[j] = certificate.layer2_rows[j] = false;
    fit.notes.push_back(
        fmt::format("row {}: its neuron could be another row's, or another's its own; not determined", j + 1));
  }
  const Matrix scaled = scaled_weights(problem, rows);
  unprove_borrowed_neurons(scaled, certificate);
  const std::vector<bool> has_other_forms = rows_with_other_forms(scaled);
  const std::vector<bool> may_be_linear = half_space ? rows.within_linear_outputs() : std::vector<bool>(d);
  for (Index j = 0; j < d; ++j)
    if (rows.row(j) && (has_other_forms[j] || (may_be_linear[j] && !(problem.bias && j == d - 1)))) {
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

/// The unit of the rows found, and what is proved of it: the whole fit is exact, or nothing is.
ExactFit conclude(const Samples& samples, const Problem& problem, const FoundRows& rows, const RowWeights& weights,
                  const Vector& errors, bool half_space) {
  ExactFit fit = nothing_found(samples, {});
  fit.unit.A = weights.A;
  certify(problem, rows, weights, errors, half_space, fit);
  finish_layer2(samples, fit);
  fit.unit = canonical(std::move(fit.unit));
  Certificate& certificate = fit.certificate;
  for (Index j = 0; j < samples.inputs(); ++j) certificate.scale_rows[j] = is_scale_row(fit.unit.A, j);
  if (!(fit.misfit <= kExactMisfit)) {
    certificate.layer1_rows.assign(samples.inputs(), false);
    certificate.layer2_rows.assign(samples.inputs(), false);
  }
  certificate.holds =
      std::all_of(certificate.layer1_rows.begin(), certificate.layer1_rows.end(), [](bool proved) { return proved; });
  name_open_rows(rows, fit);
  return fit;
}

}  // namespace

void finish_layer2(const Samples& samples, ExactFit& fit) {
  fit.unit.B = Matrix::Zero(samples.outputs(), samples.inputs());
  const Basis basis = orthonormal_basis(hidden(fit.unit, samples.X), 1e-13);
  fit.unit.B = (samples.Y.transpose() * basis.Z) * basis.back;
  const double size = length_of(samples.Y);  // squares of outputs below 1e-162 vanish
  fit.misfit = size > 0 ? length_of(predict(fit.unit, samples.X) - samples.Y) / size : 0.0;
}

ExactFit learn_exactly(const Samples& samples, const ExactOptions& options) {
  const OneBlasThread guard;
  if (samples.inputs() == 1) return learn_single_input(samples);
  const Index d = samples.inputs();
  std::vector<Index> working = choose_working_set(samples, options.seed);
  for (int round = 1;; ++round) {
    const Matrix X = samples.X(working, Eigen::all), Y = samples.Y(working, Eigen::all);
    const std::vector<Index> kept = distinct_directions(X, X.rows());
    if (std::ssize(kept) < d) return too_few_directions(samples, std::ssize(kept));
    Dataset directions{.X = X(kept, Eigen::all), .Y = Y(kept, Eigen::all)};
    Problem problem = make_problem(std::move(directions), searched_samples(d), options.seed);
    problem.bias = options.bias;
    if (problem.rank_outputs() < d) return hidden_layer2(samples, problem.rank_outputs());

    const bool half_space = lie_in_half_space(problem);
    const FoundRows rows = find_rows(problem, options, half_space);
    const RowWeights weights = row_weights(problem, rows);
    const Vector errors = backward_errors(samples, weights);
    const bool contradicted = rows.complete() && errors.maxCoeff() > kContradiction;
    if (!contradicted || round == kMaxRounds || static_cast<Index>(working.size()) >= samples.count())
      return conclude(samples, problem, rows, weights, errors, half_space);
    if (!extend(working, contradicting(samples, weights, 8 * d)))
      return conclude(samples, problem, rows, weights, errors, half_space);
  }
}

}  // namespace resunit
