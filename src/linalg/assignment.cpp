// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/assignment.hpp"

#include <limits>

namespace resunit {
namespace {

constexpr Index kFree = -1;

/// Adds rows one by one; each finds the cheapest path of reassignments that ends in a free column.
class Assignment {
 public:
  explicit Assignment(const Matrix& cost)
      : cost_(cost),
        row_potential_(Vector::Zero(cost.rows())),
        column_potential_(Vector::Zero(cost.rows())),
        row_of_(cost.rows(), kFree) {}

  std::vector<Index> run() {
    for (Index row = 0; row < cost_.rows(); ++row) augment(row);
    return row_of_;
  }

 private:
  void augment(Index first) {
    const Index d = cost_.rows();
    Vector distance = Vector::Constant(d, std::numeric_limits<double>::infinity());
    std::vector<Index> column_before(d, kFree);
    std::vector<char> done(d, 0);
    Index row = first, last = kFree;
    double length = 0;
    for (;;) {
      Index nearest = kFree;
      for (Index j = 0; j < d; ++j) {
        if (done[j]) continue;
        const double through = length + cost_(row, j) - row_potential_(row) - column_potential_(j);
        if (through < distance(j)) {
          distance(j) = through;
          column_before[j] = last;
        }
        if (nearest == kFree || distance(j) < distance(nearest)) nearest = j;
      }
      length = distance(nearest);
      done[nearest] = 1;
      last = nearest;
      if (row_of_[nearest] == kFree) break;
      row = row_of_[nearest];
    }
    for (Index j = 0; j < d; ++j) {
      if (!done[j]) continue;
      column_potential_(j) += distance(j) - length;
      if (row_of_[j] != kFree) row_potential_(row_of_[j]) += length - distance(j);
    }
    row_potential_(first) += length;
    for (Index j = last; j != kFree; j = column_before[j])
      row_of_[j] = column_before[j] == kFree ? first : row_of_[column_before[j]];
  }

  const Matrix& cost_;
  Vector row_potential_, column_potential_;
  std::vector<Index> row_of_;
};

}  // namespace

std::vector<Index> assign(const Matrix& cost) {
  return Assignment(cost).run();
}

}  // namespace resunit
