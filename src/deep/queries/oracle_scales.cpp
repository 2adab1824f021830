// SPDX-License-Identifier: BSD-3-Clause
#include "deep/queries/oracle_scales.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/basis.hpp"
#include "linalg/median.hpp"
#include "linalg/norms.hpp"

namespace resunit {
namespace {

constexpr int kScalePasses = 3;            ///< badly scaled inputs change the points at which scales are measured
constexpr Index kScalePoints = 4;          ///< per pass
constexpr double kScaleStep = 0.1;         ///< of a difference quotient, relative to an input's scale
constexpr double kSmallestColumn = 1e-12;  ///< of the Jacobian, relative to the largest: smaller ones are not scaled
constexpr Index kOutputPoints = 64;        ///< from which the scales of outputs are computed

constexpr Index kQualityPoints = 24;
constexpr double kQualityStep = 1e-3, kSecondStep = 8;  ///< |h| relative to |x|; divisor for the second step
constexpr double kCurved = 16;          ///< decrease of second differences from there on: 64 if smooth, 1 if rounding
constexpr double kNotRounding = 1e-11;  ///< second differences up to this are rounding errors in any case
constexpr double kHomogeneous = 100;    ///< largest |f(2x) - 2 f(x)|, in multiples of the precision
constexpr double kSinglePrecision =
    std::numeric_limits<float>::epsilon() / 2;  ///< of answers in single precision, at least
constexpr double kSmallestPrecision = std::numeric_limits<double>::epsilon();

/// 1 / |column| of the Jacobian, relative to the geometric mean, as powers of two.
Vector column_factors(Answers& answers, Random& random) {
  const Index d = answers.inputs();
  Vector squares = Vector::Zero(d);
  for (Index point = 0; point < kScalePoints; ++point) {
    Matrix X = gaussian(1, d, random).replicate(d + 1, 1);
    for (Index k = 0; k < d; ++k) X(k + 1, k) += kScaleStep;
    const Matrix Y = answers(X);
    const double largest = std::max(Y.cwiseAbs().maxCoeff(), kSmallestDivisor);
    for (Index k = 0; k < d; ++k) squares(k) += ((Y.row(k + 1) - Y.row(0)) / largest).squaredNorm();
  }
  const Vector lengths = squares.cwiseSqrt();
  Vector factors = Vector::Ones(d);
  double mean = 0;
  Index count = 0;
  for (Index k = 0; k < d; ++k)
    if (lengths(k) > kSmallestColumn * lengths.maxCoeff()) mean += std::log(lengths(k)), ++count;
  if (count == 0) return factors;
  mean = std::exp(mean / static_cast<double>(count));
  for (Index k = 0; k < d; ++k)
    if (lengths(k) > kSmallestColumn * lengths.maxCoeff()) factors(k) = nearby_power_of_two(mean / lengths(k));
  return factors;
}

struct SecondDifferences {
  Vector sizes;   ///< at each point, root mean squares over the outputs, divided by sqrt(6)
  bool in_float;  ///< all answers are numbers of single precision
};

SecondDifferences second_differences(Answers& answers, const Matrix& X, const Matrix& steps) {
  const Index n = X.rows();
  Matrix all(3 * n, X.cols());
  all << X + steps, X - steps, X;
  const Matrix Y = answers(all);
  const Matrix second = Y.topRows(n) + Y.middleRows(n, n) - 2 * Y.bottomRows(n);
  return {.sizes = second.rowwise().norm() / std::sqrt(6 * static_cast<double>(Y.cols())),
          .in_float = !Y.isZero(0) && Y.cast<float>().cast<double>() == Y};
}

/// max |f(2x) - 2 f(x)| and |f(0)|.
double deviation_from_homogeneity(Answers& answers, const Matrix& X) {
  const Index n = X.rows();
  Matrix all(2 * n + 1, X.cols());
  all << X, 2 * X, Matrix::Zero(1, X.cols());
  const Matrix Y = answers(all);
  return std::max((Y.middleRows(n, n) - 2 * Y.topRows(n)).cwiseAbs().maxCoeff(), Y.row(2 * n).cwiseAbs().maxCoeff());
}

}  // namespace

void set_scales(Answers& answers, Random& random) {
  for (int pass = 0; pass < kScalePasses; ++pass) answers.multiply_input_scale(column_factors(answers, random));
  const Matrix Y = answers(gaussian(kOutputPoints, answers.inputs(), random));
  Vector scales(Y.cols());
  for (Index k = 0; k < Y.cols(); ++k) scales(k) = nearby_power_of_two(rms_of(Y.col(k)));
  answers.multiply_output_scale(scales);
}

AnswerQuality measure_quality(Answers& answers, Random& random) {
  const Matrix X = gaussian(kQualityPoints, answers.inputs(), random);
  Matrix steps = gaussian(kQualityPoints, answers.inputs(), random);
  for (Index i = 0; i < X.rows(); ++i) steps.row(i) *= kQualityStep * X.row(i).norm() / steps.row(i).norm();
  const SecondDifferences differences = second_differences(answers, X, steps);
  const double at_step = median(differences.sizes);
  const double at_shorter = median(second_differences(answers, X, steps / kSecondStep).sizes);
  AnswerQuality quality{.precision = std::max(at_step, kSmallestPrecision), .defect = ""};
  if (differences.in_float) quality.precision = std::max(quality.precision, kSinglePrecision);
  const double deviation = deviation_from_homogeneity(answers, X);
  if (at_step > kNotRounding && at_step > kCurved * at_shorter) {
    quality.defect = "the answers are a curved function of x, not a piecewise linear one";
    quality.precision = std::max(at_shorter, kSmallestPrecision);
  }
  if (!(deviation <= kHomogeneous * quality.precision))
    quality.defect = fmt::format(
        "f(2x) differs from 2 f(x), or f(0) from 0, by {:.1e} of the outputs, so that the oracle "
        "has biases or another activation than the ReLU",
        deviation);
  return quality;
}

}  // namespace resunit
