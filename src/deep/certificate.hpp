// SPDX-License-Identifier: BSD-3-Clause
// Is an exact network locally identifiable? It is if, on standardized samples,
//     1. the residual of every sample is at rounding level, |yhat_i - y_i| <= 1e-11 rms|y|              (D-certificate)
//     2. the Jacobian of all weights has full column rank at the activation patterns, samples at kinks left out
//     3. there are more equations than unknowns:  n m >= unknowns + (2d + 2) m
//     4. the network was found without some of the samples and fits them as well
//     5. every neuron is active, and inactive, on at least d + 2 samples
//     6. the activation patterns of two neurons, or of one and the complement of the other, differ on at least 2 samples;
//        otherwise one of them could be replaced by the other with its sign flipped
// Then no network near it fits the samples. A different network far from it is not excluded.
#pragma once

#include "deep/descent/network_state.hpp"
#include "resunit/fit_network.hpp"

namespace resunit {

/// The certificate of a network in canonical form, on standardized samples that it fits. `held_out`: condition 4.
/// `precision`: standard deviation of the rounding errors of Y, relative to its size; the limits of conditions 1 and 2
/// are 20 and 100 times as large, if these are larger than for rounding errors of double precision.
NetworkCertificate certify(const ColumnSamples& samples, const Network& network, bool held_out, int threads,
                           double precision = 0);

/// The conditions that fail, as a sentence; empty if the certificate holds.
std::string failed_conditions(const NetworkCertificate& certificate);

/// Largest residual of a sample, relative to the root mean square of the outputs. Standardized samples.
double largest_residual(const ColumnSamples& samples, const Network& network);

/// The limit of condition 1.
double allowed_residual(double precision);

inline constexpr double kLargestBackwardError = 1e-11;
inline constexpr double kSmallestSingularValue = 1e-6;

/// The limits for samples that are less precise, in multiples of their precision.
inline constexpr double kLargestInPrecisions = 20, kSingularValueInPrecisions = 100;

}  // namespace resunit
