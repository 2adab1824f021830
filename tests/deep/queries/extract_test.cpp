// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/extract.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/networks.hpp"
#include "support/oracles.hpp"

namespace resunit {
namespace {

using test::exact_oracle;
using test::message_of;
using test::NetworkKind;
using test::random_network;

Network teacher(std::uint64_t seed, Index layers, Index d, Index m, NetworkKind kind = {}) {
  test::Random random(seed);
  return random_network(layers, d, m, random, kind);
}

void expect_extracted(const Network& network, const NetworkFit& fit, double tolerance = 1e-9) {
  ASSERT_EQ(fit.status, FitStatus::solved) << fit.full();
  const Network truth = canonical(network);
  ASSERT_EQ(fit.network.layers(), truth.layers());
  for (std::size_t l = 0; l < truth.weights.size(); ++l)
    EXPECT_LE((fit.network.weights[l] - truth.weights[l]).norm(), tolerance * truth.weights[l].norm()) << l;
}

TEST(Extract, IdentifiesNetworksOfAnyDepthAndSign) {
  struct Size {
    Index layers, d, m;
    NetworkKind kind;
  };
  for (const Size& of : {Size{2, 5, 5, {}}, Size{3, 5, 7, {}}, Size{4, 5, 5, {}}, Size{3, 3, 3, {}},
                         Size{3, 5, 5, {.nonnegative = true, .scaled = false}}, Size{5, 4, 4, {.nonnegative = true}}}) {
    const Network network = teacher(1, of.layers, of.d, of.m, of.kind);
    const NetworkFit fit = extract(exact_oracle(network), of.d);
    expect_extracted(network, fit);
    EXPECT_GT(fit.queries.kinks, 0);
    EXPECT_LE(fit.queries.count, 20000 * of.d);
  }
}

TEST(Extract, SupportsScaleRows) {
  Network network = teacher(2, 3, 4, 4);
  network.weights[0].row(1) = 0.7 * Eigen::RowVectorXd::Unit(4, 1);
  network.weights[1].row(2) = -0.4 * Eigen::RowVectorXd::Unit(4, 2);
  const NetworkFit fit = extract(exact_oracle(network), 4);
  ASSERT_EQ(fit.status, FitStatus::solved) << fit.full();
  test::Random random(3);
  EXPECT_LE(test::relative_error(fit.network, network, random), 1e-12);
  EXPECT_NEAR(fit.network.weights[0](1, 1), 0.7, 1e-9);
  EXPECT_NEAR(fit.network.weights[1](2, 2), 0.4 / 0.6, 1e-9);
}

TEST(Extract, FindsNeuronsThatAreRarelyInactive) {
  Network network = teacher(4, 3, 4, 4, {.nonnegative = true, .scaled = false});
  network.weights[1].row(0) = Eigen::RowVectorXd::Constant(4, 1.0);
  network.weights[1](0, 1) = -0.02;
  const NetworkFit fit = extract(exact_oracle(network), 4);
  ASSERT_TRUE(fit.usable()) << fit.full();
  test::Random random(5);
  EXPECT_LE(test::relative_error(fit.network, network, random), 1e-9);
}

TEST(Extract, IsEquivariantToScales) {
  const Network network = teacher(6, 3, 4, 4);
  for (const double scale : {1e-8, 1e8}) {
    Network scaled = network;
    scaled.weights.back() *= scale;
    expect_extracted(scaled, extract(exact_oracle(scaled), 4));
  }
  const Vector scales = (Vector(4) << 1e-3, 1, 1e3, 10).finished();
  Network badly_scaled = network;
  for (Matrix& W : badly_scaled.weights) W = W * scales.cwiseInverse().asDiagonal();
  for (std::size_t l = 0; l < 2; ++l) badly_scaled.weights[l] = scales.asDiagonal() * badly_scaled.weights[l];
  expect_extracted(badly_scaled, extract(exact_oracle(badly_scaled), 4));
}

TEST(Extract, StatesThePrecisionOfRoundedAnswers) {
  const Network network = teacher(7, 3, 6, 6);
  const NetworkFit in_float = extract(test::float_oracle(network), 6);
  expect_extracted(network, in_float, 1e-5);
  EXPECT_GT(in_float.queries.precision, 1e-8);
  EXPECT_LT(in_float.queries.precision, 1e-6);
  EXPECT_NE(in_float.reason.find("the answers have a precision of"), std::string::npos) << in_float.reason;
  const NetworkFit rounded = extract(test::rounded_oracle(network, 6), 6);
  expect_extracted(network, rounded, 1e-4);
  EXPECT_GT(rounded.queries.precision, 1e-7);
}

TEST(Extract, RejectsFunctionsThatAreNoNetworks) {
  const Matrix A = teacher(8, 2, 4, 4).weights[0];
  const auto expect_rejected = [](const Oracle& oracle, const std::string& cause) {
    const NetworkFit fit = extract(oracle, 4);
    EXPECT_EQ(fit.status, FitStatus::not_exact) << fit.full();
    EXPECT_NE(fit.reason.find("no network of residual layers"), std::string::npos) << fit.reason;
    EXPECT_NE(fit.reason.find(cause), std::string::npos) << fit.reason;
    EXPECT_TRUE(fit.network.weights.empty());
    EXPECT_LE(fit.queries.count, 80000);
  };
  expect_rejected([&](const MatrixView& X) -> Matrix { return (X * A).array().tanh(); }, "f(2x)");
  expect_rejected([&](const MatrixView& X) -> Matrix { return ((X * A).array() + 0.3).max(0.0); }, "biases");
  expect_rejected([&](const MatrixView& X) -> Matrix { return Matrix::Constant(X.rows(), 4, 2.0); }, "f(0)");
  expect_rejected([&](const MatrixView& X) -> Matrix { return (X.rowwise().norm() * Eigen::RowVectorXd::Ones(4)); },
                  "curved");
  test::Random random(14);
  const Matrix wide = random.gaussian(4, 9), last = random.gaussian(9, 4);
  expect_rejected([&](const MatrixView& X) -> Matrix { return (X * wide).cwiseMax(0.0) * last; }, "no progress");
}

TEST(Extract, FitsLinearAndZeroFunctionsWithoutACertificate) {
  for (const double size : {0.0, 3.0}) {
    const NetworkFit fit = extract([&](const MatrixView& X) -> Matrix { return size * X; }, 3);
    EXPECT_EQ(fit.status, FitStatus::undetermined) << fit.full();
    EXPECT_LE((predict(fit, Matrix(Matrix::Identity(3, 3))) - size * Matrix::Identity(3, 3)).norm(), 1e-12);
  }
}

TEST(Extract, AddsLayersWithoutEffectUpToTheRequestedNumber) {
  const Network network = teacher(9, 2, 3, 3);
  const NetworkFit fit = extract(exact_oracle(network), 3, {.layers = 4});
  EXPECT_EQ(fit.status, FitStatus::undetermined);
  EXPECT_EQ(fit.network.layers(), 4);
  test::Random random(10);
  EXPECT_LE(test::relative_error(fit.network, network, random), 1e-12);
  EXPECT_EQ(extract(exact_oracle(teacher(9, 4, 3, 3)), 3, {.layers = 3}).status, FitStatus::not_exact);
}

TEST(Extract, HasTheSameQueriesAndBitsForAnyNumberOfThreads) {
  const Network network = teacher(11, 3, 16, 16);
  Matrix last_query[2];
  NetworkFit fits[2];
  for (const int k : {0, 1}) {
    const Oracle oracle = [&](const MatrixView& X) {
      last_query[k] = X;
      return predict(network, X);
    };
    fits[k] = extract(oracle, 16, {.seed = 5, .threads = k == 0 ? 1 : 3});
  }
  ASSERT_TRUE(fits[0].usable());
  EXPECT_EQ(last_query[0], last_query[1]);
  for (std::size_t l = 0; l < 3; ++l) EXPECT_EQ(fits[0].network.weights[l], fits[1].network.weights[l]);
}

TEST(Extract, AsksNoMoreThanTheLimit) {
  Index asked = 0;
  const Network network = teacher(12, 3, 4, 4);
  const Oracle oracle = [&](const MatrixView& X) {
    asked += X.rows();
    return predict(network, X);
  };
  for (const Index limit : {10, 1000}) {
    asked = 0;
    const NetworkFit fit = extract(oracle, 4, {.queries = limit});
    EXPECT_EQ(fit.status, FitStatus::not_exact);
    EXPECT_NE(fit.reason.find("the limit of " + std::to_string(limit) + " queries was reached"), std::string::npos)
        << fit.reason;
    EXPECT_LE(asked, limit);
    EXPECT_EQ(asked, fit.queries.count);
  }
}

TEST(Extract, NamesWhatIsWrongWithAnAnswer) {
  const auto message = [](const Oracle& oracle) { return message_of<DataError>([&] { extract(oracle, 3); }); };
  EXPECT_EQ(message([](const MatrixView& X) -> Matrix { return X.leftCols(2); }),
            "the oracle returns 2 outputs for 3 inputs: at least as many outputs as inputs are required");
  EXPECT_NE(message([](const MatrixView& X) -> Matrix { return X.topRows(X.rows() - 1); }).find("for 4 queries"),
            std::string::npos);
  EXPECT_NE(message([](const MatrixView& X) -> Matrix {
              return Matrix::Constant(X.rows(), 3, std::numeric_limits<double>::quiet_NaN());
            }).find("query 1 has the value nan in output 1"),
            std::string::npos);
  Index calls = 0;
  EXPECT_NE(message([&](const MatrixView& X) -> Matrix {
              return Matrix::Ones(X.rows(), ++calls > 1 ? 4 : 3);
            }).find("returned 4 outputs, but 3 before"),
            std::string::npos);
}

TEST(Extract, NamesTheOptionOutOfRange) {
  const Oracle oracle = [](const MatrixView& X) -> Matrix { return X; };
  EXPECT_NE(message_of<OptionError>([&] { extract(oracle, 3, {.layers = 1}); }).find("layers = 1"), std::string::npos);
  EXPECT_NE(message_of<OptionError>([&] { extract(oracle, 3, {.queries = -1}); }).find("queries = -1"),
            std::string::npos);
  EXPECT_NE(message_of<OptionError>([&] { extract(oracle, 0); }).find("inputs = 0"), std::string::npos);
}

TEST(Extract, StopsWhenTheOracleOrTheCallerThrows) {
  const Network network = teacher(13, 3, 4, 4);
  EXPECT_THROW(extract([](const MatrixView&) -> Matrix { throw std::runtime_error("offline"); }, 4),
               std::runtime_error);
  int reports = 0;
  const Progress progress = [&reports](std::string_view, double) {
    if (++reports == 5) throw std::runtime_error("cancelled by the test");
  };
  EXPECT_THROW(extract(exact_oracle(network), 4, {.progress = progress}), std::runtime_error);
}

}  // namespace
}  // namespace resunit
