// SPDX-License-Identifier: BSD-3-Clause
// Samples of a unit in two .npy files, for fits out of core.
#pragma once

#include <cstdint>
#include <filesystem>

#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/table.hpp"
#include "support/temporary_folder.hpp"

namespace resunit::test {

/// A memory limit at which the search subset has hundreds of samples and a chunk about fifty.
inline constexpr std::uint64_t kLowLimit = 1 << 18;

class Files {
 public:
  Files(Dataset samples) : data(std::move(samples)) {
    write_table(x(), data.X);
    write_table(y(), data.Y);
  }
  Files(const Unit& unit, const SampleOptions& options) : Files(draw_samples(unit, options)) {}

  std::filesystem::path x() const { return folder_ / "x.npy"; }
  std::filesystem::path y() const { return folder_ / "y.npy"; }

  Fit fit_out_of_core(const FitOptions& options = {}, std::uint64_t memory = kLowLimit) const {
    return fit_files(x(), y(), options, memory);
  }

  Dataset data;

 private:
  TemporaryFolder folder_;
};

}  // namespace resunit::test
