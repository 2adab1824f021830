// SPDX-License-Identifier: BSD-3-Clause
// The paper's formula for L layers (app:multilayer), as executable statements:
//     the outer objective identifies the last layer if the tight y_i positively span R^d
//     the other objectives vanish at W = 0, at the truth, and for every split of s
//     with the true split, every hidden layer is recovered
#include "paper/multilayer.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <vector>

#include "linalg/indexing.hpp"
#include "linalg/linear_program.hpp"
#include "paper/layer1.hpp"
#include "support/networks.hpp"

namespace resunit::test {
namespace {

/// Samples of a network with W >= 0, and the outputs of its hidden layers.
struct DeepSamples {
  Network teacher;
  Dataset data;
  std::vector<Matrix> states;   ///< r_0, ..., r_{L-1}, n x d
  std::vector<Matrix> outputs;  ///< xi_1, ..., xi_{L-1}, d x n

  DeepSamples(std::uint64_t seed, Index layers, Index d, Index n, bool scaled, Index m = 0) {
    Random random(seed);
    teacher = random_network(layers, d, m > 0 ? m : d, random, {.nonnegative = true, .scaled = scaled});
    data.X = mixture_inputs(n, d, random);
    data.Y = predict(teacher, data.X);
    states = {data.X};
    for (Index l = 0; l + 1 < layers; ++l) {
      outputs.emplace_back((teacher.weights[l] * states.back().transpose()).cwiseMax(0.0));
      states.emplace_back(states.back() + outputs.back().transpose());
    }
  }

  const Matrix& last() const { return teacher.weights.back(); }
  Matrix sum() const { return (states.back() - data.X).transpose(); }
};

double relative_distance(const Matrix& estimate, const Matrix& truth) {
  return (estimate - truth).norm() / truth.norm();
}

/// True if only c = 0 satisfies y c >= 0 for all rows y: the rows positively span the space.
bool spans_positively(const Matrix& Y) {
  const Vector sum = Y.colwise().sum();
  Matrix F(Y.rows() + 1, Y.cols());
  F << Y, -sum.transpose();
  Vector t = Vector::Zero(F.rows());
  t(Y.rows()) = -1;
  const LinearProgramSolution solution = minimize_linear(-sum, F, t);
  return solution.status == LinearProgramSolution::Status::optimal && solution.objective > -1e-6;
}

TEST(MultilayerTheorem, TightSamplesThatSpanPositivelyIdentifyTheLastLayer) {
  int spanning = 0, rows = 0;
  for (const bool scaled : {false, true})
    for (const Index layers : {3, 4})
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const DeepSamples world(seed, layers, 4, 512, scaled);
        const Layer2 last = learn_layer2(world.data, {});
        ASSERT_EQ(last.rows.rank, 4);
        const Matrix product = last.rows.C * world.last(), sum = world.sum();
        for (Index j = 0; j < 4; ++j, ++rows) {
          std::vector<Index> tight;
          for (Index i = 0; i < 512; ++i)
            if (sum(j, i) == 0) tight.push_back(i);
          if (!spans_positively(world.states.back()(tight, kAll))) continue;
          ++spanning;
          EXPECT_LE((product.row(j) - Matrix::Identity(4, 4).row(j)).norm(), 1e-7) << layers << " " << seed << " " << j;
        }
      }
  EXPECT_GE(spanning, rows / 2);
}

/// The paper's objectives without a hat on any xi, for given V, W and xi. The optimal phi is (xi - W r)^+.
double printed_objective(const Dataset& data, const Matrix& V, const std::vector<Matrix>& hidden,
                         const std::vector<Matrix>& xi) {
  Matrix state = data.X.transpose();
  double value = 0;
  for (std::size_t l = 0; l < xi.size(); ++l) {
    const Matrix inner = hidden[l] * state - xi[l];
    value += inner.cwiseMax(0.0).squaredNorm() + xi[l].cwiseMin(0.0).squaredNorm();
    state += xi[l];
  }
  return value + (state - V * data.Y.transpose()).squaredNorm();
}

TEST(Multilayer, PrintedObjectivesVanishAtZeroWeightsForEverySplit) {
  for (const Index layers : {3, 4}) {
    const DeepSamples world(1, layers, 4, 256, false);
    const Matrix V = world.last().inverse(), sum = world.sum();
    const double scale = sum.squaredNorm();
    std::vector<Matrix> zero(layers - 1, Matrix::Zero(4, 4));
    const std::vector<Matrix> truth(world.teacher.weights.begin(), world.teacher.weights.end() - 1);
    EXPECT_LE(printed_objective(world.data, V, truth, world.outputs), 1e-20 * scale);
    EXPECT_LE(printed_objective(world.data, V, zero, world.outputs), 1e-20 * scale) << "the true split";
    for (Index all = 0; all < layers - 1; ++all) {
      std::vector<Matrix> split(layers - 1, Matrix::Zero(4, 256));
      split[all] = sum;
      EXPECT_LE(printed_objective(world.data, V, zero, split), 1e-20 * scale) << "all in layer " << all;
      zero[all] = truth[all];  // too large for a layer whose outputs are zero
      split.assign(layers - 1, Matrix::Zero(4, 256));
      split[(all + 1) % (layers - 1)] = sum;
      EXPECT_GE(printed_objective(world.data, V, zero, split), 1e-9 * scale) << "the objective is not always zero";
      zero[all].setZero();
    }
  }
}

TEST(Multilayer, FreeOutputsGiveZeroHiddenLayers) {
  const DeepSamples world(2, 3, 8, 512, false);
  const MultilayerFit fit = learn_multilayer(world.data, {.split = OutputSplit::free});
  ASSERT_EQ(fit.network.layers(), 3);
  for (int l = 0; l < 2; ++l) EXPECT_TRUE(fit.network.weights[l].isZero(0));
  EXPECT_LE(relative_distance(fit.network.weights[2], world.last()), 1e-7);
  EXPECT_LE(relative_distance(fit.last.H, world.sum()), 1e-7);
}

/// From the bottom up, the constraints of layer 1 are X w <= s. Since s is convex, they allow the slope of s where all
/// neurons are active, which contains the layers above.
TEST(Multilayer, FromTheBottomUpTheFirstLayerContainsTheLayersAbove) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const DeepSamples world(seed, 3, 4, 1024, false);
    const Matrix &W0 = world.teacher.weights[0], &W1 = world.teacher.weights[1], sum = world.sum();
    const Matrix slope = W0 + W1 * (Matrix::Identity(4, 4) + W0);
    EXPECT_LE((slope * world.data.X.transpose() - sum).maxCoeff(), 1e-12 * sum.maxCoeff());
    EXPECT_LE(relative_distance(largest_hidden_layer(world.data.X, sum), slope), 0.1);
    const Matrix learned = learn_multilayer(world.data, {.split = OutputSplit::bottom_up}).network.weights[0];
    EXPECT_LE(relative_distance(learned, slope), 0.3);
    EXPECT_GE(relative_distance(learned, W0), 1);
  }
}

TEST(Multilayer, TheTrueSplitRecoversEveryHiddenLayer) {
  for (const bool scaled : {false, true})
    for (const Index layers : {3, 4})
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const DeepSamples world(seed, layers, 5, 256, scaled);
        for (std::size_t l = 0; l < world.outputs.size(); ++l)
          EXPECT_LE(
              relative_distance(largest_hidden_layer(world.states[l], world.outputs[l]), world.teacher.weights[l]),
              1e-9)
              << layers << " " << seed << " " << l;
      }
}

TEST(Multilayer, ThePathOfTheQuadraticProgramRecoversTheFirstLayerApproximately) {
  double few = 0, many = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const DeepSamples world(seed, 3, 4, 4096, true);
    const Matrix& W = world.teacher.weights[0];
    const Matrix X = world.data.X.topRows(128), Xi = world.outputs[0].leftCols(128);
    few += relative_distance(learn_hidden_layer(X, Xi, {}), W) / 5;
    many += relative_distance(learn_hidden_layer(world.data.X, world.outputs[0], {}), W) / 5;
  }
  EXPECT_LE(many, 0.02);
  EXPECT_LE(many, few / 2);
}

TEST(Multilayer, NeuronsWithoutActivityHaveZeroWeights) {
  const DeepSamples world(3, 3, 3, 100, true);
  Matrix Xi = world.outputs[0];
  Xi.row(1).setZero();
  const Matrix W = largest_hidden_layer(world.data.X, Xi);
  EXPECT_TRUE(W.row(1).isZero(0));
  EXPECT_LE(relative_distance(W.row(0), world.teacher.weights[0].row(0)), 1e-9);
}

TEST(Multilayer, TwoLayersAreThePapersMethodForUnits) {
  const DeepSamples world(4, 2, 5, 300, false, 7);
  const Layer2 last = learn_layer2(world.data, {});
  const Layer1 first = learn_layer1(world.data.X, last.H, {.program = RowProgram::central_path});
  for (const OutputSplit split : {OutputSplit::bottom_up, OutputSplit::alternating}) {
    const MultilayerFit fit = learn_multilayer(world.data, {.layers = 2, .split = split});
    ASSERT_EQ(fit.network.layers(), 2);
    EXPECT_LE(relative_distance(fit.network.weights[0], first.A), 1e-12);
    EXPECT_EQ(fit.network.weights[1], last.B);
  }
}

TEST(Multilayer, HasNoNetworkIfTheOutputsDoNotSpanTheInputs) {
  DeepSamples world(5, 3, 4, 200, true);
  world.data.Y.col(3) = world.data.Y.col(0);
  const MultilayerFit fit = learn_multilayer(world.data, {});
  EXPECT_TRUE(fit.network.weights.empty());
  EXPECT_EQ(fit.last.rows.rank, 3);
}

TEST(Multilayer, HasTheSameBitsForAnyNumberOfThreads) {
  const DeepSamples world(6, 3, 5, 300, true);
  const MultilayerFit one = learn_multilayer(world.data, {.threads = 1}),
                      three = learn_multilayer(world.data, {.threads = 3});
  for (std::size_t l = 0; l < 3; ++l) EXPECT_EQ(one.network.weights[l], three.network.weights[l]);
}

}  // namespace
}  // namespace resunit::test
