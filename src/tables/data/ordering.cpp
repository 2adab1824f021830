// SPDX-License-Identifier: BSD-3-Clause
#include "tables/data/ordering.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

#include "model/random.hpp"

namespace resunit::regression {
namespace {

using Bits = std::uint64_t;

Bits hash(double value) {
  return split_mix(std::bit_cast<Bits>(value + 0.0));  // -0 + 0 = 0
}

/// One key per column of M, independent of the order of rows.
std::vector<Bits> column_keys(const MatrixView& M) {
  std::vector<Bits> keys(static_cast<std::size_t>(M.cols()), 0);
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j) keys[static_cast<std::size_t>(j)] += hash(M(i, j));
  for (Bits& key : keys) key = split_mix(key);
  return keys;
}

/// Adds a hash of the entries of M to the key of each row; the sum does not depend on the order of columns.
void add_row_keys(const MatrixView& M, const std::vector<Bits>& columns, std::vector<Bits>& keys) {
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j)
      keys[static_cast<std::size_t>(i)] += split_mix(columns[static_cast<std::size_t>(j)] ^ hash(M(i, j)));
}

std::vector<Index> sorted_by(const std::vector<Bits>& keys) {
  std::vector<Index> order(keys.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto key = [&](Index i) { return keys[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(),
            [&](Index one, Index other) { return key(one) != key(other) ? key(one) < key(other) : one < other; });
  return order;
}

/// Rows with equal keys are duplicates: their new keys are hashes of the common key and a counter.
void distinguish_copies(std::vector<Bits>& keys, Bits seed) {
  const std::vector<Index> order = sorted_by(keys);
  Bits copy = 0, previous = 0;
  for (std::size_t r = 0; r < order.size(); ++r) {
    Bits& key = keys[static_cast<std::size_t>(order[r])];
    copy = r > 0 && key == previous ? copy + 1 : 0;
    previous = key;
    key = split_mix(key ^ split_mix(split_mix(seed) + copy));
  }
}

Index count_distinct(std::vector<Bits> keys) {
  std::sort(keys.begin(), keys.end());
  return std::unique(keys.begin(), keys.end()) - keys.begin();
}

/// Numbers the keys of rows in the order of their first appearance; distinct keys are the common case.
std::vector<Index> number_groups(const std::vector<Index>& rows, const std::vector<Bits>& keys, bool all_distinct) {
  std::vector<Index> groups(rows.size());
  std::iota(groups.begin(), groups.end(), Index{0});
  if (all_distinct) return groups;
  std::unordered_map<Bits, Index> numbers;
  for (std::size_t r = 0; r < rows.size(); ++r)
    groups[r] = numbers.emplace(keys[static_cast<std::size_t>(rows[r])], std::ssize(numbers)).first->second;
  return groups;
}

}  // namespace

Ordering canonical_order(const MatrixView& X, const MatrixView& Y, std::uint64_t seed) {
  const std::vector<Bits> columns = column_keys(X);
  // Targets keep their order: keys by position distinguish equal targets.
  std::vector<Bits> targets(static_cast<std::size_t>(Y.cols()));
  for (std::size_t j = 0; j < targets.size(); ++j) targets[j] = split_mix(~Bits{j});
  std::vector<Bits> inputs(static_cast<std::size_t>(X.rows()), 0);
  add_row_keys(X, columns, inputs);
  std::vector<Bits> rows = inputs;
  add_row_keys(Y, targets, rows);
  const Index distinct_inputs = count_distinct(inputs);
  const bool levels = distinct_inputs < kMinDistinctInputs && count_distinct(rows) > distinct_inputs;
  distinguish_copies(rows, seed);
  Ordering order{.rows = sorted_by(rows), .columns = sorted_by(columns), .distinct_inputs = distinct_inputs};
  order.groups = number_groups(order.rows, inputs, levels || distinct_inputs == X.rows());
  order.group_count = levels ? X.rows() : distinct_inputs;
  return order;
}

}  // namespace resunit::regression
