// SPDX-License-Identifier: BSD-3-Clause
// A fit to two files: in memory, or out of core if they exceed the memory limit, and the division of memory.
#include <fmt/format.h>

#include <algorithm>

#include "fit/checks.hpp"
#include "fit/learn.hpp"
#include "io/npy_file.hpp"
#include "linalg/openblas.hpp"
#include "model/column_warnings.hpp"
#include "model/fit_options.hpp"
#include "out_of_core/learn_out_of_core.hpp"
#include "out_of_core/subset.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "resunit/fit.hpp"
#include "resunit/table.hpp"
#include "system/memory_limit.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

constexpr std::uint64_t kCopiesInMemory = 12;                    ///< memory of a fit, relative to that of its samples
constexpr std::uint64_t kLargestChunk = std::uint64_t{1} << 24;  ///< reads of 16 MB have full speed
constexpr std::uint64_t kCopiesOfAChunk = 16;                    ///< memory of a pass, relative to that of a chunk

/// The advice of both errors about files above the memory limit.
constexpr const char* kOnlyNpyInChunks = "increase the limit, or convert X and Y to .npy, which can be read in chunks";

// Size of the search subset.
constexpr Index kFewestSamples = 32;                    ///< per input, at least
constexpr Index kUsefulPerInput = 256, kUseful = 8192;  ///< more samples than the larger of these are not useful

/// The memory limit; 0 means the default, half of the physical memory.
std::uint64_t limit(std::uint64_t memory) {
  return memory > 0 ? memory : half_of_memory();
}

/// The size of the search subset: the useful number of samples, or those that fit in half of the memory.
Index subset_size(std::uint64_t memory, Index d, Index m) {
  const Index useful = std::max(kUsefulPerInput * d, kUseful);
  const auto fitting = static_cast<Index>(memory / 2 / (kCopiesInMemory * sample_bytes(d, m)));
  const Index least = std::max(kFewestSamples * d, m + 1);
  if (fitting < least)
    throw OptionError(
        fmt::format("a memory limit of {} bytes is too low for {} inputs and {} outputs: at least {} are required",
                    memory, d, m, 2 * kCopiesInMemory * sample_bytes(d, m) * static_cast<std::uint64_t>(least)));
  return std::min(useful, fitting);
}

/// Only .npy files can be read in chunks.
bool are_readable_in_chunks(const std::filesystem::path& X, const std::filesystem::path& Y) {
  return is_npy_file(X) && is_npy_file(Y);
}

/// Throws OptionError if a file that is read as a whole exceeds the memory limit (0: none).
void require_memory(const std::filesystem::path& file, std::uint64_t memory) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(file, none);
  if (none || memory == 0 || size <= memory) return;
  throw OptionError(
      fmt::format("{} has {} bytes, above the memory limit of {}: {}", file.string(), size, memory, kOnlyNpyInChunks));
}

/// Throws OptionError if a fit to these samples exceeds the memory limit (0: none): the text of a table can be smaller
/// than its numbers, and is far smaller than the memory of a fit.
void require_memory(const Samples& samples, std::uint64_t memory) {
  const std::uint64_t needed =
      kCopiesInMemory * sample_bytes(samples.inputs(), samples.outputs()) * static_cast<std::uint64_t>(samples.count());
  if (memory == 0 || needed <= memory) return;
  throw OptionError(fmt::format(
      "a fit to {} samples with {} inputs and {} outputs requires {} bytes, above the memory limit of {}: {}",
      samples.count(), samples.inputs(), samples.outputs(), needed, memory, kOnlyNpyInChunks));
}

/// The column warnings for the search subset, which need not hold for all samples.
std::vector<std::string> subset_warnings(const Dataset& subset, Index inputs) {
  std::vector<std::string> warnings = column_warnings({subset.X.leftCols(inputs), subset.Y});
  for (std::string& warning : warnings) warning += fmt::format(" (in a random subset of {} samples)", subset.X.rows());
  return warnings;
}

/// From the standardized samples of the stream to the original ones.
void restore_scales(const Scales& scales, Fit& fit) {
  const double output = scales.output_scale(0);
  Uncertainty& noise = fit.uncertainty;
  fit.unit = scales.original(fit.unit);
  fit.training_loss *= output * output;
  noise.noise_std *= output;
  noise.noise_covariance *= output * output;
  if (noise.A_stderr.size() == 0) return;
  const Unit errors = scales.original({.A = noise.A_stderr, .B = noise.B_stderr});
  noise.A_stderr = errors.A;
  noise.B_stderr = errors.B;
  noise.covariance.input_scale.array() *= scales.input_scale.array();
  noise.covariance.output_scale.array() *= scales.output_scale.array();
}

Fit fit_out_of_core(const std::filesystem::path& X, const std::filesystem::path& Y, FitOptions options,
                    std::uint64_t memory) {
  const OneBlasThread guard;
  const Stopwatch watch;
  SampleStream stream(X, Y,
                      {.chunk_bytes = std::min(kLargestChunk, memory / 2 / kCopiesOfAChunk),
                       .bias = options.bias,
                       .progress = options.progress});
  const Index inputs = stream.inputs() - (options.bias ? 1 : 0);
  require_matching_start(options, inputs, stream.outputs());
  Dataset subset = draw_subset(stream, subset_size(memory, stream.inputs(), stream.outputs()), options.seed);
  std::vector<std::string> warnings = subset_warnings(subset, inputs);
  stream.standardize(subset);
  const double seconds = watch.seconds();
  if (options.start) options.start = stream.scales().scaled(*options.start);
  Fit fit = learn_out_of_core(stream, std::move(subset), options);
  if (fit.usable()) restore_scales(stream.scales(), fit);
  reject_weights_out_of_range(stream.outputs_are_zero(), fit);
  fit.unit.bias = options.bias;
  fit.passes = stream.passes();
  fit.seconds.emplace(fit.seconds.begin(), "subset", seconds);
  fit.warnings.insert(fit.warnings.end(), warnings.begin(), warnings.end());
  warn_about_options_without_effect(options, fit);
  if (!fit.usable()) fit.unit = {};
  return fit;
}

/// True if a fit in memory to two .npy files exceeds the memory limit.
bool exceeds_memory(const std::filesystem::path& X, const std::filesystem::path& Y, std::uint64_t memory) {
  const NpyFile x(X), y(Y);
  const auto numbers = static_cast<double>(x.rows()) * static_cast<double>(x.cols()) +
                       static_cast<double>(y.rows()) * static_cast<double>(y.cols());
  return kCopiesInMemory * sizeof(double) * numbers > static_cast<double>(limit(memory));
}

Fit fit_in_memory(const std::filesystem::path& X, const std::filesystem::path& Y, const FitOptions& options,
                  std::uint64_t text_limit) {
  const Dataset data{.X = read_table(X, options.threads, options.progress).values,
                     .Y = read_table(Y, options.threads, options.progress).values};
  require_memory(data, text_limit);
  validate(data);
  require_matching_start(options, data.X.cols(), data.Y.cols());
  return learn_validated(data, options);
}

}  // namespace

Fit fit_files(const std::filesystem::path& X, const std::filesystem::path& Y, const FitOptions& options,
              std::uint64_t memory) {
  validate(options);
  ProgressScope scope(options.progress);
  FitOptions checked = options;
  checked.progress = scope.reports();
  if (!are_readable_in_chunks(X, Y)) {
    for (const std::filesystem::path& file : {X, Y}) require_memory(file, memory);
    return fit_in_memory(X, Y, checked, memory);
  }
  if (exceeds_memory(X, Y, memory)) {
    const std::string unsupported = unsupported_out_of_core(options);
    if (unsupported.empty()) return fit_out_of_core(X, Y, std::move(checked), limit(memory));
    if (memory > 0)
      throw OptionError(unsupported +
                        " requires all samples in memory: increase the memory limit or use fewer samples");
  }
  return fit_in_memory(X, Y, checked, 0);
}

}  // namespace resunit
