// SPDX-License-Identifier: BSD-3-Clause
// Identifies an L-layer residual network from queries: resunit selects inputs x, an oracle answers with y = f(x).
//
//     resunit::NetworkFit fit = resunit::extract(oracle, 8);
//     std::cout << fit.full();                               // includes the number of queries
//
// f must be a network (D) of network.hpp without biases. Answers may be rounded, for example to single precision: the
// precision of the answers is estimated at the start, and the result states it.
#pragma once

#include <cstdint>
#include <functional>

#include "resunit/fit_network.hpp"
#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit {

/// Answers queries: the outputs, n x m, for each row of X, n x d. Called on the caller's thread only. An exception thrown
/// by it cancels the extraction and reaches the caller unchanged.
using Oracle = std::function<Matrix(const MatrixView& X)>;

/// Options of an extraction.
struct ExtractOptions {
  Index layers = 0;   ///< L, the number of weight matrices, >= 2; 0: the smallest number that reproduces the answers
  Index queries = 0;  ///< largest number of queries, >= 0; 0: 20,000 per input
  std::uint64_t seed = 0;  ///< random seed; with equal seeds and answers, queries and results are identical
  int threads = 0;         ///< 0: all cores; the result has the same bits for any number of threads
  Progress progress = {};
};

/// Identifies the network behind an oracle with `inputs` inputs. Status: solved, if the network reproduces the answers to
/// fresh queries to their precision and is locally identifiable; undetermined, if it only reproduces them; suspect, if it
/// reproduces them to 1e-4 but not to their precision; otherwise not_exact, without weights. Throws DataError if an answer
/// has a wrong shape or a value that is not finite, and OptionError for options out of range.
[[nodiscard]] RESUNIT_API NetworkFit extract(const Oracle& oracle, Index inputs, const ExtractOptions& options = {});

}  // namespace resunit
