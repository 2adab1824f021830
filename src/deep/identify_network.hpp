// SPDX-License-Identifier: BSD-3-Clause
// Identification of an exact network of L layers from noiseless samples, on standardized samples:
//     lowest layers from the region of active neurons (active_piece/), for example if W >= 0 -> search for the others, any
//     sign (search/) -> descent on all samples -> canonical form -> certificate
// The network is searched without some of the samples, which then confirm it: half of them, or with few samples as
// many as can be spared, after a search on all of them.
#pragma once

#include "deep/search/exact_search.hpp"
#include "resunit/fit_network.hpp"

namespace resunit {

struct IdentifiedNetwork {
  Network network;           ///< in canonical form; empty if none was found
  double relative_loss = 1;  ///< |Yhat - Y|^2 / |Y|^2 of the standardized samples
  double relaxed_loss = 1;   ///< smallest loss of a relaxed network, relative to that of the whitened outputs
  NetworkCertificate certificate;
  int starts = 0;

  [[nodiscard]] bool exact() const { return relative_loss < kExactNetwork; }
};

/// Sets the hidden rows that are inactive on all samples to zero: their weights do not matter.
void clear_inactive_rows(const ColumnSamples& samples, Network& network);

IdentifiedNetwork identify_network(const ColumnSamples& samples, const ExactSearchOptions& options, WorkLimit& work);

/// The exact network near `start`, with a certificate that lacks the condition on held-out samples.
IdentifiedNetwork certify_near(const ColumnSamples& samples, const Network& start, int threads);

}  // namespace resunit
