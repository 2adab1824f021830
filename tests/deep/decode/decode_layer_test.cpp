// SPDX-License-Identifier: BSD-3-Clause
#include "deep/decode/decode_layer.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"

namespace resunit {
namespace {

/// The relaxed form of B [r + (W r)^+], with the lines in random order, random signs and unit length.
struct Relaxed {
  Matrix U, P, Q;
};

Relaxed relaxed_form(const Matrix& W, const Matrix& B, test::Random& random) {
  const Index d = W.rows();
  const std::vector<Index> order = random.permutation(d);
  Relaxed form{.U = Matrix(d, d), .P = B * (Matrix::Identity(d, d) + W / 2), .Q = Matrix(B.rows(), d)};
  for (Index l = 0; l < d; ++l) {
    const Index j = order[static_cast<std::size_t>(l)];
    const double length = W.row(j).norm(), sign = random.uniform(-1, 1) > 0 ? 1 : -1;
    form.U.row(l) = sign * W.row(j) / length;
    form.Q.col(l) = B.col(j) * length / 2;
  }
  return form;
}

TEST(DecodeLayer, RecoversTheWeightsOfAnySign) {
  test::Random random(1);
  for (const Index d : {1, 2, 3, 8, 16})
    for (const Index m : {d, 2 * d}) {
      const Matrix W = random.gaussian(d, d) / std::sqrt(static_cast<double>(d)), B = random.gaussian(m, d);
      const Relaxed form = relaxed_form(W, B, random);
      const DecodedLayer layer = decode_layer(form.U, form.P, form.Q, no_nesting(m, d)).front();
      EXPECT_LE((layer.W - W).norm(), 1e-8 * W.norm()) << d << " " << m;
      EXPECT_LE(layer.score, 1e-12 * static_cast<double>(d));
    }
}

TEST(DecodeLayer, ScoresLinesOfAnotherLayerAsAmbiguous) {
  test::Random random(2);
  const DecodedLayer layer = decode_layer(random.gaussian(4, 4).rowwise().normalized(), random.gaussian(6, 4),
                                          random.gaussian(6, 4), no_nesting(6, 4))
                                 .front();
  EXPECT_GT(layer.score, 0.1);
}

TEST(DecodeLayer, OrdersDistinctCandidatesByScore) {
  test::Random random(3);
  const Matrix W = random.gaussian(3, 3), B = random.gaussian(3, 3);
  const Relaxed form = relaxed_form(W, B, random);
  const std::vector<DecodedLayer> layers = decode_layer(form.U, form.P, form.Q, no_nesting(3, 3), 5);
  ASSERT_EQ(layers.size(), 5);
  EXPECT_LE((layers.front().W - W).norm(), 1e-8 * W.norm());
  for (std::size_t k = 1; k < 5; ++k) {
    EXPECT_GE(layers[k].score, layers[k - 1].score);
    EXPECT_NE(layers[k].W, layers.front().W);
  }
}

TEST(DecodeLayer, FindsUpperNeuronsWithOneSignOnASide) {
  Eigen::MatrixXd upper(4, 2), lines(4, 1);
  upper << 1, 1, 1, -1, -1, 1, 1, -1;
  lines << 1, 1, -1, -1;
  const NestedPatterns nested = nested_patterns(upper, lines);
  EXPECT_TRUE(nested.positive(0, 0));  // where the line is positive, neuron 0 is always active
  EXPECT_FALSE(nested.positive(1, 0));
  EXPECT_FALSE(nested.negative(0, 0));
  EXPECT_EQ(nested.count(), 1);
}

}  // namespace
}  // namespace resunit
