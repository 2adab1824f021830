// SPDX-License-Identifier: BSD-3-Clause
// The paper's theorems on both layers and on the full algorithm, tested on samples:
//     equ:layer2-QP-obj           its slack can be eliminated: Xi = (C y - x)^+ is the best Xi >= 0 for every C
//     lem:layer2_nonzero, lem:layer1_nonzero     QP and noiseless LP have the same solutions
//     app:qp-conv                 the objectives are convex
//     thm:strong-consistency-formal, lem:layer-1-con   errors vanish as n grows
//     app:vanilla-lr-more-details linear regression requires about d 2^(d+1) samples
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "resunit/row.hpp"
#include "support/noiseless_samples.hpp"
#include "support/row_objectives.hpp"

namespace resunit::test {
namespace {

/// equ:layer2-QP-obj as printed:  1/2n sum_i |xi_i + x_i - C y_i|^2,  xi_i the columns of Xi.
double layer2_qp(const Dataset& data, const Matrix& C, const Matrix& Xi) {
  return (Xi + data.X.transpose() - C * data.Y.transpose()).squaredNorm() / (2.0 * static_cast<double>(data.X.rows()));
}

/// equ:layer1-QP-obj as printed:  1/2n sum_i |phi_i + A x_i - h_i|^2.
double layer1_qp(const Matrix& X, const Matrix& H, const Matrix& A, const Matrix& Phi) {
  return (Phi + A * X.transpose() - H).squaredNorm() / (2.0 * static_cast<double>(X.rows()));
}

/// The sum of (R1) over the rows of a layer.
double rows_loss(const RowProblem& problem, const Matrix& C) {
  double sum = 0;
  for (Index j = 0; j < C.rows(); ++j)
    sum += objective(RowProgram::least_squares, problem.F, problem.target(j), C.row(j));
  return sum;
}

TEST(Programs, OfALayerSeparateIntoRowsWithoutSlack) {
  for (const TeacherOptions& options : teachers_of_many_shapes(3)) {
    SCOPED_TRACE(traced(options));
    const NoiselessSamples world(options, 100);
    Random random(options.seed);
    const Matrix C = random.gaussian(options.inputs, options.outputs);
    const Matrix best = (C * world.data.Y.transpose() - world.data.X.transpose()).cwiseMax(0);
    const double value = layer2_qp(world.data, C, best);
    EXPECT_NEAR(value, rows_loss(world.layer2(), C), 1e-12 * value);
    for (int k = 0; k < 5; ++k) {
      const Matrix other = (best + random.gaussian(best.rows(), best.cols())).cwiseMax(0);
      EXPECT_GE(layer2_qp(world.data, C, other), value);
    }

    const Matrix A = random.gaussian(options.inputs, options.inputs);
    const Matrix rest = (world.H - A * world.data.X.transpose()).cwiseMax(0);
    const double loss = layer1_qp(world.data.X, world.H, A, rest);
    EXPECT_NEAR(loss, rows_loss(world.layer1(), A), 1e-12 * loss);
  }
}

/// At random points at distances of 1e-4 to 1 from a feasible one: (R1) and (R2) are zero if and only if the point is
/// feasible for (R0).
void expect_equal_solution_sets(const RowProblem& problem, const Matrix& feasible, Random& random) {
  int inside = 0, outside = 0;
  for (Index j = 0; j < feasible.rows(); ++j)
    for (int k = 0; k < 200; ++k) {
      const Vector t = problem.target(j);
      const Vector c = feasible.row(j) + std::pow(10, random.uniform(-4, 0)) * random.gaussian(1, feasible.cols());
      const bool is_feasible = violations(problem.F, t, c).maxCoeff() == 0;
      EXPECT_EQ(objective(RowProgram::least_squares, problem.F, t, c) == 0, is_feasible);
      EXPECT_EQ(objective(RowProgram::absolute, problem.F, t, c) == 0, is_feasible);
      (is_feasible ? inside : outside)++;
    }
  EXPECT_GE(inside, 20);
  EXPECT_GE(outside, 20);
}

TEST(Programs, QpAndLpHaveTheSameSolutionsOnNoiselessSamples) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    const NoiselessSamples world({.inputs = 4, .outputs = 6, .seed = seed}, 12);  // few samples: sets with an interior
    for (const RowProblem& layer : {world.layer2(), world.layer1()})
      expect_equal_solution_sets(layer, solve_rows(RowProgram::center, layer.F, layer.T).C, random);
  }
}

/// f lies below its chord at random points of random segments.
void expect_convex(const std::function<double(const Vector&)>& f, Index size, Random& random) {
  for (int k = 0; k < 50; ++k) {
    const Vector u = random.gaussian(size, 1), v = random.gaussian(size, 1);
    const double share = random.uniform(0, 1);
    const double chord = share * f(u) + (1 - share) * f(v);
    EXPECT_LE(f(share * u + (1 - share) * v), chord + 1e-12 * std::abs(chord));
  }
}

TEST(Programs, AreConvexInWeightsAndSlacksTogether) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    const Index d = 3, m = 5, n = 20;
    const NoiselessSamples world({.inputs = d, .outputs = m, .seed = seed}, n);
    expect_convex(
        [&](const Vector& z) {
          return layer2_qp(world.data, z.head(d * m).reshaped(d, m), z.tail(d * n).reshaped(d, n));
        },
        d * m + d * n, random);
    expect_convex(
        [&](const Vector& z) {
          return layer1_qp(world.data.X, world.H, z.head(d * d).reshaped(d, d), z.tail(d * n).reshaped(d, n));
        },
        d * d + d * n, random);
  }
}

TEST(Programs, OfARowAreConvexWithoutSlack) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    const RowProblem problem = noisy_rows({.samples = 40, .columns = 5}, seed);
    for (const RowProgram program :
         {RowProgram::least_squares, RowProgram::absolute, RowProgram::center, RowProgram::central_path})
      expect_convex([&](const Vector& c) { return objective(program, problem.F, problem.target(0), c); }, 5, random);
  }
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

struct MedianErrors {
  double layer1, layer2, output;
};

MedianErrors median_errors(Method method, Index n) {
  std::vector<double> layer1, layer2, output;
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    const Unit teacher = draw_teacher({.inputs = 8, .seed = seed});
    const Fit found = fit(draw_samples(teacher, {.samples = n, .seed = seed}), {.method = method});
    const Dataset test = draw_samples(teacher, {.samples = 1000, .seed = seed + 1000});
    const WeightErrors errors = weight_errors(found.unit, teacher);
    layer1.push_back(errors.layer1);
    layer2.push_back(errors.layer2);
    output.push_back(output_errors(predict(found.unit, test.X), test.Y).output_error);
  }
  return {median(layer1), median(layer2), median(output)};
}

TEST(Consistency, ErrorsOfLpShrinkAsSamplesGrow) {
  const MedianErrors few = median_errors(Method::lp, 256);
  const MedianErrors more = median_errors(Method::lp, 1024);
  const MedianErrors many = median_errors(Method::lp, 4096);
  EXPECT_LE(more.layer1, 0.5 * few.layer1) << "four times the samples, less than half the error";
  EXPECT_LE(many.layer1, 0.5 * more.layer1);
  EXPECT_LE(more.output, 0.5 * few.output);
  EXPECT_LE(many.output, 0.5 * more.output);
  for (const MedianErrors& errors : {few, more, many}) EXPECT_LE(errors.layer2, 1e-9) << "exact from 256 on";
}

TEST(Consistency, ErrorsOfQpShrinkOnNoiselessSamples) {
  const MedianErrors few = median_errors(Method::qp, 256);
  const MedianErrors many = median_errors(Method::qp, 4096);
  EXPECT_LE(many.layer1, 0.5 * few.layer1);
  EXPECT_LE(many.output, 0.5 * few.output);
}

/// The smallest of n = 8, 8 sqrt 2, 16, ... with which linear regression learns at least half of 40 units.
double samples_for_half(Index d) {
  for (double n = 8;; n *= std::sqrt(2)) {
    int successes = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Unit teacher = draw_teacher({.inputs = d, .seed = seed});
      const Dataset data = draw_samples(
          teacher, {.samples = static_cast<Index>(n), .distribution = InputDistribution::gaussian, .seed = seed});
      successes += fit(data, {.method = Method::lr}).status == FitStatus::solved;
    }
    if (successes >= 20) return n;
  }
}

TEST(LinearRegressionTheorem, RequiresExponentiallyManySamples) {
  for (const Index d : {2, 4, 6, 8}) {
    const double bound = static_cast<double>(d) * std::pow(2, d + 1);
    EXPECT_GE(samples_for_half(d), bound / 1.5) << "d = " << d;
    EXPECT_LE(samples_for_half(d), bound * 2.5) << "d = " << d;
  }
}

}  // namespace
}  // namespace resunit::test
