// SPDX-License-Identifier: BSD-3-Clause
#include "deep/descent/projected_hessian.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "support/random.hpp"

namespace resunit {
namespace {

struct Problem {
  NetworkFamily family;
  ColumnSamples samples;
  HiddenWeights weights;

  NetworkShape shape() const { return {family, samples.X.cols(), weights}; }
};

/// Hidden layers of the given widths (the exact family has width d), and unrelated outputs.
Problem random_problem(NetworkFamily family, const std::vector<Index>& widths, Index d, Index m, test::Random& random) {
  Problem problem{
      .family = family, .samples = {.X = random.gaussian(60, d), .Y = random.gaussian(60, m)}, .weights = {}};
  Index columns = d;
  for (const Index width : widths) {
    problem.weights.push_back(random.gaussian(width, columns) / std::sqrt(static_cast<double>(columns)));
    if (family == NetworkFamily::relaxed) columns += width;
  }
  return problem;
}

std::vector<Problem> problems() {
  test::Random random(1);
  return {random_problem(NetworkFamily::relaxed, {4}, 3, 3, random),
          random_problem(NetworkFamily::relaxed, {4, 5}, 3, 2, random),
          random_problem(NetworkFamily::relaxed, {3, 2, 4}, 3, 4, random),
          random_problem(NetworkFamily::exact, {3}, 3, 3, random),
          random_problem(NetworkFamily::exact, {3, 3}, 3, 4, random),
          random_problem(NetworkFamily::exact, {3, 3, 3}, 3, 3, random)};
}

double& entry(HiddenWeights& weights, Index at) {
  std::size_t l = 0;
  while (at >= weights[l].size()) at -= weights[l++].size();
  return weights[l].data()[at];
}

NetworkState state_at(const Problem& problem, const HiddenWeights& weights) {
  NetworkState state{.weights = weights};
  evaluate(problem.shape(), problem.samples, state);
  return state;
}

TEST(ProjectedHessian, GradientMatchesCentralDifferences) {
  for (const Problem& problem : problems()) {
    const NetworkState state = state_at(problem, problem.weights);
    ProjectedHessian projected(problem.shape(), 1);
    projected.assemble(state);
    for (Index at = 0; at < problem.shape().unknowns(); ++at) {
      HiddenWeights more = problem.weights, less = problem.weights;
      const double h = 1e-6;
      entry(more, at) += h;
      entry(less, at) -= h;
      const double slope = (state_at(problem, more).loss - state_at(problem, less).loss) / (2 * h);
      EXPECT_NEAR(projected.gradient()(at), slope, 1e-6) << at;
    }
  }
}

/// The outputs without the residual's part of Kaufman's approximation: (I - P) J by differences of F_h Theta at fixed
/// Theta.
Eigen::MatrixXd projected_jacobian(const Problem& problem) {
  const NetworkState state = state_at(problem, problem.weights);
  const NetworkShape shape = problem.shape();
  const Index n = problem.samples.count(), m = state.E.cols(), q = shape.fan_in(shape.hidden());
  const Eigen::MatrixXd F = state.F.rightCols(q);
  const Eigen::MatrixXd P = F * (F.transpose() * F).inverse() * F.transpose();
  Eigen::MatrixXd J(n * m, shape.unknowns());
  for (Index at = 0; at < shape.unknowns(); ++at) {
    const auto outputs = [&](double h) -> Eigen::MatrixXd {
      NetworkState moved{.weights = problem.weights};
      entry(moved.weights, at) += h;
      compute_features(shape, problem.samples.X, moved);
      return moved.F.rightCols(q) * state.Theta;
    };
    const Eigen::MatrixXd slope = (outputs(1e-7) - outputs(-1e-7)) / 2e-7;
    const Eigen::MatrixXd rest = slope - P * slope;
    J.col(at) = rest.reshaped();
  }
  return J;
}

TEST(ProjectedHessian, IsTheGramMatrixOfTheProjectedJacobian) {
  for (const Problem& problem : problems()) {
    ProjectedHessian projected(problem.shape(), 1);
    projected.assemble(state_at(problem, problem.weights));
    const Eigen::MatrixXd hessian = projected.hessian().selfadjointView<Eigen::Lower>();
    const Eigen::MatrixXd J = projected_jacobian(problem);
    const Eigen::MatrixXd expected = J.transpose() * J / static_cast<double>(problem.samples.count());
    EXPECT_LE((hessian - expected).norm(), 1e-6 * expected.norm());
  }
}

TEST(ProjectedHessian, HasTheSameBitsForAnyNumberOfThreads) {
  const Problem problem = problems()[2];
  const NetworkState state = state_at(problem, problem.weights);
  ProjectedHessian one(problem.shape(), 1), three(problem.shape(), 3);
  one.assemble(state);
  three.assemble(state);
  EXPECT_EQ(Eigen::MatrixXd(one.hessian().triangularView<Eigen::Lower>()),
            Eigen::MatrixXd(three.hessian().triangularView<Eigen::Lower>()));
  EXPECT_EQ(one.gradient(), three.gradient());
}

}  // namespace
}  // namespace resunit
