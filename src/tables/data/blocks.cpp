// SPDX-License-Identifier: BSD-3-Clause
#include "tables/data/blocks.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace resunit::regression {
namespace {

std::size_t at(Index index) {
  return static_cast<std::size_t>(index);
}

std::vector<Index> group_sizes(const Ordering& order) {
  std::vector<Index> sizes(at(order.group_count), 0);
  for (const Index group : order.groups) ++sizes[at(group)];
  return sizes;
}

/// The groups, the largest ones first; groups of equal size in their order.
std::vector<Index> by_size(const std::vector<Index>& sizes) {
  std::vector<Index> groups(sizes.size());
  std::iota(groups.begin(), groups.end(), Index{0});
  std::stable_sort(groups.begin(), groups.end(), [&](Index g, Index h) { return sizes[at(g)] > sizes[at(h)]; });
  return groups;
}

/// The block of each group.
std::vector<Index> place_groups(const std::vector<Index>& sizes, Index rows, Index count) {
  std::vector<Index> free_rows;
  for (Index b = 0; b < count; ++b) free_rows.push_back((b + 1) * rows / count - b * rows / count);
  const std::vector<Index> groups = by_size(sizes);
  std::vector<Index> placed(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const bool first_of_block = g < free_rows.size();  // no block stays empty
    const auto block = first_of_block ? free_rows.begin() + static_cast<Index>(g)
                                      : std::max_element(free_rows.begin(), free_rows.end());
    placed[g] = block - free_rows.begin();
    *block -= sizes[at(groups[g])];
  }
  std::vector<Index> block(groups.size());
  for (std::size_t first = 0, end = 0; first < groups.size(); first = end) {
    while (end < groups.size() && sizes[at(groups[end])] == sizes[at(groups[first])]) ++end;
    std::sort(placed.begin() + static_cast<Index>(first), placed.begin() + static_cast<Index>(end));
    for (std::size_t g = first; g < end; ++g) block[at(groups[g])] = placed[g];
  }
  return block;
}

/// At most `max_rows` rows of the blocks: if not all of them, a window of the same length in each block, at a position
/// between its begin (shift = 0) and its end (shift = 1).
Spans windows(const Spans& blocks, Index max_rows, double shift) {
  const Index share = max_rows / std::max<Index>(std::ssize(blocks), 1);
  Spans spans;
  for (const Span& block : blocks) {
    const Index length = std::min(share, block.size());
    const Index begin = block.begin + static_cast<Index>(shift * static_cast<double>(block.size() - length));
    spans.push_back({begin, begin + length});
  }
  return spans;
}

/// The same rows with adjacent spans joined.
Spans joined(const Spans& spans) {
  Spans result;
  for (const Span& span : spans) {
    if (!result.empty() && result.back().end == span.begin)
      result.back().end = span.end;
    else
      result.push_back(span);
  }
  return result;
}

Spans limited(const Spans& blocks, Index max_rows, double shift) {
  return joined(size(blocks) <= max_rows ? blocks : windows(blocks, max_rows, shift));
}

}  // namespace

Spans Blocks::without_pair(Index b, Index max_rows) const {
  Spans training;
  for (Index other = after(after(b)); other != b; other = after(other)) training.push_back(block(other));
  return limited(training, max_rows, static_cast<double>(b) / static_cast<double>(count() - 1));
}

Spans Blocks::without_last(Index max_rows) const {
  Spans training;
  for (Index b = 0; b + 1 < count(); ++b) training.push_back(block(b));
  return limited(training, max_rows, 0);
}

Division divide(const Ordering& order, Index count) {
  assert(count >= 1 && count <= order.group_count);
  const std::vector<Index> block = place_groups(group_sizes(order), std::ssize(order.rows), count);
  Division division{.blocks = {.begin = {0}}};
  for (Index b = 0; b < count; ++b) {
    for (std::size_t r = 0; r < order.rows.size(); ++r)
      if (block[at(order.groups[r])] == b) division.rows.push_back(order.rows[r]);
    division.blocks.begin.push_back(std::ssize(division.rows));
  }
  return division;
}

}  // namespace resunit::regression
