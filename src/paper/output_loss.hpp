// The output loss of a batch of samples and its gradient.
//     L(A, B) = 1/2b sum_i |B h_i - y_i|^2,    s_i = A x_i,  h_i = s_i^+ + x_i,  e_i = (B h_i - y_i) / b     (L)
//     dL/dB = sum_i e_i h_i',                  dL/dA = sum_i (1[s_i > 0] o B' e_i) x_i'
// Paper: section "Synthetic Data Experiments", L(A, B) = 1/2 E |yhat - y|^2.
#pragma once

#include <algorithm>

#include "resunit/samples.hpp"
#include "resunit/unit.hpp"

namespace resunit {

/// Keeps room for `largest` samples at a time, so that loops do not allocate.
class OutputLoss {
 public:
  OutputLoss(Index inputs, Index outputs, Index largest)
      : S_(largest, inputs), H_(largest, inputs), E_(largest, outputs), G_(largest, inputs) {
    gradient_.A.resize(inputs, inputs);
    gradient_.B.resize(outputs, inputs);
  }

  /// The loss over any number of samples.
  double value(const Unit& unit, const Samples& samples) {
    double square = 0;
    for (Index first = 0; first < samples.count(); first += S_.rows()) {
      const Index count = std::min(S_.rows(), samples.count() - first);
      forward(unit, samples.X.middleRows(first, count), samples.Y.middleRows(first, count));
      square += E_.topRows(count).squaredNorm();
    }
    return square / (2 * static_cast<double>(samples.count()));
  }

  /// The gradient over one batch, dL/dA and dL/dB in the places of A and B; it lives until the next call.
  const Unit& gradient(const Unit& unit, const MatrixView& X, const MatrixView& Y) {
    forward(unit, X, Y);
    const auto S = S_.topRows(X.rows());
    const auto H = H_.topRows(X.rows());
    auto E = E_.topRows(X.rows());
    auto G = G_.topRows(X.rows());
    E /= static_cast<double>(X.rows());
    G.noalias() = E * unit.B;
    G.array() *= (S.array() > 0).cast<double>();
    gradient_.A.noalias() = G.transpose() * X;
    gradient_.B.noalias() = E.transpose() * H;
    return gradient_;
  }

 private:
  /// The first rows of S, H and E become A x, (A x)^+ + x and B h - y.
  void forward(const Unit& unit, const MatrixView& X, const MatrixView& Y) {
    auto S = S_.topRows(X.rows());
    auto H = H_.topRows(X.rows());
    auto E = E_.topRows(X.rows());
    S.noalias() = X * unit.A.transpose();
    H = S.cwiseMax(0.0) + X;
    E.noalias() = H * unit.B.transpose();
    E -= Y;
  }

  Matrix S_;
  Matrix H_;
  Matrix E_;
  Matrix G_;
  Unit gradient_;
};

}  // namespace resunit
