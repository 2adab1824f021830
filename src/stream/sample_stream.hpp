// Samples that stay on disk: two .npy files, seen in passes. A pass shows all samples in order, a chunk at a time,
// while another thread reads the next chunk. Chunks are the same in every pass, whatever the number of threads.
//
//     SampleStream stream("x.npy", "y.npy", {.chunk_bytes = 1 << 24});
//     stream.pass([&](Index first, const Samples& chunk) { ... });
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "io/npy_file.hpp"
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

  /// Calls work(number of the first sample, samples) for chunk after chunk. Throws DataError for entries that
  /// validate(Samples) refuses.
  using Work = std::function<void(Index first, const Samples& chunk)>;
  void pass(const Work& work);

 private:
  void read(Index first, Dataset& chunk);

  Options options_;
  NpyFile X_, Y_;
  Index chunk_rows_;
  int passes_ = 0;
};

/// Bytes of one sample in memory.
inline std::uint64_t sample_bytes(Index inputs, Index outputs) {
  return sizeof(double) * static_cast<std::uint64_t>(inputs + outputs);
}

}  // namespace resunit
