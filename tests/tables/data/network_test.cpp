// SPDX-License-Identifier: BSD-3-Clause
// Rows, spans of rows and networks.
#include "tables/data/network.hpp"

#include <gtest/gtest.h>

#include "tables/rows.hpp"

namespace resunit::regression {
namespace {

TEST(Spans, FirstRowsCutTheLastSpan) {
  const Spans spans = {{10, 20}, {0, 5}};
  EXPECT_EQ(size(spans), 15);
  EXPECT_EQ(size(first_rows(spans, 12)), 12);
  EXPECT_EQ(first_rows(spans, 12).back().end, 2);
  EXPECT_EQ(first_rows(spans, 4).size(), 1U);
  EXPECT_EQ(size(first_rows(spans, 100)), 15);
}

TEST(Network, OutputsMatchItsFormula) {
  const Rows rows = random_rows(1500, 3, 2, 1);
  test::Random random(2);
  const Network net{.A = random.gaussian(4, 3), .W = random.gaussian(2, 3), .V = random.gaussian(2, 4)};
  const MatrixF found = outputs(net, rows, {100, 1400});
  for (const Index i : {0, 640, 1299}) {
    const Vector x = rows.X.row(100 + i).cast<double>();
    const Vector y = net.W * x + net.V * (net.A * x).cwiseMax(0.0);
    EXPECT_LE((found.row(i).transpose().cast<double>() - y).norm(), 1e-5 * (1 + y.norm()));
  }
}

}  // namespace
}  // namespace resunit::regression
