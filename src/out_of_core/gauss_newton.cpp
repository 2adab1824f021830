// SPDX-License-Identifier: BSD-3-Clause
#include "out_of_core/gauss_newton.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/norms.hpp"
#include "linalg/small_products.hpp"
#include "model/hidden_rows.hpp"
#include "noise/inference/growing_noise.hpp"
#include "out_of_core/sums.hpp"
#include "parallel/progress_scope.hpp"

namespace resunit {
namespace {

constexpr int kMaxProducts = 500;
constexpr double kAccuracy = 1e-3;  ///< of a step, in the preconditioned norm: the curvature is not more accurate
constexpr int kHalvings = 5;
constexpr double kRidge = 1e-12;         ///< relative to the diagonal entries of a Gram matrix
constexpr double kSmallestLevel = 1e-8;  ///< of a neuron's curvature in the preconditioner, relative to the largest

/// Weights, or changes of weights, of both layers.
struct Pair {
  Matrix A, B;

  double dot(const Pair& other) const { return A.cwiseProduct(other.A).sum() + B.cwiseProduct(other.B).sum(); }
  void add(double factor, const Pair& other) {
    A += factor * other.A;
    B += factor * other.B;
  }
};

/// Sets the changes of weights that are zero by the model to zero.
void keep_model(Bias bias, Pair& change) {
  if (bias == Bias::layer1) change.B.rightCols(1).setZero();
}

/// The activations D and hidden outputs R of a unit on a subset of the samples.
struct Features {
  Matrix D, R;

  Features(const Samples& samples, const Matrix& A) : D(samples.X * A.transpose()) {
    R = D.cwiseMax(0.0) + samples.X;
    D = D.unaryExpr([](double s) { return s > 0 ? 1.0 : 0.0; });
  }
};

struct GradientSums {
  Pair gradient;
  Matrix residuals;

  GradientSums& operator+=(const GradientSums& other) {
    gradient.add(1, other.gradient);
    residuals += other.residuals;
    return *this;
  }
};

struct Evaluation {
  Pair gradient;
  Matrix residuals;
  double loss = 0;
};

/// The samples, divided by their noise levels if the growth is weighted. `memory` keeps the quotients.
Samples weighted(const Samples& samples, const NoiseGrowth& growth, Dataset& memory) {
  if (!growth.weighted) return samples;
  memory = divided_by(samples, noise_levels(growth, samples.X));
  return memory;
}

/// One pass. The sums use the padded form of linalg/small_products.hpp, which subtracts: the sums of products of
/// residuals have the opposite sign.
Evaluation evaluate(SampleStream& stream, const Unit& unit, const Matrix& weights,
                    const OutOfCoreDescentOptions& options) {
  const Index d = stream.inputs(), m = stream.outputs();
  const Matrix At = with_padding(unit.A.transpose()), Bt = with_padding(unit.B.transpose()),
               WB = with_padding(weights * unit.B);
  const GradientSums zero{{Matrix::Zero(d, At.cols()), Matrix::Zero(m, At.cols())}, Matrix::Zero(m, Bt.cols())};
  const GradientSums sums =
      sum_over_samples(stream, options.threads, zero, [&](const Samples& slice, GradientSums& to) {
        Dataset memory;
        const Samples part = weighted(slice, options.growth, memory);
        const Index count = part.count();
        const Matrix X = with_padding(part.X);
        Matrix S(count, X.cols()), H(count, X.cols()), E(count, Bt.cols()), backpropagated(count, X.cols());
        hidden_rows(X, count, At, S, H);
        product(H, count, Bt, E);
        E.leftCols(m) = part.Y - E.leftCols(m);
        product(E, count, WB, backpropagated);
        keep_where_active(S, count, backpropagated);
        subtract_product(backpropagated, count, X, to.gradient.A);
        subtract_product(E, count, H, to.gradient.B);
        subtract_product(E, count, E, to.residuals);
      });
  const auto n = static_cast<double>(stream.count());
  const Matrix residuals = -sums.residuals.leftCols(m);
  return {.gradient = {sums.gradient.A.leftCols(d) / n, weights * sums.gradient.B.leftCols(d) / n},
          .residuals = residuals,
          .loss = weights.cwiseProduct(residuals).sum() / (2 * n)};
}

/// Hess on a subset of the samples, at one unit.
class Curvature {
 public:
  Curvature(const Samples& samples, const Unit& unit, const Matrix& weights, Bias bias)
      : samples_(samples),
        bias_(bias),
        features_(samples, unit.A),
        B_(unit.B),
        WB_(weights * unit.B),
        weights_(weights),
        n_(static_cast<double>(samples.count())) {
    input_factor_.compute(gram(samples.X));
    hidden_factor_.compute(gram(features_.R));
    weights_factor_.compute(weights_);
    levels_ = features_.D.colwise().mean().transpose().cwiseProduct(B_.cwiseProduct(WB_).colwise().sum().transpose());
    levels_ = levels_.cwiseMax(kSmallestLevel * std::max(levels_.maxCoeff(), kSmallestDivisor));
  }

  /// Conjugate gradients from zero.
  Pair solve(const Pair& gradient) {
    Pair x{Matrix::Zero(gradient.A.rows(), gradient.A.cols()), Matrix::Zero(gradient.B.rows(), gradient.B.cols())};
    Pair r{-gradient.A, -gradient.B}, z = preconditioned(r), p = z;
    double rz = r.dot(z);
    const double stop = kAccuracy * kAccuracy * rz;
    for (int k = 0; k < kMaxProducts && rz > stop; ++k) {
      check_cancelled();
      const Pair q = multiply(p);
      const double curvature = p.dot(q);
      if (!(curvature > 0)) break;
      x.add(rz / curvature, p);
      r.add(-rz / curvature, q);
      z = preconditioned(r);
      const double next = r.dot(z);
      p = {z.A + (next / rz) * p.A, z.B + (next / rz) * p.B};
      rz = next;
    }
    return x;
  }

 private:
  Eigen::MatrixXd gram(const Matrix& columns) const {
    Eigen::MatrixXd G = columns.transpose() * columns / n_;
    G.diagonal() = G.diagonal().unaryExpr([](double g) { return g > 0 ? (1 + kRidge) * g : 1.0; });
    return G;
  }

  /// The inverse of the blocks  level_j X'X/n  and  W (x) R'R/n.
  Pair preconditioned(const Pair& r) const {
    Pair z;
    z.A = input_factor_.solve(r.A.transpose()).transpose();
    z.A.array().colwise() /= levels_.array();
    z.B = hidden_factor_.solve(weights_factor_.solve(r.B).transpose()).transpose();
    keep_model(bias_, z);
    return z;
  }

  Pair multiply(const Pair& p) {
    U_.noalias() = samples_.X * p.A.transpose();
    U_.array() *= features_.D.array();
    image_.noalias() = U_ * B_.transpose();
    image_.noalias() += features_.R * p.B.transpose();
    U_.noalias() = image_ * WB_;
    U_.array() *= features_.D.array();
    Pair q{U_.transpose() * samples_.X, weights_ * (image_.transpose() * features_.R)};
    q.A /= n_;
    q.B /= n_;
    keep_model(bias_, q);
    return q;
  }

  const Samples& samples_;
  Bias bias_;
  Features features_;
  Matrix B_, WB_, weights_;
  double n_;
  Eigen::LLT<Eigen::MatrixXd> input_factor_, hidden_factor_, weights_factor_;
  Vector levels_;
  Matrix U_, image_;
};

}  // namespace

OutOfCoreDescent descend(SampleStream& stream, const Samples& subset, const Unit& start, const Matrix& weights,
                         const OutOfCoreDescentOptions& options) {
  const int last = stream.passes() + options.max_passes;
  const auto n = static_cast<double>(stream.count()), d = static_cast<double>(stream.inputs()),
             m = static_cast<double>(stream.outputs());
  const double tolerance = options.tolerance * (d * d + m * d) / (n * m);
  OutOfCoreDescent result{.unit = start};
  Dataset memory;
  const Samples weighted_subset = weighted(subset, options.growth, memory);
  Evaluation now = evaluate(stream, result.unit, weights, options);
  while (stream.passes() < last) {
    keep_model(options.bias, now.gradient);
    const Pair step = Curvature(weighted_subset, result.unit, weights, options.bias).solve(now.gradient);
    const double predicted = -step.dot(now.gradient) / 2;
    result.converged = predicted <= tolerance * now.loss;
    if (!(predicted > tolerance * now.loss)) break;
    double length = 1;
    Evaluation next;
    for (int halving = 0; halving <= kHalvings; ++halving, length /= 2) {
      const Unit trial{.A = result.unit.A + length * step.A, .B = result.unit.B + length * step.B};
      next = evaluate(stream, trial, weights, options);
      if (!(next.loss < now.loss)) continue;
      result.unit = trial;
      break;
    }
    if (!(next.loss < now.loss)) break;
    now = std::move(next);
  }
  result.loss = now.loss;
  result.residuals = std::move(now.residuals);
  return result;
}

}  // namespace resunit
