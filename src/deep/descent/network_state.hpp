// SPDX-License-Identifier: BSD-3-Clause
// A network of either family at one point: its features, and the last layer by least squares.
//     Theta = argmin |Y - F_h Theta|^2,   E = Y - F_h Theta,   f = |E|^2 / 2n                                 (D-project)
// Variable projection: Golub and Pereyra 1973.
#pragma once

#include <Eigen/Cholesky>

#include "deep/descent/shape.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Samples by columns: products with single features read consecutive memory.
struct ColumnSamples {
  Eigen::MatrixXd X;  ///< n x d
  Eigen::MatrixXd Y;  ///< n x m

  [[nodiscard]] Index count() const { return X.rows(); }
};

/// Copies of samples by columns.
inline ColumnSamples by_columns(const Samples& samples) {
  return {.X = samples.X, .Y = samples.Y};
}

/// Owned by the caller, so that a loop does not allocate.
struct NetworkState {
  HiddenWeights weights;
  Eigen::MatrixXd F;                   ///< n x features
  Eigen::MatrixXd S;                   ///< n x neurons: derivatives of |v| or v^+ at each neuron
  Eigen::MatrixXd Theta;               ///< features of the last layer x m
  Eigen::MatrixXd E;                   ///< n x m
  Eigen::LLT<Eigen::MatrixXd> normal;  ///< of the Gram matrix of the features of the last layer
  double loss = 0;                     ///< infinite if that matrix has no Cholesky factor
};

/// Computes everything but `weights` at state.weights.
void evaluate(const NetworkShape& shape, const ColumnSamples& samples, NetworkState& state);

/// Features F and slopes S alone.
void compute_features(const NetworkShape& shape, const Eigen::MatrixXd& X, NetworkState& state);

}  // namespace resunit
