// SPDX-License-Identifier: BSD-3-Clause
#include "exact/split.hpp"

#include <cmath>

#include "exact/tolerances.hpp"
#include "linalg/indexing.hpp"
#include "linalg/lower_gram.hpp"

namespace resunit {

Split split_by(const Spans& spans, const Vector& b) {
  const Vector u = spans.W * b;
  const double kink = kOnKink * u.norm() / std::sqrt(static_cast<double>(u.size()));
  Split split;
  for (Index i = 0; i < u.size(); ++i)
    (u(i) > kink ? split.active : u(i) < -kink ? split.inactive : split.on_kink).push_back(i);
  const Matrix W = spans.W(split.active, kAll);
  split.WW = gram_of(W);
  split.ZW = spans.Z(split.active, kAll).transpose() * W;
  return split;
}

}  // namespace resunit
