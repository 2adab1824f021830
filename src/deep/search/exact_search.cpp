// SPDX-License-Identifier: BSD-3-Clause
#include "deep/search/exact_search.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>
#include <utility>

#include "deep/decode/decode_network.hpp"
#include "deep/search/relaxed_search.hpp"
#include "linalg/indexing.hpp"
#include "model/random_subset.hpp"

namespace resunit {
namespace {

constexpr Index kFewSamples = 20;  ///< per input: below, more starts with fewer refreshes are better
constexpr int kStarts = 10, kStartsOnFewSamples = 30;
constexpr int kCycles = 20, kCyclesDeep = 40, kCyclesOnFewSamples = 8;
constexpr Index kSubset = 32, kSubsetDeep = 64, kSmallestSubsetDeep = 1024;  ///< samples per input in a search; fewest

/// Widths of the relaxed layers, relative to d.
constexpr double kWidth = 1.25, kWidthDeepAndNarrow = 2;
constexpr Index kNarrow = 8;

constexpr double kDecodable = 1e-6;  ///< relaxed loss after pruning up to which decoding is tried

// Recurring lines.
constexpr int kFirstRecurrence = 3;       ///< number of starts before lines are compared
constexpr std::size_t kRemembered = 12;   ///< stalled starts that are compared
constexpr double kSameLine = 0.985;       ///< |cos| between equal lines
constexpr std::size_t kFewestStarts = 3;  ///< in which a line must appear

constexpr NetworkDescentOptions kExactDescent{.max_steps = 60, .tolerance = 1e-9, .target = 1e-30};

struct StalledStart {
  double loss;
  Matrix lines;  ///< unit rows of the lowest layer
};

/// The lines that recur, the most frequent first, each as found by the start with the smallest loss.
Matrix recurring_lines(const std::deque<StalledStart>& stalled, Index d) {
  struct Line {
    Eigen::RowVectorXd direction;
    double loss;
    std::size_t start;
    std::size_t starts = 0;
    bool used = false;
  };
  std::vector<Line> lines;
  for (std::size_t s = 0; s < stalled.size(); ++s)
    for (const auto& row : stalled[s].lines.rowwise()) lines.push_back({row, stalled[s].loss, s});
  const auto equal = [](const Line& a, const Line& b) { return std::abs(a.direction.dot(b.direction)) > kSameLine; };
  for (Line& line : lines) {
    std::set<std::size_t> in;
    for (const Line& other : lines)
      if (equal(line, other)) in.insert(other.start);
    line.starts = in.size();
  }
  std::vector<std::size_t> order(lines.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::make_pair(lines[b].starts, lines[a].loss) < std::make_pair(lines[a].starts, lines[b].loss);
  });
  std::vector<Eigen::RowVectorXd> found;
  for (const std::size_t k : order) {
    if (lines[k].starts < kFewestStarts) break;
    if (lines[k].used) continue;
    const Line* best = &lines[k];
    const Line seed = lines[k];
    for (Line& other : lines)
      if (equal(seed, other)) {
        other.used = true;
        if (other.loss < best->loss) best = &other;
      }
    found.push_back(best->direction);
  }
  Matrix result(static_cast<Index>(found.size()), d);
  for (std::size_t k = 0; k < found.size(); ++k) result.row(static_cast<Index>(k)) = found[k];
  return result;
}

class Search {
 public:
  Search(const ColumnSamples& samples, const ExactSearchOptions& options, WorkLimit& work)
      : samples_(samples), options_(options), work_(work), d_(samples.X.cols()), deep_(options.layers > 3) {}

  ExactSearchResult run() {
    const int starts = options_.starts > 0 ? options_.starts : few_samples() ? kStartsOnFewSamples : kStarts;
    for (int s = 0; s < starts && best_.relative_loss >= kExactNetwork && !work_.exhausted(); ++s) {
      if (options_.progress) options_.progress("search", static_cast<double>(s) / starts);
      best_.starts = s + 1;
      start(s);
    }
    return std::move(best_);
  }

 private:
  bool few_samples() const { return samples_.count() < kFewSamples * d_; }

  Index width() const {
    const double factor = deep_ && d_ < kNarrow ? kWidthDeepAndNarrow : kWidth;
    return static_cast<Index>(std::ceil(factor * static_cast<double>(d_)));
  }

  void start(int s) {
    const std::uint64_t seed = split_mix(options_.seed) + static_cast<std::uint64_t>(s);
    Random random(seed, Stream::deep_search);
    const ColumnSamples subset = draw_subset(seed);
    const ColumnSamples whitened{.X = subset.X, .Y = whitened_outputs(subset)};
    if (whitened.Y.cols() == 0) return;
    RelaxedSearchOptions search{.width = width(),
                                .cycles = few_samples() ? kCyclesOnFewSamples
                                          : deep_       ? kCyclesDeep
                                                        : kCycles,
                                .threads = options_.threads};
    if (s >= kFirstRecurrence) search.first_rows = recurring_lines(stalled_, d_);
    RelaxedFit relaxed = search_relaxed_network(whitened, options_.layers - 1, search, random, work_);
    best_.relaxed_loss = std::min(best_.relaxed_loss, relaxed.loss);
    remember(relaxed);
    if (relaxed.loss > kPrunable) return;
    relaxed = prune(whitened, std::move(relaxed), d_, options_.threads, work_);
    if (!(relaxed.loss <= kDecodable)) return;
    if (const auto decoded = decode_network(subset, std::move(relaxed.weights), options_.threads, work_))
      keep_if_better(decoded->weights);
  }

  ColumnSamples draw_subset(std::uint64_t seed) const {
    const Index enough = deep_ ? std::max(kSubsetDeep * d_, kSmallestSubsetDeep) : kSubset * d_;
    const std::vector<Index> rows = random_subset(samples_.count(), enough, Random(seed, Stream::deep_samples));
    return {.X = samples_.X(rows, kAll), .Y = samples_.Y(rows, kAll)};
  }

  void remember(const RelaxedFit& relaxed) {
    Matrix lines = relaxed.weights.front();
    lines.rowwise().normalize();
    stalled_.push_back({relaxed.loss, std::move(lines)});
    if (stalled_.size() > kRemembered) stalled_.pop_front();
  }

  void keep_if_better(const HiddenWeights& hidden) {
    LayersMinimum minimum =
        work_.descend(NetworkFamily::exact, samples_, hidden, with_threads(kExactDescent, options_.threads));
    if (!(minimum.relative_loss < best_.relative_loss)) return;
    best_.relative_loss = minimum.relative_loss;
    best_.network.weights = std::move(minimum.weights);
    best_.network.weights.push_back(std::move(minimum.last));
  }

  const ColumnSamples& samples_;
  const ExactSearchOptions& options_;
  WorkLimit& work_;
  Index d_;
  bool deep_;
  ExactSearchResult best_;
  std::deque<StalledStart> stalled_;
};

}  // namespace

ExactSearchResult search_exact_network(const ColumnSamples& samples, const ExactSearchOptions& options,
                                       WorkLimit& work) {
  return Search(samples, options, work).run();
}

}  // namespace resunit
