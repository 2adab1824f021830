// SPDX-License-Identifier: BSD-3-Clause
#include "paper/sgd.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "resunit/error.hpp"
#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "resunit/synthetic.hpp"
#include "support/message_of.hpp"
#include "support/random.hpp"
#include "support/units.hpp"

namespace resunit {
namespace {

using test::random_unit;

/// dL/dA and dL/dB of (L), sample by sample.
Unit gradient(const Unit& unit, const MatrixView& X, const MatrixView& Y) {
  Unit sum{.A = Matrix::Zero(unit.A.rows(), unit.A.cols()), .B = Matrix::Zero(unit.B.rows(), unit.B.cols())};
  for (Index i = 0; i < X.rows(); ++i) {
    const Vector x = X.row(i), s = unit.A * x, h = s.cwiseMax(0.0) + x;
    const Vector e = (unit.B * h - Y.row(i).transpose()) / static_cast<double>(X.rows());
    const Vector back = (s.array() > 0).select(unit.B.transpose() * e, 0.0);
    sum.A += back * x.transpose();
    sum.B += e * h.transpose();
  }
  return sum;
}

Dataset small_world(std::uint64_t seed = 1) {
  return draw_samples(draw_teacher({.inputs = 4, .outputs = 5, .seed = seed}), {.samples = 100, .seed = seed});
}

TEST(Sgd, StepsMatchTheFormula) {
  // With one batch of all samples an epoch is one step, for any order.
  const Dataset data = small_world();
  test::Random random(2);
  const Unit start = random_unit(4, 5, random);
  Unit expected = start;
  for (int epoch = 0; epoch < 3; ++epoch) {
    const double rate = 0.01 / (1 + 0.5 * epoch);
    const Unit slope = gradient(expected, data.X, data.Y);
    expected.A -= rate * slope.A;
    expected.B -= rate * slope.B;
  }
  const Fit fit = learn_by_sgd(data, {.sgd = {.epochs = 3, .batch = 1000, .rate = 0.01, .decay = 0.5}, .start = start});
  EXPECT_TRUE(fit.unit.A.isApprox(expected.A, 1e-12));
  EXPECT_TRUE(fit.unit.B.isApprox(expected.B, 1e-12));
}

TEST(Sgd, UsesEverySampleOncePerEpoch) {
  // At a tiny rate the weights barely change within an epoch: the epoch sums the gradients at the start.
  const Dataset data = small_world();
  test::Random random(3);
  const Unit start = random_unit(4, 5, random);
  const Unit full = gradient(start, data.X, data.Y);
  for (const int batch : {1, 20, 50}) {  // divisors of 100: all batches have equal weight
    const double rate = 1e-10;
    const Fit fit = learn_by_sgd(data, {.sgd = {.epochs = 1, .batch = batch, .rate = rate}, .start = start});
    const Matrix moved = (start.A - fit.unit.A) / (rate * 100 / batch);
    EXPECT_TRUE(moved.isApprox(full.A, 1e-4)) << "batch " << batch;
  }
}

TEST(Sgd, AveragesTheLastBatchOverItsOwnSamples) {
  Dataset data = small_world();
  data.X.bottomRows(99).setZero();  // one sample alone has a gradient
  data.Y.bottomRows(99).setZero();
  test::Random random(4);
  const Unit start = random_unit(4, 5, random);
  const Unit alone = gradient(start, data.X.topRows(1), data.Y.topRows(1));
  const double rate = 1e-8;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {  // batches of 60 and 40: it may fall in either
    const FitOptions options{.seed = seed, .sgd = {.epochs = 1, .batch = 60, .rate = rate}, .start = start};
    const double share = (start.B - learn_by_sgd(data, options).unit.B).norm() / (rate * alone.B.norm());
    EXPECT_TRUE(std::abs(share * 60 - 1) < 1e-5 || std::abs(share * 40 - 1) < 1e-5) << share;
  }
}

TEST(Sgd, RecordsTheLossBeforeTheFirstEpochAndAfterEach) {
  const Dataset data = small_world();
  test::Random random(5);
  const Unit start = random_unit(4, 5, random);
  const Fit fit = learn_by_sgd(data, {.sgd = {.epochs = 20}, .start = start});
  ASSERT_EQ(fit.curve.size(), 21u);
  for (int epoch = 0; epoch <= 20; ++epoch) EXPECT_EQ(fit.curve[static_cast<std::size_t>(epoch)].epoch, epoch);
  for (std::size_t k = 1; k < 21; ++k) EXPECT_GE(fit.curve[k].seconds, fit.curve[k - 1].seconds);
  EXPECT_NEAR(fit.curve.front().loss, output_errors(predict(start, data.X), data.Y).loss, 1e-10);
  EXPECT_NEAR(fit.curve.back().loss, output_errors(predict(fit.unit, data.X), data.Y).loss, 1e-10);
  EXPECT_EQ(fit.training_loss, fit.curve.back().loss);
  EXPECT_LT(fit.curve.back().loss, fit.curve.front().loss);
}

TEST(Sgd, IsTheSameForTheSameSeedOnly) {
  const Dataset data = small_world();
  const auto learn = [&](std::uint64_t seed) { return learn_by_sgd(data, {.seed = seed, .sgd = {.epochs = 3}}); };
  EXPECT_EQ(learn(1).unit.A, learn(1).unit.A);
  EXPECT_EQ(learn(1).unit.B, learn(1).unit.B);
  EXPECT_NE(learn(1).unit.A, learn(2).unit.A);
}

TEST(Sgd, ShufflesTheSamples) {
  const Dataset data = small_world();
  const Unit start = draw_teacher({.inputs = 4, .outputs = 5, .seed = 7});
  const auto learn = [&](std::uint64_t seed, int batch) {
    return learn_by_sgd(data, {.seed = seed, .sgd = {.epochs = 1, .batch = batch}, .start = start}).unit.A;
  };
  EXPECT_FALSE(learn(1, 10).isApprox(learn(2, 10), 1e-9));
  EXPECT_TRUE(learn(1, 100).isApprox(learn(2, 100), 1e-12)) << "a single batch has no order";
}

TEST(Sgd, LearnsUnitsOfOddShapes) {
  for (const Index d : {1, 3})
    for (const Index m : {d, 4 * d})
      for (const Index n : {1, 31, 33, 1500}) {
        const Dataset data = draw_samples(draw_teacher({.inputs = d, .outputs = m}), {.samples = n});
        const Fit fit = learn_by_sgd(data, {.sgd = {.epochs = 5}});
        EXPECT_NO_THROW(validate(fit.unit));
        EXPECT_LT(fit.training_loss, fit.curve.front().loss) << d << " " << m << " " << n;
      }
}

TEST(Sgd, IsSolvedIfItStartsAtTheTeacher) {
  const Unit teacher = draw_teacher({.inputs = 4});
  const Fit fit = learn_by_sgd(draw_samples(teacher, {.samples = 100}), {.sgd = {.epochs = 2}, .start = teacher});
  EXPECT_EQ(fit.status, FitStatus::solved);
  EXPECT_TRUE(fit.warnings.empty());
  EXPECT_TRUE(fit.unit.A.isApprox(teacher.A, 1e-12));
}

TEST(Sgd, IsInexactWithAWarningIfTheLossIsLarge) {
  const Fit fit = learn_by_sgd(small_world(), {.sgd = {.epochs = 2}});
  EXPECT_EQ(fit.method, Method::sgd);
  EXPECT_EQ(fit.status, FitStatus::inexact);
  ASSERT_EQ(fit.warnings.size(), 1u);
  EXPECT_NE(fit.warnings[0].find("the weights may be far from the true ones"), std::string::npos);
  EXPECT_NE(fit.reason.find("in 2 epochs"), std::string::npos) << fit.reason;
  ASSERT_EQ(fit.seconds.size(), 1u);
  EXPECT_EQ(fit.seconds[0].first, "sgd");
}

TEST(Sgd, ReportsDivergence) {
  const Fit fit = learn_by_sgd(small_world(), {.sgd = {.rate = 10}});
  EXPECT_EQ(fit.status, FitStatus::diverged);
  EXPECT_EQ(fit.unit.A.size() + fit.unit.B.size(), 0);
  for (const CurvePoint& point : fit.curve) EXPECT_TRUE(std::isfinite(point.loss));
  EXPECT_EQ(fit.reason, "the loss is not finite after epoch " + std::to_string(fit.curve.size()) +
                            ": use a rate below 10 or scale the samples down");
}

TEST(Sgd, RejectsAStartOfAnotherShape) {
  test::Random random(6);
  const FitOptions options{.method = Method::sgd, .start = random_unit(3, 4, random)};
  EXPECT_EQ(test::message_of<OptionError>([&] { fit(small_world(), options); }),
            "FitOptions::start has 3 inputs and 4 outputs, but the samples have 4 and 5");
}

TEST(Sgd, ReportsProgressUpToTheEnd) {
  std::vector<double> fractions;
  const Progress note = [&](std::string_view stage, double fraction) {
    EXPECT_EQ(stage, "sgd");
    fractions.push_back(fraction);
  };
  for (const int epochs : {1, 3, 100, 256}) {
    fractions.clear();
    learn_by_sgd(small_world(), {.sgd = {.epochs = epochs}, .progress = note});
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.front(), 0);
    EXPECT_EQ(fractions.back(), 1);
    EXPECT_EQ(fractions.size(), static_cast<std::size_t>(epochs) + 1) << "often enough for Ctrl-C to be prompt";
  }
}

TEST(Sgd, StopsWhenProgressThrows) {
  const Progress stop = [](std::string_view, double fraction) {
    if (fraction > 0.5) throw std::runtime_error("Ctrl-C");
  };
  EXPECT_EQ(test::message_of<std::runtime_error>([&] { learn_by_sgd(small_world(), {.progress = stop}); }), "Ctrl-C");
}

TEST(Sgd, ReproducesThePapersTable) {
  // tab:robustness-weights for d = 16, n = 512; mean (standard deviation) over 128 teachers:
  // layer 1 0.715 (0.090), layer 2 1.203 (0.134), output 0.431 (0.038).
  const int teachers = 20;
  double layer1 = 0, layer2 = 0, output = 0;
  for (std::uint64_t seed = 0; seed < teachers; ++seed) {
    const Unit teacher = draw_teacher({.seed = seed});
    const Dataset test = draw_samples(teacher, {.samples = 1000, .seed = seed + 1000});
    const Unit unit = learn_by_sgd(draw_samples(teacher, {.seed = seed}), {.seed = seed}).unit;
    layer1 += weight_errors(unit, teacher).layer1 / teachers;
    layer2 += weight_errors(unit, teacher).layer2 / teachers;
    output += output_errors(predict(unit, test.X), test.Y).output_error / teachers;
  }
  EXPECT_NEAR(layer1, 0.715, 3 * 0.090 / std::sqrt(teachers));
  EXPECT_NEAR(layer2, 1.203, 3 * 0.134 / std::sqrt(teachers));
  EXPECT_NEAR(output, 0.431, 3 * 0.038 / std::sqrt(teachers));
}

}  // namespace
}  // namespace resunit
