// SPDX-License-Identifier: BSD-3-Clause
// The penalized loss against its formula and central differences.
#include "tables/member/loss.hpp"

#include <gtest/gtest.h>

#include "tables/rows.hpp"

namespace resunit::regression {
namespace {

/// (G-loss), computed directly.
double plain_loss(const Rows& rows, const Spans& spans, const Network& net, double lambda) {
  const Index p = rows.inputs() - 1;
  double square = 0;
  Index n = 0;
  for (const Span& span : spans)
    for (Index i = span.begin; i < span.end; ++i, ++n) {
      const Vector x = rows.X.row(i).cast<double>();
      const Vector yhat = net.W * x + net.V * (net.A * x).cwiseMax(0.0);
      square += (yhat - rows.Y.row(i).transpose().cast<double>()).squaredNorm();
    }
  return square / (2 * static_cast<double>(n)) + lambda / 2 * (net.A.leftCols(p).squaredNorm() + net.V.squaredNorm()) +
         1e-4 / 2 * net.W.leftCols(p).squaredNorm();
}

TEST(Loss, MatchesItsFormulaAndCentralDifferences) {
  for (const Index m : {1, 3}) {
    const Rows rows = random_rows(1300, 4, m, 1);
    const Spans spans = {{0, 700}, {801, 1300}};
    test::Random random(2);
    const Network net{.A = random.gaussian(5, 4), .W = random.gaussian(m, 4), .V = random.gaussian(m, 5)};
    Loss loss(rows, spans, 5, 1);
    Vector gradient;
    const Vector weights = packed(net);
    EXPECT_NEAR(loss(weights, 0.3, gradient), plain_loss(rows, spans, net, 0.3), 1e-5);
    for (Index w = 0; w < weights.size(); ++w) {
      const double step = 1e-6;
      Vector up = weights, down = weights;
      up(w) += step;
      down(w) -= step;
      const double slope = (plain_loss(rows, spans, unpacked(up, 5, 4, m), 0.3) -
                            plain_loss(rows, spans, unpacked(down, 5, 4, m), 0.3)) /
                           (2 * step);
      EXPECT_NEAR(gradient(w), slope, 1e-3) << "weight " << w << " of " << m << " outputs";
    }
  }
}

TEST(Loss, HasTheSameBitsForAnyNumberOfThreads) {
  const Rows rows = random_rows(40000, 3, 1, 3);
  const Spans spans = {{0, 40000}};
  const Vector weights =
      packed({.A = test::Random(4).gaussian(5, 3), .W = Matrix::Ones(1, 3), .V = Matrix::Ones(1, 5)});
  Vector one, several;
  Loss alone(rows, spans, 5, 1);
  const double value = alone(weights, 0.1, one);
  for (const int threads : {2, 3}) {
    Loss shared(rows, spans, 5, threads);
    EXPECT_EQ(shared(weights, 0.1, several), value);
    EXPECT_EQ(several, one);
  }
}

}  // namespace
}  // namespace resunit::regression
