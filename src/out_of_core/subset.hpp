// SPDX-License-Identifier: BSD-3-Clause
// Subsets of samples on disk that fit in memory: a random one for searches and starting points, and an evenly spaced
// one for figures.
#pragma once

#include <filesystem>

#include "out_of_core/sample_stream.hpp"

namespace resunit {

/// A uniformly random subset of `count` samples, or of all if there are fewer, in the order of the files. One pass.
Dataset draw_subset(SampleStream& stream, Index count, std::uint64_t seed);

/// `count` evenly spaced samples of two .npy files, or all if there are fewer, in the order of the files.
Dataset pick_samples(const std::filesystem::path& X, const std::filesystem::path& Y, Index count);

}  // namespace resunit
