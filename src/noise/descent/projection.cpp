// SPDX-License-Identifier: BSD-3-Clause
#include "noise/descent/projection.hpp"

#include <limits>

namespace resunit {
namespace {

/// Ridges relative to the diagonal entries of R'R; a larger one is used only if Cholesky fails with the smaller.
constexpr double kRidges[] = {kNormalRidge, 1e-9, 1e-6};

void find_features(Family family, const UnitSamples& samples, const Matrix& A, Projection& at) {
  const MatrixView& X = samples.X;
  const Index n = X.rows(), d = A.rows();
  at.D.resize(n, d);
  at.D.noalias() = X * A.transpose();
  if (family == Family::unit) {
    at.R = X.leftCols(samples.hidden());
    at.R.leftCols(d) += at.D.cwiseMax(0.0);
    at.D = at.D.unaryExpr([](double s) { return s > 0 ? 1.0 : 0.0; });
  } else {
    at.R.resize(n, d + X.cols());
    at.R.leftCols(d) = at.D.cwiseAbs();
    at.R.rightCols(X.cols()) = X;
    at.D = at.D.unaryExpr([](double s) { return s > 0 ? 1.0 : -1.0; });
  }
}

bool factor_normal_equations(Projection& at) {
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(at.R.cols(), at.R.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(at.R.transpose());
  const Vector diagonal = gram.diagonal();
  for (const double ridge : kRidges) {
    gram.diagonal() = (1 + ridge) * diagonal;
    at.normal.compute(gram);
    if (at.normal.info() == Eigen::Success) return true;
  }
  return false;
}

}  // namespace

void project(Family family, const UnitSamples& samples, const Matrix& A, Projection& at) {
  find_features(family, samples, A, at);
  at.loss = std::numeric_limits<double>::infinity();
  at.E = samples.Y;
  at.B.setZero(samples.outputs(), at.R.cols());
  if (!at.R.allFinite() || !factor_normal_equations(at)) return;
  at.B = at.normal.solve(at.R.transpose() * samples.Y).transpose();
  at.E.noalias() -= at.R * at.B.transpose();
  at.loss = at.E.squaredNorm() / (2 * static_cast<double>(samples.count()));
}

void gradient(const UnitSamples& samples, const Projection& at, Matrix& g) {
  const Matrix backpropagated = at.D.cwiseProduct(at.E * at.hinge_weights());
  g.resize(at.D.cols(), samples.inputs());
  g.noalias() = backpropagated.transpose() * samples.X / -static_cast<double>(samples.count());
}

}  // namespace resunit
