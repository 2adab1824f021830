// SPDX-License-Identifier: BSD-3-Clause
// The paper's proposal for networks of L layers with W >= 0. The outer objective of the last ReLU depends on the hidden
// outputs xi_l only through their sum s, so that it is the program of layer 2:
//     min |x + s - V y|,  s = xi_1 + ... + xi_{L-1} >= 0:   row j of V:  Y v_j >= x_j                       (D-outer)
// Its solution gives W_{L-1} and s. The inner objective of each layer is the program of layer 1:
//     min |phi + W_{l-1} r_{l-1} - xi_l|,  phi >= 0:        row j of W_{l-1}:  R w_j <= xi_j                (D-inner)
// It requires the split of s into xi_1, ..., xi_{L-1}, which the objectives do not identify: with free xi, every W
// attains zero (docs/deep.md, "The paper's formula"). The paper suggests to tune "whether to have a hat or not". Here
// one layer is learned with the estimates of all others fixed:
//     xi_l = (s - sum_{k != l} (W_{k-1} r_{k-1})^+)^+,   l = 1, ..., L - 1                                  (D-sweep)
// Paper: app:multilayer.
#pragma once

#include "paper/layer2.hpp"
#include "resunit/network.hpp"

namespace resunit {

/// How s is split into the outputs of the hidden layers.
enum class OutputSplit {
  free,         ///< as printed: xi is a variable of every objective. Of the many solutions, W = 0 is returned.
  bottom_up,    ///< one sweep (D-sweep) from W = 0: layer 1 receives all of s, layer 2 what remains, and so on
  alternating,  ///< xi_l = s / (L - 1) for all layers, then sweeps (D-sweep); the smallest residual of s is returned
};

struct MultilayerOptions {
  Index layers = 3;  ///< L >= 2
  OutputSplit split = OutputSplit::alternating;
  RowOptions rows = {};
  int threads = 0;
  Progress progress = {};
};

struct MultilayerFit {
  Layer2 last;      ///< the solution of (D-outer): B is W_{L-1}, H is s
  Network network;  ///< empty if `last` has no B
};

MultilayerFit learn_multilayer(const Samples& samples, const MultilayerOptions& options);

/// (D-inner) for given outputs of the layer, by (Rmu) and the rescale of layer 1. R is n x d, Xi is d x n.
Matrix learn_hidden_layer(const MatrixView& R, const Matrix& Xi, const MultilayerOptions& options);

/// The largest solution of (D-inner), by one linear program per row:
///     max sum_{xi_i > 0} w r_i,  R w <= xi                                                            (D-inner, largest)
/// For the outputs xi = (W r)^+ of a layer, it is W itself as soon as the active r_i span R^d: no other w attains the
/// upper bound sum xi_i. Differs from the paper, whose "min const" accepts every w of the segment k w, 0 <= k <= 1.
/// A row that Clp does not solve is NaN.
Matrix largest_hidden_layer(const MatrixView& R, const Matrix& Xi);

}  // namespace resunit
