// SPDX-License-Identifier: BSD-3-Clause
// A fit to two files: in memory, or out of core if they exceed the memory limit, and the division of memory.
#include "fit/files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fit/assess.hpp"
#include "fit/checks.hpp"
#include "fit/learn.hpp"
#include "io/columns.hpp"
#include "io/npy_file.hpp"
#include "linalg/openblas.hpp"
#include "model/bias.hpp"
#include "model/column_warnings.hpp"
#include "model/counted.hpp"
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
    throw OptionError(fmt::format("a memory limit of {} bytes is too low for {} and {}: at least {} are required",
                                  memory, counted(d, "input"), counted(m, "output"),
                                  2 * kCopiesInMemory * sample_bytes(d, m) * static_cast<std::uint64_t>(least)));
  return std::min(useful, fitting);
}

/// The column warnings for the search subset, which need not hold for all samples.
std::vector<std::string> subset_warnings(const Dataset& subset, Index inputs, Index outputs, const Columns& columns) {
  std::vector<std::string> warnings = column_warnings({subset.X.leftCols(inputs), subset.Y.leftCols(outputs)}, columns);
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
  if (noise.noise_growth.detected) noise.noise_growth.input_weight.array() /= scales.input_scale.array();
  if (noise.A_stderr.size() == 0) return;
  const Vector output_scale = scales.output_scale.head(noise.B_stderr.rows());  // without the constant of a bias
  const Scales of_errors{.input_scale = scales.input_scale, .output_scale = output_scale};
  const Unit errors = of_errors.original({.A = noise.A_stderr, .B = noise.B_stderr});
  noise.A_stderr = errors.A;
  noise.B_stderr = errors.B;
  noise.covariance.input_scale.array() *= scales.input_scale.array();
  noise.covariance.output_scale.array() *= output_scale.array();
}

Fit fit_out_of_core(const std::filesystem::path& X, const std::filesystem::path& Y, FitOptions options,
                    std::uint64_t memory) {
  const OneBlasThread guard;
  const Stopwatch watch;
  SampleStream stream(X, Y,
                      {.chunk_bytes = std::min(kLargestChunk, memory / 2 / kCopiesOfAChunk),
                       .constant = options.bias != Bias::none,
                       .progress = options.progress});
  const Index constant = options.bias == Bias::none ? 0 : 1, inputs = stream.inputs() - constant;
  require_matching_start(options, inputs, stream.file_outputs());
  if (options.start && constant > 0) options.start = with_constant_output(*std::move(options.start));
  Dataset subset = draw_subset(stream, subset_size(memory, stream.inputs(), stream.outputs()), options.seed);
  std::vector<std::string> warnings = subset_warnings(subset, inputs, stream.file_outputs(), options.columns);
  stream.standardize(subset);
  const double seconds = watch.seconds();
  if (options.start) options.start = stream.scales().scaled(*options.start);
  Fit fit = learn_out_of_core(stream, subset, options);
  assess_subset(subset, options, fit);
  if (fit.usable()) restore_scales(stream.scales(), fit);
  if (fit.usable() && constant > 0) fit.unit = without_constant_output(std::move(fit.unit), options.bias);
  reject_weights_out_of_range(stream.outputs_are_zero(), fit);
  fit.columns = options.columns;
  fit.input_range = stream.range(inputs);
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
  const Table x = read_table(X, options.threads, options.progress),
              y = read_table(Y, options.threads, options.progress);
  const Samples samples{x.values, y.values};
  FitOptions named = options;
  if (named.columns.inputs.empty()) named.columns.inputs = x.names;
  if (named.columns.targets.empty()) named.columns.targets = y.names;
  for (const std::vector<std::string>& names : {x.names, y.names}) require_distinct_names(names);
  require_memory(samples, text_limit);
  validate(samples, named.columns);
  require_matching_start(named, samples.inputs(), samples.outputs());
  return learn_validated(samples, named);
}

}  // namespace

bool are_readable_in_chunks(const std::filesystem::path& X, const std::filesystem::path& Y) {
  return is_npy_file(X) && is_npy_file(Y);
}

void require_memory(const std::filesystem::path& file, std::uint64_t memory) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(file, none);
  if (none || memory == 0 || size <= memory) return;
  throw OptionError(
      fmt::format("{} has {} bytes, above the memory limit of {}: {}", file.string(), size, memory, kOnlyNpyInChunks));
}

void require_memory(const Samples& samples, std::uint64_t memory) {
  const std::uint64_t needed =
      kCopiesInMemory * sample_bytes(samples.inputs(), samples.outputs()) * static_cast<std::uint64_t>(samples.count());
  if (memory == 0 || needed <= memory) return;
  throw OptionError(fmt::format("a fit to {} with {} and {} requires {} bytes, above the memory limit of {}: {}",
                                counted(samples.count(), "sample"), counted(samples.inputs(), "input"),
                                counted(samples.outputs(), "output"), needed, memory, kOnlyNpyInChunks));
}

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
