// SPDX-License-Identifier: BSD-3-Clause
// Parts of samples on disk that fit into memory: a random one, on which searches run and where fits start, and an evenly
// spaced one, to look at.
#pragma once

#include <filesystem>

#include "out_of_core/sample_stream.hpp"

namespace resunit {

/// `count` samples, each subset equally likely, in the order of the files; all if there are no more. One pass.
Dataset random_part(SampleStream& stream, Index count, std::uint64_t seed);

/// `count` samples of two .npy files, evenly spaced, in their order; all if there are no more.
Dataset pick_samples(const std::filesystem::path& X, const std::filesystem::path& Y, Index count);

}  // namespace resunit
