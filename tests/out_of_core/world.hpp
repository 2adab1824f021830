// SPDX-License-Identifier: BSD-3-Clause
// Samples of a unit in two .npy files, for fits that may hold only a part of them.
#pragma once

#include <cstdint>
#include <filesystem>

#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/table.hpp"
#include "support/temporary_folder.hpp"

namespace resunit::test {

/// So little that hundreds of samples make a part, and some fifty a chunk.
inline constexpr std::uint64_t kLittle = 1 << 18;

class Files {
 public:
  Files(Dataset samples) : data(std::move(samples)) {
    write_table(x(), data.X);
    write_table(y(), data.Y);
  }
  Files(const Unit& unit, const SampleOptions& options) : Files(draw_samples(unit, options)) {}

  std::filesystem::path x() const { return folder_ / "x.npy"; }
  std::filesystem::path y() const { return folder_ / "y.npy"; }

  Fit streamed(const FitOptions& options = {}, std::uint64_t memory = kLittle) const {
    return fit_files(x(), y(), options, memory);
  }

  Dataset data;

 private:
  TemporaryFolder folder_;
};

}  // namespace resunit::test
