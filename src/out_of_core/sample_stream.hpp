// SPDX-License-Identifier: BSD-3-Clause
// Samples out of core: two .npy files, read in passes. A pass visits all samples in order, in chunks, while another
// thread reads the next chunk. The chunks are the same in every pass and for any number of threads.
//
//     SampleStream stream("x.npy", "y.npy", {.chunk_bytes = 1 << 24});
//     stream.pass([&](Index first, const Samples& chunk) { ... });
//
// After a pass has found the scales of the columns, the stream can standardize the samples, so that no tolerance
// depends on the scales of the caller's data: each column of X is divided by a power of two near its largest entry, and
// Y as a whole by another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "io/npy_file.hpp"
#include "noise/standardize.hpp"
#include "resunit/progress.hpp"
#include "resunit/samples.hpp"

namespace resunit {

class SampleStream {
 public:
  struct Options {
    std::uint64_t chunk_bytes = 1 << 24;
    bool constant = false;  ///< append a constant of one to every x and y, which is not scaled (model/bias.hpp)
    Progress progress = {};
  };

  /// Throws DataError unless validate(Samples) accepts the shapes.
  SampleStream(const std::filesystem::path& X, const std::filesystem::path& Y, const Options& options);

  Index count() const { return X_.rows(); }
  Index inputs() const { return X_.cols() + (options_.constant ? 1 : 0); }
  Index outputs() const { return Y_.cols() + (options_.constant ? 1 : 0); }
  Index file_outputs() const { return Y_.cols(); }  ///< without the constant
  Index chunk_rows() const { return chunk_rows_; }
  int passes() const { return passes_; }

  /// Calls work(index of the first sample, samples) for each chunk. Before standardize, throws DataError for entries
  /// that validate(Samples) does not accept.
  using Work = std::function<void(Index first, const Samples& chunk)>;
  void pass(const Work& work);

  /// Standardizes the samples of later passes, and those of `earlier`, from previous passes. Requires a previous pass.
  void standardize(Dataset& earlier);
  const Scales& scales() const { return scales_; }
  bool outputs_are_zero() const { return largest_output_ == 0; }  ///< in the passes so far

  /// The range of the first `inputs` inputs, before they are standardized. Requires a previous pass.
  InputRange range(Index inputs) const { return {.low = range_.low.head(inputs), .high = range_.high.head(inputs)}; }

 private:
  void read(Index first, Dataset& chunk);
  void divide(Dataset& samples) const;

  Options options_;
  NpyFile X_, Y_;
  Index chunk_rows_;
  InputRange range_;           ///< in the passes so far
  double largest_output_ = 0;  ///< largest magnitude in the passes so far
  Scales scales_;              ///< empty: not standardized
  int passes_ = 0;
};

/// Bytes of one sample in memory.
inline std::uint64_t sample_bytes(Index inputs, Index outputs) {
  return sizeof(double) * static_cast<std::uint64_t>(inputs + outputs);
}

}  // namespace resunit
