// SPDX-License-Identifier: BSD-3-Clause
// Changes of the neurons of a relaxed network (D-families): random neurons, removal, and the cost of removal.
//     drop(l, j):  |v_j| is replaced by its least-squares fit on the other features of layer l, inside the layers above
//     cost(l, j):  top hidden layer: |Theta_j|^2 / (2n (F'F)^-1_jj), the increase of the loss; other layers: the loss after
//                  drop(l, j) with the best last layer                                                        (D-cost)
#pragma once

#include <optional>
#include <vector>

#include "deep/descent/network_state.hpp"
#include "model/random.hpp"

namespace resunit {

/// Rows of unit length for a layer that reads `columns` features, of which the first d are the inputs.
Matrix random_rows(Index rows, Index d, Index columns, Random& random);

/// A relaxed network of random neurons with the given widths.
HiddenWeights random_network(Index d, const std::vector<Index>& widths, Random& random);

/// The network without neuron j of layer l.
HiddenWeights drop_neuron(const HiddenWeights& weights, const Eigen::MatrixXd& X, Index l, Index j);

/// The network with more neurons in layer l; the layers above ignore them.
HiddenWeights add_neurons(const HiddenWeights& weights, Index d, Index l, const Matrix& rows);

/// The cost of every neuron of layer l.
Vector removal_costs(const HiddenWeights& weights, const ColumnSamples& samples, Index l, int threads);

/// The layer that exceeds `width` most; none if every layer has at most `width` neurons.
std::optional<Index> widest_layer(const HiddenWeights& weights, Index width);

/// 0, 1, ... in the order of increasing costs.
std::vector<Index> cheapest_first(const Vector& costs);

}  // namespace resunit
