// SPDX-License-Identifier: BSD-3-Clause
// The memory limit of fits to tables that are read as a whole.
#pragma once

#include <cstdint>
#include <filesystem>

#include "resunit/samples.hpp"

namespace resunit {

/// Only .npy files can be read in chunks.
bool are_readable_in_chunks(const std::filesystem::path& X, const std::filesystem::path& Y);

/// Throws OptionError if a file that is read as a whole exceeds the memory limit (0: none).
void require_memory(const std::filesystem::path& file, std::uint64_t memory);

/// Throws OptionError if a fit to these samples exceeds the memory limit (0: none): the text of a table can be smaller
/// than its numbers, and is far smaller than the memory of a fit.
void require_memory(const Samples& samples, std::uint64_t memory);

}  // namespace resunit
