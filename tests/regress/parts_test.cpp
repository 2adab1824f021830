// The parts of a regression, each against a slow obvious computation.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "regress/greedy.hpp"
#include "regress/held_out.hpp"
#include "regress/lbfgs.hpp"
#include "regress/linear.hpp"
#include "regress/loss.hpp"
#include "regress/ordering.hpp"
#include "regress/relevance.hpp"
#include "regress/scaling.hpp"
#include "regress/start.hpp"
#include "regress/world.hpp"

namespace resunit::regression {
namespace {

using test::curved_table;

Rows random_rows(Index n, Index q, Index m, std::uint64_t seed) {
  test::Random random(seed);
  Rows rows{.X = random.gaussian(n, q).cast<float>(), .Y = random.gaussian(n, m).cast<float>()};
  rows.X.col(q - 1).setOnes();
  return rows;
}

/// (G-loss) as it is written.
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

TEST(Lbfgs, MinimisesRosenbrocksFunction) {
  const Objective rosenbrock = [](const Vector& x, Vector& g) {
    const double a = 1 - x(0), b = x(1) - x(0) * x(0);
    g = Vector(2);
    g << -2 * a - 400 * x(0) * b, 200 * b;
    return a * a + 100 * b * b;
  };
  Vector x(2);
  x << -1.2, 1;
  Lbfgs descent(rosenbrock, x);
  while (descent.descend(10)) continue;
  EXPECT_LT(descent.value(), 1e-6);
  EXPECT_LT(descent.evaluations(), 100);
}

TEST(Lbfgs, StandsKinksAndNeverRises) {
  const Objective kinked = [](const Vector& x, Vector& g) {
    g = x.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; }) + 0.1 * x;
    return x.cwiseAbs().sum() + 0.05 * x.squaredNorm();
  };
  Vector x = Vector::LinSpaced(6, -3, 4), g;
  const double before = kinked(x, g);
  Lbfgs descent(kinked, x);
  for (double last = before; descent.descend(1); last = descent.value()) EXPECT_LE(descent.value(), last);
  EXPECT_LT(descent.value(), 0.2 * before);
}

TEST(Lbfgs, StaysAtAMinimum) {
  const Objective bowl = [](const Vector& x, Vector& g) {
    g = x;
    return x.squaredNorm() / 2;
  };
  Lbfgs descent(bowl, Vector::Zero(3));
  EXPECT_FALSE(descent.descend(5));
  EXPECT_EQ(descent.evaluations(), 1);
}

TEST(Ordering, IsOfContentAlone) {
  Dataset data = curved_table(50, 4, 1, 1);
  data.X.bottomRows(5) = data.X.topRows(5).eval();
  data.Y.bottomRows(5) = data.Y.topRows(5).eval();
  data.X(3, 1) = 0;
  test::Random random(5);
  const std::vector<Index> rows = random.permutation(50), columns = random.permutation(4);
  Matrix moved = test::columns_of(test::rows_of(data.X, rows), columns);
  moved = (moved.array() == 0).select(-0.0, moved);
  const Ordering one = canonical_order(data.X, data.Y, 9);
  const Ordering other = canonical_order(moved, test::rows_of(data.Y, rows), 9);
  EXPECT_EQ(test::columns_of(test::rows_of(data.X, one.rows), one.columns),
            test::columns_of(test::rows_of(moved, other.rows), other.columns));
  EXPECT_EQ(std::set<Index>(one.rows.begin(), one.rows.end()).size(), 50u);
  EXPECT_NE(one.rows, canonical_order(data.X, data.Y, 10).rows);
}

TEST(Scaling, GivesMeanZeroAndDeviationOne) {
  Matrix M = test::Random(1).gaussian(100, 3);
  M.col(0) = 1e-200 * M.col(0);
  M.col(1) = (1e149 * M.col(1)).array() + 1e149;
  M.col(2).setConstant(4);
  std::vector<Index> order(100);
  std::iota(order.begin(), order.end(), Index{0});
  const Scaling scaling = measure(M, order, 1);
  for (const Index j : {0, 1}) {
    double sum = 0, square = 0;
    for (Index i = 0; i < 100; ++i) {
      const double z = standardised(scaling, j, M(i, j));
      sum += z;
      square += z * z;
    }
    EXPECT_NEAR(sum / 100, 0, 1e-12);
    EXPECT_NEAR(square / 100, 1, 1e-12);
    EXPECT_NEAR(standardised(scaling, j, M.col(j).maxCoeff() + 3 * scaling.scale(j)),
                standardised(scaling, j, M.col(j).maxCoeff()) + 1, 1e-12);
  }
  EXPECT_TRUE(is_constant(scaling, 2));
  EXPECT_EQ(standardised(scaling, 2, 1e9), 0);
}

TEST(Greedy, FindsTheHingesOfAFunctionMadeOfThem) {
  Sample sample{.X = test::Random(1).gaussian(500, 4)};
  sample.X.col(3).setOnes();
  const Matrix pool = test::Random(2).gaussian(40, 4);
  const auto hinge = [&](Index h) { return (sample.X * pool.row(h).transpose()).cwiseMax(0.0); };
  sample.Y = 2 * hinge(7) - hinge(31) + sample.X.col(1);
  const Matrix chosen = choose_hinges(sample, pool, 2);
  ASSERT_EQ(chosen.rows(), 2);
  EXPECT_NEAR(chosen.row(0).normalized().dot(pool.row(7).normalized()), 1, 1e-6);
  EXPECT_NEAR(chosen.row(1).normalized().dot(pool.row(31).normalized()), 1, 1e-6);
}

TEST(Start, LeavesLessThanALine) {
  const Dataset data = curved_table(400, 3, 0, 1);
  Rows rows{.X = MatrixF::Ones(400, 4), .Y = data.Y.cast<float>()};
  rows.X.leftCols(3) = data.X.cast<float>();
  const Sample sample = draw_sample(rows, {{0, 400}});
  const Network network = start_network(sample, 20, 1e-4, 1);
  const double left = (outputs(network, rows, {0, 400}) - rows.Y).squaredNorm();
  EXPECT_LT(left, 0.2 * linear_residuals(sample).squaredNorm());
  for (Index j = 0; j < 20; ++j) EXPECT_TRUE(std::isfinite(network.A.row(j).norm()));
}

TEST(Blocks, HoldOutEveryRowTwice) {
  const Blocks blocks{.rows = 103, .count = 8};
  std::vector<int> held(103, 8);
  for (Index b = 0; b < 8; ++b)
    for (const Span& span : blocks.without_pair(b))
      for (Index i = span.begin; i < span.end; ++i) --held[static_cast<std::size_t>(i)];
  for (const int count : held) EXPECT_EQ(count, 2);
}

TEST(Relevance, OfAnUnusedInputIsLeastAndScalingKeepsTheFunction) {
  Rows rows = random_rows(200, 4, 1, 1);
  test::Random random(2);
  Network net{.A = random.gaussian(5, 4), .W = random.gaussian(1, 4), .V = random.gaussian(1, 5)};
  net.A.col(1).setZero();
  net.W(0, 1) = 0;
  const MatrixF before = outputs(net, rows, {0, 200});
  const Vector s = relevance(rows, net);
  EXPECT_EQ(s(1), 0.05);
  EXPECT_GT(std::min(s(0), s(2)), 0.2);
  EXPECT_EQ(s(3), 1);
  Rows scaled = rows;
  scale_inputs(s, scaled);
  Network on_scaled = net;
  for (Index j = 0; j < 4; ++j) {
    on_scaled.A.col(j) /= s(j);
    on_scaled.W.col(j) /= s(j);
  }
  EXPECT_LT((outputs(on_scaled, scaled, {0, 200}) - before).norm(), 1e-4 * before.norm());
  unscale_inputs(s, on_scaled);
  EXPECT_LT((on_scaled.A - net.A).norm(), 1e-12);
}

TEST(PairErrors, TellTheErrorOfAMeanOfIndependentMembers) {
  const PairErrors errors{.one = Matrix::Constant(1, 1, 3.0),
                          .gain = Matrix::Constant(1, 1, 1.0)};  // bias 1, variance 2
  EXPECT_DOUBLE_EQ(errors.of_mean(2)(0, 0), 2);
  EXPECT_DOUBLE_EQ(errors.of_mean(8)(0, 0), 1.25);
}

TEST(Linear, IsLeastSquaresAlsoOfDependentColumns) {
  test::Random random(1);
  Matrix X = random.gaussian(80, 4);
  X.col(2) = 1e-100 * X.col(0);
  X.col(3).setConstant(5);
  const Matrix Y = (3 * X.col(0) - X.col(1)).array() + 7;
  EXPECT_LT((predict_linear(X, Y, X) - Y).norm(), 1e-10 * Y.norm());
}

}  // namespace
}  // namespace resunit::regression
