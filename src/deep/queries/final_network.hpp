// SPDX-License-Identifier: BSD-3-Clause
// The last steps of an extraction, from the weights of the hidden layers that were read off the kinks:
//     last layer by least squares -> Gauss-Newton for all layers, on random queries and, for neurons that are rarely
//     active or inactive, queries near their kinks -> canonical form
//     -> residual on fresh queries, which were not used for the fit -> certificate                        (D-verify)
#pragma once

#include <optional>

#include "deep/descent/network_state.hpp"
#include "deep/queries/jumps.hpp"
#include "model/random.hpp"

namespace resunit {

struct CheckedNetwork {
  Network network;               ///< in canonical form, for f~
  double relative_residual = 1;  ///< |Yhat - Y| / |Y| on fresh queries
  bool exact = false;            ///< the residual is at the precision of the answers
  NetworkCertificate certificate{};
};

class FinalNetwork {
 public:
  FinalNetwork(Answers& answers, double precision, std::uint64_t seed, int threads)
      : answers_(answers), precision_(precision), random_(seed, Stream::query_checks), threads_(threads) {}

  /// The network with these hidden layers, refined and verified. None if it does not nearly reproduce the answers.
  /// Queries near the measured kinks are added if a neuron has few samples on one side.
  std::optional<CheckedNetwork> check(const HiddenWeights& hidden, const std::vector<Kink>& kinks);

  /// Further random queries whose answers the network does not reproduce, because a neuron is active, or inactive, at very
  /// few points only. They are added to the samples.
  std::vector<Vector> counterexamples(const Network& network);

 private:
  void ask();
  static void append(ColumnSamples& samples, const Matrix& X, const Matrix& Y);
  void balance(const HiddenWeights& hidden, const std::vector<Kink>& kinks);
  void refine(const HiddenWeights& hidden, CheckedNetwork& result);
  void verify(CheckedNetwork& result);

  Answers& answers_;
  double precision_;
  Random random_;
  int threads_;
  ColumnSamples fitted_, fresh_;  ///< |x| = 1; empty before the first check
};

}  // namespace resunit
