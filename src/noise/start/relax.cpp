// SPDX-License-Identifier: BSD-3-Clause
#include "noise/start/relax.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <utility>

#include "linalg/norms.hpp"
#include "linalg/project_out.hpp"
#include "noise/descent/vplm.hpp"
#include "noise/start/sign_search.hpp"

namespace resunit {
namespace {

constexpr int kSearches = 4;
constexpr int kReplacementSteps = 30;
constexpr Index kResidualDirections = 2;
constexpr double kWorthwhileLine = 1e-3;  ///< smallest decrease by a new line, relative to the loss
constexpr double kPromising = 0.8;  ///< smallest gain of a new line before a refit, relative to the cost of the old one
constexpr double kRelaxDamping = 1e-2;          ///< as in VplmOptions
constexpr double kExpectedProbability = 0.999;  ///< that the loss of the true unit is below T

Matrix features(const MatrixView& X, const Matrix& U) {
  Matrix F(X.rows(), U.rows() + X.cols());
  F << (X * U.transpose()).cwiseAbs(), X;
  return F;
}

struct WeakLine {
  Index line = 0;
  double cost = 0;
};

WeakLine weakest_line(const Matrix& F, const Relaxed& model) {
  Eigen::MatrixXd gram = F.transpose() * F;
  gram.diagonal() *= 1 + kNormalRidge;
  const Eigen::MatrixXd inverse = gram.llt().solve(Eigen::MatrixXd::Identity(F.cols(), F.cols()));
  const Vector costs =
      model.V.colwise().squaredNorm().transpose().cwiseQuotient(inverse.diagonal().head(model.U.rows()));
  WeakLine weakest;
  weakest.cost = costs.minCoeff(&weakest.line);
  return weakest;
}

/// Orthonormal basis of all features but one, the inputs first.
Matrix basis_without(const Matrix& F, const Matrix& W, Index line) {
  const Index kept = F.cols() - W.cols() - 1;  // lines
  Matrix others(F.rows(), kept);
  others << F.leftCols(line), F.middleCols(line + 1, kept - line);
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr{Eigen::MatrixXd(project_out(W, std::move(others)))};
  Matrix Q(F.rows(), W.cols() + kept);
  Q << W, qr.householderQ() * Eigen::MatrixXd::Identity(F.rows(), kept);
  return Q;
}

struct NewLine {
  Vector b;
  double gain = 0;  ///< decrease of the residual sum of squares if added to Q
};

NewLine best_new_line(const Matrix& W, const Matrix& Q, const Matrix& E, Random& random, int threads) {
  const SignSearch search(W, Q, top_left_singular_vectors(E, kResidualDirections, 1));
  const Matrix starts = gaussian(kSearches, W.cols(), random);
  NewLine best;
  for (const LineOptimum& optimum : search.run_all(starts, kReplacementSteps, threads)) {
    const Matrix image = project_out(Q, (W * optimum.b).cwiseAbs());
    const double gain = (E.transpose() * image).squaredNorm() / (image.squaredNorm() + kSmallestDivisor);
    if (gain > best.gain) best = {.b = optimum.b, .gain = gain};
  }
  return best;
}

}  // namespace

Relaxed relax(const UnitSamples& samples, Matrix U, double tolerance, int max_steps) {
  VplmResult fit =
      vplm(samples, std::move(U),
           {.family = Family::relaxed, .max_steps = max_steps, .tolerance = tolerance, .damping = kRelaxDamping});
  const Vector lengths = fit.A.rowwise().norm().cwiseMax(kSmallestDivisor);
  return {.U = lengths.cwiseInverse().asDiagonal() * fit.A,
          .V = fit.B.leftCols(fit.A.rows()) * lengths.asDiagonal(),
          .W = fit.B.rightCols(samples.inputs()),
          .loss = fit.loss};
}

Degrees degrees_of_freedom(const UnitSamples& samples) {
  const Index n = samples.count(), m = samples.outputs(), d = samples.inputs(), h = samples.neurons();
  return {.extra = static_cast<double>(m * (h + d - samples.hidden()) - h),
          .residual = std::max(static_cast<double>(n * m - m * (h + d) - h * (d - 1)), 1.0)};
}

double expected_loss(const UnitSamples& samples, double relaxed_loss) {
  const auto [extra, residual] = degrees_of_freedom(samples);
  if (!(extra > 0)) return relaxed_loss;  // one output without biases: the unit is the relaxed model
  const boost::math::fisher_f distribution(extra, residual);
  return relaxed_loss * (1 + extra / residual * boost::math::quantile(distribution, kExpectedProbability));
}

Relaxed replace_weak_lines(const UnitSamples& samples, const Basis& inputs, Relaxed model, Random& random,
                           int threads) {
  for (Index round = 0; round < samples.neurons(); ++round) {
    const Matrix F = features(samples.X, model.U);
    const auto [line, cost] = weakest_line(F, model);
    const Matrix Q = basis_without(F, inputs.Z, line);
    const Matrix E = project_out(Q, samples.Y);
    const NewLine found = best_new_line(inputs.Z, Q, E, random, threads);
    if (!(found.gain > kPromising * cost)) break;
    Matrix U = model.U;
    U.row(line) = line_of(inputs, found.b);
    Relaxed changed = relax(samples, std::move(U));
    if (!(changed.loss < model.loss * (1 - kWorthwhileLine))) break;
    model = std::move(changed);
  }
  return model;
}

}  // namespace resunit
