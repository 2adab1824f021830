// SPDX-License-Identifier: BSD-3-Clause
// Computes a table from another in chunks of rows: a .npy file need not fit in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "resunit/progress.hpp"
#include "resunit/table.hpp"

namespace resunit {

struct TransformOptions {
  std::uint64_t memory = 0;  ///< memory limit in bytes for rows of a .npy table; 0: half of the machine's memory
  int threads = 0;           ///< 0: all cores
  Progress progress = {};
};

/// Writes the table make(rows) for the rows of table `in`. `make` returns one row per row and is called from several
/// threads concurrently.
void transform_table(const std::filesystem::path& in, const std::filesystem::path& out,
                     const std::function<Matrix(const Table& rows)>& make, const std::vector<std::string>& names = {},
                     const TransformOptions& options = {});

/// The same for the rows of a table in memory.
void transform_table(const Table& in, const std::filesystem::path& out,
                     const std::function<Matrix(const Table& rows)>& make, const std::vector<std::string>& names = {},
                     const TransformOptions& options = {});

}  // namespace resunit
