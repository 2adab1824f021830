// Which way a fit to two files takes, and how the memory of the longer way is divided.
#include <fmt/format.h>

#include <algorithm>

#include "fit_rules.hpp"
#include "linalg/openblas.hpp"
#include "model/columns.hpp"
#include "parallel/underway.hpp"
#include "resunit/error.hpp"
#include "resunit/io.hpp"
#include "resunit/options.hpp"
#include "resunit/stream.hpp"
#include "stream/streamed_fit.hpp"
#include "stream/subset.hpp"
#include "timing/stopwatch.hpp"

namespace resunit {
namespace {

constexpr std::uint64_t kCopiesInMemory = 12;                    ///< of the samples that a fit in memory makes at most
constexpr std::uint64_t kLargestChunk = std::uint64_t{1} << 24;  ///< reads of 16 MB are at full speed
constexpr std::uint64_t kCopiesOfAChunk = 16;                    ///< two of them, and what is computed from one
constexpr Index kFewestSamples = 32;                             ///< an input, of the part on which searches look

std::uint64_t limit(const StreamOptions& options) {
  return options.memory > 0 ? options.memory : half_of_memory();
}

/// As many samples as a search can use, or as fit: half of the memory is theirs.
Index part_size(std::uint64_t memory, Index d, Index m) {
  const Index useful = std::max<Index>(256 * d, 8192);
  const auto fitting = static_cast<Index>(memory / 2 / (kCopiesInMemory * sample_bytes(d, m)));
  const Index least = std::max(kFewestSamples * d, m + 1);
  if (fitting < least)
    throw OptionError(fmt::format("{} bytes of memory are too little for {} inputs and {} outputs: at least {}", memory,
                                  d, m, 2 * kCopiesInMemory * sample_bytes(d, m) * static_cast<std::uint64_t>(least)));
  return std::min(useful, fitting);
}

/// Only .npy files tell where a sample stands.
bool are_divisible(const std::filesystem::path& X, const std::filesystem::path& Y) {
  return is_npy_file(X) && is_npy_file(Y);
}

/// Tables that are read as a whole must fit where a limit is given.
void require_room(const std::filesystem::path& file, const StreamOptions& options) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(file, none);
  if (none || options.memory == 0 || size <= options.memory) return;
  throw OptionError(
      fmt::format("{} has {} bytes, above the {} of memory allowed: samples are read in parts only from two .npy files",
                  file.string(), size, options.memory));
}

/// The text of a table may take less than its numbers, and far less than a fit to them.
void require_room(const Samples& samples, const StreamOptions& options) {
  const std::uint64_t needed =
      kCopiesInMemory * sample_bytes(samples.inputs(), samples.outputs()) * static_cast<std::uint64_t>(samples.count());
  if (options.memory == 0 || needed <= options.memory) return;
  throw OptionError(
      fmt::format("a fit to {} samples of {} inputs and {} outputs needs {} bytes, above the {} of memory allowed: "
                  "samples are read "
                  "in parts only from two .npy files",
                  samples.count(), samples.inputs(), samples.outputs(), needed, options.memory));
}

/// What stands out in the columns; a part does not tell for sure.
std::vector<std::string> warnings_of_part(const Dataset& part, Index inputs) {
  std::vector<std::string> warnings = column_warnings({part.X.leftCols(inputs), part.Y});
  for (std::string& warning : warnings) warning += fmt::format(" (seen in {} samples picked at random)", part.X.rows());
  return warnings;
}

/// From the natural units of the stream.
void restore_units(const Scales& scales, Fit& fit) {
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

Fit fit_stream(const std::filesystem::path& X, const std::filesystem::path& Y, const FitOptions& asked,
               std::uint64_t memory) {
  validate(asked);
  const OneBlasThread guard;
  Underway underway(asked.progress);
  FitOptions options = asked;
  options.progress = underway.reports();
  const Stopwatch watch;
  SampleStream stream(X, Y,
                      {.chunk_bytes = std::min(kLargestChunk, memory / 2 / kCopiesOfAChunk),
                       .bias = options.bias,
                       .progress = options.progress});
  const Index inputs = stream.inputs() - (options.bias ? 1 : 0);
  require_fitting_start(options, inputs, stream.outputs());
  Dataset part = random_subset(stream, part_size(memory, stream.inputs(), stream.outputs()), options.seed);
  std::vector<std::string> warnings = warnings_of_part(part, inputs);
  stream.standardise(part);
  const double seconds = watch.seconds();
  if (options.start) options.start = stream.scales().scaled(*options.start);
  Fit fit = learn_from_stream(stream, std::move(part), options);
  if (usable(fit.status)) restore_units(stream.scales(), fit);
  refuse_weights_out_of_range(stream.outputs_are_zero(), fit);
  fit.unit.bias = options.bias;
  fit.passes = stream.passes();
  fit.seconds.emplace(fit.seconds.begin(), "part", seconds);
  fit.warnings.insert(fit.warnings.end(), warnings.begin(), warnings.end());
  if (!usable(fit.status)) fit.unit = {};
  return fit;
}

}  // namespace

bool exceeds_memory(const std::filesystem::path& X, const std::filesystem::path& Y, const StreamOptions& options) {
  if (!are_divisible(X, Y)) return false;
  const NpyFile x(X), y(Y);
  const auto numbers = static_cast<double>(x.rows()) * static_cast<double>(x.cols()) +
                       static_cast<double>(y.rows()) * static_cast<double>(y.cols());
  return kCopiesInMemory * sizeof(double) * numbers > static_cast<double>(limit(options));
}

Fit fit_files(const std::filesystem::path& X, const std::filesystem::path& Y, const FitOptions& options,
              const StreamOptions& stream) {
  const bool is_divisible = are_divisible(X, Y);
  if (!is_divisible)
    for (const std::filesystem::path& file : {X, Y}) require_room(file, stream);
  if (exceeds_memory(X, Y, stream)) {
    const std::string obstacle = needs_memory(options);
    if (obstacle.empty()) return fit_stream(X, Y, options, limit(stream));
    if (stream.memory > 0)
      throw OptionError(obstacle + " needs the samples in memory: allow more of it, or give fewer samples");
  }
  const Dataset data{.X = read_table(X, options.threads, options.progress).values,
                     .Y = read_table(Y, options.threads, options.progress).values};
  if (!is_divisible) require_room(data, stream);
  return fit(data, options);
}

}  // namespace resunit
