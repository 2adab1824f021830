// Learning from .npy files that are larger than memory: searches on a random part of the samples, then passes over all
// of them, a chunk at a time.
//
//     resunit::Fit fit = resunit::fit_files("x.npy", "y.npy", {}, {.memory = 2ULL << 30});
//     std::cout << fit.full();                    // says how often the files were read
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "resunit/fit.hpp"
#include "resunit/io.hpp"

namespace resunit {

struct StreamOptions {
  std::uint64_t memory = 0;  ///< bytes that samples and the work on them may take; 0: half of the machine's memory. The
                             ///< program itself takes some 60 MB more
  int threads = 0;           ///< of transform_table; 0: all cores
  Progress progress = {};    ///< of transform_table
};

/// Would a fit in memory to these tables take more than that? Always false unless both are .npy files.
RESUNIT_API bool exceeds_memory(const std::filesystem::path& X, const std::filesystem::path& Y,
                                const StreamOptions& options);

/// fit(Samples) of the tables in two files, in memory where that is large enough, else in passes; the weights agree to
/// rounding for qp and exact, under noise to a hundredth of their standard errors. In passes there are methods auto,
/// exact, noisy (without robust and sandwich; the judgement of the model and the curvature behind the standard errors
/// come from a part of the samples) and qp (without nonnegative). The others work in memory as long as no limit is
/// given. Throws what fit and read_table throw, and OptionError where the limit is too little for the method, or for
/// tables of text and a fit to them; while text is read, it and its numbers may take up to five times its length.
RESUNIT_API Fit fit_files(const std::filesystem::path& X, const std::filesystem::path& Y,
                          const FitOptions& options = {}, const StreamOptions& stream = {});

/// As many samples of two .npy files, evenly picked, in their order; all if there are no more.
RESUNIT_API Dataset pick_samples(const std::filesystem::path& X, const std::filesystem::path& Y, Index count);

/// Writes the table whose rows are those of `make(rows)`, for chunk after chunk of the rows of another table: a .npy
/// file is never in memory as a whole. `make` is called from several threads at a time and gives a row for each row.
RESUNIT_API void transform_table(const std::filesystem::path& in, const std::filesystem::path& out,
                                 const std::function<Matrix(const Table& rows)>& make,
                                 const std::vector<std::string>& names = {}, const StreamOptions& options = {});

}  // namespace resunit
