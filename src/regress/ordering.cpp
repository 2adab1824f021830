#include "regress/ordering.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace resunit::regression {
namespace {

using Bits = std::uint64_t;

/// The finaliser of SplitMix64.
constexpr Bits mix(Bits z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Bits hash(double value) {
  return mix(std::bit_cast<Bits>(value + 0.0));  // -0 + 0 = 0
}

/// One key for each column of M, whatever the order of rows.
std::vector<Bits> column_keys(const MatrixView& M) {
  std::vector<Bits> keys(static_cast<std::size_t>(M.cols()), 0);
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j) keys[static_cast<std::size_t>(j)] += hash(M(i, j));
  for (Bits& key : keys) key = mix(key);
  return keys;
}

/// Adds to each row's key what its entries in M say, whatever the order of columns.
void add_row_keys(const MatrixView& M, const std::vector<Bits>& columns, std::vector<Bits>& keys) {
  for (Index i = 0; i < M.rows(); ++i)
    for (Index j = 0; j < M.cols(); ++j)
      keys[static_cast<std::size_t>(i)] += mix(columns[static_cast<std::size_t>(j)] ^ hash(M(i, j)));
}

std::vector<Index> sorted_by(const std::vector<Bits>& keys) {
  std::vector<Index> order(keys.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto key = [&](Index i) { return keys[static_cast<std::size_t>(i)]; };
  std::sort(order.begin(), order.end(),
            [&](Index one, Index other) { return key(one) != key(other) ? key(one) < key(other) : one < other; });
  return order;
}

/// Rows with equal keys are copies: each gets the hash of its key and of its number among them.
void tell_copies_apart(std::vector<Bits>& keys, Bits seed) {
  const std::vector<Index> order = sorted_by(keys);
  Bits copy = 0, previous = 0;
  for (std::size_t r = 0; r < order.size(); ++r) {
    Bits& key = keys[static_cast<std::size_t>(order[r])];
    copy = r > 0 && key == previous ? copy + 1 : 0;
    previous = key;
    key = mix(key ^ mix(mix(seed) + copy));
  }
}

}  // namespace

Ordering canonical_order(const MatrixView& X, const MatrixView& Y, std::uint64_t seed) {
  const std::vector<Bits> columns = column_keys(X);
  // Targets keep their order: a key by position keeps equal targets apart.
  std::vector<Bits> targets(static_cast<std::size_t>(Y.cols()));
  for (std::size_t j = 0; j < targets.size(); ++j) targets[j] = mix(~Bits{j});
  std::vector<Bits> rows(static_cast<std::size_t>(X.rows()), 0);
  add_row_keys(X, columns, rows);
  add_row_keys(Y, targets, rows);
  tell_copies_apart(rows, seed);
  return {.rows = sorted_by(rows), .columns = sorted_by(columns)};
}

}  // namespace resunit::regression
