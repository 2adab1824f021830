// SPDX-License-Identifier: BSD-3-Clause
// The whole extraction: scales and precision of the oracle (oracle_scales.hpp), then batches of random lines, each with
//     kinks (line_kinks.hpp) -> jumps of the Jacobian (jumps.hpp)
//     -> layer by layer from the first: hyperplanes (hyperplanes.hpp), rows (layer_rows.hpp), coordinates of the next
//        layer (layer_kinks.hpp)
//     -> after every layer: is the rest linear? Then the last layer, refinement and verification (final_network.hpp)
// until a network reproduces the answers, no batch brings progress, or the limit of the queries is reached.
#include "resunit/extract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "deep/certificate.hpp"
#include "deep/queries/final_network.hpp"
#include "deep/queries/layer_rows.hpp"
#include "deep/queries/options.hpp"
#include "deep/queries/oracle_scales.hpp"
#include "linalg/openblas.hpp"
#include "model/counted.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

constexpr Index kQueriesPerInput = 20000;  ///< the default limit
constexpr Index kLinesPerBatch = 12;
constexpr double kShortestReach = 6;           ///< |t| <= reach on the lines a + t b, |b| = 1
constexpr double kNearUnexplained = 0.05;      ///< distance from a kink, relative to |x|
constexpr double kReachNearUnexplained = 0.4;  ///< of a line, relative to |x|
constexpr std::size_t kMostUnexplained = 4;    ///< per input: more kinks belong to layers that are not known yet
constexpr int kPatience = 6;         ///< batches without a further layer or hyperplane that end the extraction
constexpr int kPatienceForRows = 2;  ///< such batches, after which rows without a hyperplane are assumed to be zero
constexpr double kSuspect = 1e-4;    ///< largest residual of a network that is reported although it is not exact

/// How far the layers are known: the more, the better.
struct Reached {
  Index layers = 0, hyperplanes = 0;

  auto operator<=>(const Reached&) const = default;
};

class Extraction {
 public:
  Extraction(const Oracle& oracle, Index inputs, const ExtractOptions& options)
      : options_(options),
        answers_(oracle, inputs, options.queries > 0 ? options.queries : kQueriesPerInput * inputs),
        lines_random_(options.seed, Stream::query_lines) {}

  NetworkFit run() {
    const Stopwatch watch;
    try {
      search();
    } catch (const QueryLimitReached&) {
      stopped_ = fmt::format("the limit of {} queries was reached", answers_.limit());
    } catch (const TooManyPieces& found) {
      defect_ =
          fmt::format("a line has more than {} pieces, so that the answers are not piecewise linear with few pieces",
                      found.intervals);
    }
    NetworkFit fit = result();
    fit.seconds.emplace_back("queries and identification", watch.seconds());
    return fit;
  }

 private:
  void report(std::string_view stage) const {
    if (options_.progress)
      options_.progress(stage, static_cast<double>(answers_.count()) / static_cast<double>(answers_.limit()));
  }

  void search() {
    report("precision of the answers");
    set_scales(answers_, lines_random_);
    const AnswerQuality quality = measure_quality(answers_, lines_random_);
    precision_ = quality.precision;
    defect_ = quality.defect;
    if (!defect_.empty()) return;
    final_.emplace(answers_, precision_, options_.seed, options_.threads);
    if (accepts({Matrix::Zero(answers_.inputs(), answers_.inputs())})) return;
    for (int without_progress = 0; without_progress < kPatience;) {
      measure_lines();
      const Reached before = reached_;
      if (identify_layers(without_progress >= kPatienceForRows)) return;
      without_progress = reached_ > before ? 0 : without_progress + 1;
    }
    stopped_ = fmt::format("{} more batches of lines brought no progress", kPatience);
  }

  void measure_lines() {
    report(stage("kinks on lines"));
    std::vector<Line> batch;
    for (Index k = 0; k < kLinesPerBatch; ++k)
      batch.push_back(k % 2 == 1 && has_unexplained() ? line_near_unexplained() : random_line());
    find_kinks(answers_, precision_, batch);
    report(stage("jumps at kinks"));
    const std::vector<Kink> found = measure_jumps(answers_, precision_, batch);
    kinks_.insert(kinks_.end(), found.begin(), found.end());
    lines_.insert(lines_.end(), batch.begin(), batch.end());
  }

  Line random_line() {
    const Index d = answers_.inputs();
    const Vector a = gaussian(d, 1, lines_random_).col(0), b = gaussian(d, 1, lines_random_).col(0);
    return {.a = a, .b = b.normalized(), .reach = std::max(kShortestReach, std::sqrt(static_cast<double>(d)))};
  }

  [[nodiscard]] bool has_unexplained() const { return !unexplained_.empty() || !counterexamples_.empty(); }

  /// A short line near a kink that the layers known so far do not explain, or near a counterexample. There may be a neuron
  /// that is active, or inactive, at so few points that random lines rarely cross its kink.
  Line line_near_unexplained() {
    const Index d = answers_.inputs();
    const std::vector<Vector>& points = counterexamples_.empty() ? unexplained_ : counterexamples_;
    const Vector x = points[static_cast<std::size_t>(lines_random_.below(std::ssize(points)))];
    const Vector b = gaussian(d, 1, lines_random_).col(0).normalized();
    const Vector offset = gaussian(d, 1, lines_random_).col(0).normalized();
    return {.a = x + kNearUnexplained * x.norm() * offset, .b = b, .reach = kReachNearUnexplained * x.norm()};
  }

  /// "kinks on lines, 1 layer known"
  std::string stage(const char* task) const {
    return fmt::format("{}, {} known", task, counted(reached_.layers, "layer"));
  }

  [[nodiscard]] Index most_hidden() const {
    return options_.layers > 0 ? options_.layers - 1 : std::numeric_limits<Index>::max();
  }

  /// Layers from the first one as far as the kinks permit; true if they are a network that reproduces the answers.
  bool identify_layers(bool allow_missing_rows) {
    report(stage("layers"));
    LayerCoordinates at(kinks_, lines_, precision_);
    HiddenWeights hidden;
    bool all_rows = true;  // every row of the layers so far has a hyperplane
    unexplained_.clear();
    while (std::ssize(hidden) < most_hidden() && !at.kinks().empty()) {
      const std::vector<Hyperplane> planes = recurring_hyperplanes(at);
      const Reached here{std::ssize(hidden), std::ssize(planes)};
      reached_ = std::max(reached_, here);
      if (all_rows) complete_ = std::max(complete_, here);
      all_rows = all_rows && here.hyperplanes == answers_.inputs();
      if (planes.empty() || (std::ssize(planes) < answers_.inputs() && !allow_missing_rows)) {
        keep_unexplained(at, planes);
        return false;
      }
      hidden.push_back(decode_rows(at, planes).W);
      if (accepts(hidden)) return true;
      at.apply(hidden.back(), kinks_on(planes, at.kinks().size()));
    }
    keep_unexplained(at, {});
    return false;
  }

  static std::vector<bool> kinks_on(const std::vector<Hyperplane>& planes, std::size_t count) {
    std::vector<bool> used(count);
    for (const Hyperplane& plane : planes)
      for (const std::size_t i : plane.kinks) used[i] = true;
    return used;
  }

  void keep_unexplained(const LayerCoordinates& at, const std::vector<Hyperplane>& planes) {
    const std::vector<bool> used = kinks_on(planes, at.kinks().size());
    for (std::size_t i = 0; i < used.size(); ++i)
      if (!used[i]) unexplained_.push_back(at.measured()[i].x);
    if (unexplained_.size() > kMostUnexplained * static_cast<std::size_t>(answers_.inputs())) unexplained_.clear();
  }

  bool accepts(const HiddenWeights& hidden) {
    report(stage("verification"));
    std::optional<CheckedNetwork> checked = final_->check(hidden, kinks_);
    if (!checked) return false;
    const bool is_best = !best_ || checked->relative_residual < best_->relative_residual;
    const bool exact = checked->exact;
    if (is_best || exact) best_ = std::move(checked);
    if (!exact || best_->certificate.holds) return exact;
    report(stage("search for counterexamples"));
    counterexamples_ = final_->counterexamples(best_->network);
    best_->exact = counterexamples_.empty();
    return best_->exact;
  }

  NetworkFit result() {
    NetworkFit fit{.method = Method::exact, .status = FitStatus::not_exact, .relative_residual = 1};
    fit.queries = {.count = answers_.count(), .kinks = std::ssize(kinks_), .precision = precision_};
    if (best_) fit.relative_residual = best_->relative_residual;
    if (best_ && (best_->exact || best_->relative_residual <= kSuspect))
      accept(fit);
    else
      fit.reason = fmt::format("no network of residual layers{} reproduces the answers: {}", layers_text(), cause());
    return fit;
  }

  void accept(NetworkFit& fit) {
    fit.network = answers_.in_original_scales(std::move(best_->network));
    add_linear_layers(fit.network);
    fit.certificate = std::move(best_->certificate);
    fit.status = !best_->exact                       ? FitStatus::suspect
                 : fit.certificate.holds && !padded_ ? FitStatus::solved
                                                     : FitStatus::undetermined;
    fit.reason = fmt::format(
        "the weights reproduce the answers to fresh queries to {:.1e}, and the answers have a "
        "precision of {:.0e}{}",
        fit.relative_residual, precision_, remark(fit));
    if (options_.layers == 0)
      fit.choice = fmt::format("{} layers: the smallest number that reproduces the answers", fit.network.layers());
  }

  /// Up to the requested number of layers: zero weights, which have no effect.
  void add_linear_layers(Network& network) {
    const Index d = answers_.inputs();
    while (network.layers() < options_.layers) {
      network.weights.insert(network.weights.end() - 1, Matrix::Zero(d, d));
      padded_ = true;
    }
  }

  std::string remark(const NetworkFit& fit) const {
    if (fit.status == FitStatus::suspect) return "; the network is not exact, because " + cause();
    if (padded_) return "; not identifiable, because a network of fewer layers suffices";
    if (fit.status == FitStatus::solved) return "; locally identifiable";
    return "; not shown to be locally identifiable: " + failed_conditions(fit.certificate);
  }

  std::string layers_text() const { return options_.layers > 0 ? fmt::format(" with L = {}", options_.layers) : ""; }

  /// Why the extraction ended without an exact network.
  std::string cause() const {
    if (!defect_.empty()) return defect_;
    return fmt::format("{}, with {} identified and {} of {} hyperplanes of the next one ({})", stopped_,
                       counted(complete_.layers, "hidden layer"), complete_.hyperplanes, answers_.inputs(),
                       counted(std::ssize(kinks_), "kink"));
  }

  const ExtractOptions& options_;
  Answers answers_;
  Random lines_random_;
  double precision_ = 0;
  std::optional<FinalNetwork> final_;
  std::vector<Line> lines_;
  std::vector<Kink> kinks_;
  std::vector<Vector> unexplained_;      ///< kinks of no known neuron; empty if there are many
  std::vector<Vector> counterexamples_;  ///< queries whose answers an otherwise exact network does not reproduce
  Reached reached_;                      ///< also with rows that are assumed to be active at all kinks or at none
  Reached complete_;                     ///< with a hyperplane for every row of the layers below
  std::optional<CheckedNetwork> best_;
  std::string defect_, stopped_;
  bool padded_ = false;
};

}  // namespace

void validate(const ExtractOptions& options) {
  require_ranges("ExtractOptions", options);
  if (options.layers == 1)
    throw OptionError(
        "ExtractOptions::layers = 1, expected at least 2, or 0 for the smallest number that reproduces the answers");
}

NetworkFit extract(const Oracle& oracle, Index inputs, const ExtractOptions& options) {
  validate(options);
  if (inputs < 1) throw OptionError(fmt::format("inputs = {}, expected at least 1", inputs));
  const OneBlasThread guard;
  ProgressScope scope(options.progress);
  ExtractOptions checked = options;
  checked.progress = scope.reports();
  return Extraction(oracle, inputs, checked).run();
}

}  // namespace resunit
