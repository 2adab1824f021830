// Samples that stay on disk: two .npy files, seen in passes. A pass shows all samples in order, a chunk at a time,
// while another thread reads the next chunk. Chunks are the same in every pass, whatever the number of threads.
//
//     SampleStream stream("x.npy", "y.npy", {.chunk_bytes = 1 << 24});
//     stream.pass([&](Index first, const Samples& chunk) { ... });
//
// Once a pass has seen the sizes of the columns, the stream can give natural units, so that no tolerance depends on the
// caller's: each column of X is divided by a power of two near its largest entry, and Y as a whole by another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "io/npy_file.hpp"
#include "noise/standardise.hpp"
#include "resunit/progress.hpp"
#include "resunit/samples.hpp"

namespace resunit {

class SampleStream {
 public:
  struct Options {
    std::uint64_t chunk_bytes = 1 << 24;
    bool bias = false;  ///< a constant input is appended to every sample
    Progress progress = {};
  };

  /// Throws DataError unless the shapes are those that validate(Samples) takes.
  SampleStream(const std::filesystem::path& X, const std::filesystem::path& Y, const Options& options);

  Index count() const { return X_.rows(); }
  Index inputs() const { return X_.cols() + (options_.bias ? 1 : 0); }
  Index outputs() const { return Y_.cols(); }
  Index chunk_rows() const { return chunk_rows_; }
  int passes() const { return passes_; }

  /// Calls work(number of the first sample, samples) for chunk after chunk. Throws DataError, in natural units no
  /// longer, for entries that validate(Samples) refuses.
  using Work = std::function<void(Index first, const Samples& chunk)>;
  void pass(const Work& work);

  /// From now on samples come in natural units. Call after a pass; `seen`: samples of it, divided as well.
  void standardise(Dataset& seen);
  const Scales& scales() const { return scales_; }
  bool outputs_are_zero() const { return largest_output_ == 0; }  ///< as far as passes have seen

 private:
  void read(Index first, Dataset& chunk);
  void divide(Dataset& samples) const;

  Options options_;
  NpyFile X_, Y_;
  Index chunk_rows_;
  Eigen::RowVectorXd largest_inputs_;  ///< magnitudes so far
  double largest_output_ = 0;
  Scales scales_;  ///< empty: the caller's units
  int passes_ = 0;
};

/// Bytes of one sample in memory.
inline std::uint64_t sample_bytes(Index inputs, Index outputs) {
  return sizeof(double) * static_cast<std::uint64_t>(inputs + outputs);
}

}  // namespace resunit
