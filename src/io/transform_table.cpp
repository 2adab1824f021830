// SPDX-License-Identifier: BSD-3-Clause
#include "io/transform_table.hpp"

#include <algorithm>
#include <cassert>
#include <future>
#include <optional>
#include <utility>

#include "io/npy_file.hpp"
#include "io/table_writer.hpp"
#include "linalg/openblas.hpp"
#include "parallel/parallel_for.hpp"
#include "system/memory_limit.hpp"

namespace resunit {
namespace {

constexpr std::uint64_t kLargestChunk = std::uint64_t{1} << 24;  ///< bytes of input rows
constexpr std::uint64_t kCopiesOfAChunk = 16;  ///< memory in chunks: two of them, and the results of one
constexpr Index kRowsPerPart = 1024;           ///< rows per work item of a thread

using Make = std::function<Matrix(const Table&)>;

/// make(rows); threads divide the rows.
Matrix make_rows(const Table& rows, const Make& make, int threads) {
  const Index n = rows.values.rows(), parts = (n + kRowsPerPart - 1) / kRowsPerPart;
  std::vector<Matrix> made(static_cast<std::size_t>(parts));
  parallel_for(parts, threads, [&](Index k) {
    check_cancelled();
    const Index first = k * kRowsPerPart, count = std::min(kRowsPerPart, n - first);
    made[k] = make({rows.values.middleRows(first, count), rows.names});
    assert(made[k].rows() == count);
  });
  if (parts == 1) return std::move(made[0]);
  Matrix all(n, made[0].cols());
  for (Index k = 0; k < parts; ++k) all.middleRows(k * kRowsPerPart, made[k].rows()) = made[k];
  return all;
}

class Target {
 public:
  Target(const std::filesystem::path& file, Index rows, const std::vector<std::string>& names, int threads)
      : file_(file), rows_(rows), names_(names), threads_(threads) {}

  /// The number of columns is that of the first rows.
  void append(const Matrix& values) {
    if (!out_) out_.emplace(file_, rows_, values.cols(), names_, threads_);
    out_->append(values);
  }
  void commit() { out_->commit(); }

 private:
  const std::filesystem::path& file_;
  Index rows_;
  const std::vector<std::string>& names_;
  int threads_;
  std::optional<TableWriter> out_;
};

void transform_npy(const std::filesystem::path& in, const std::filesystem::path& out, const Make& make,
                   const std::vector<std::string>& names, const TransformOptions& options, const Progress& report) {
  NpyFile file(in);
  const std::uint64_t memory = options.memory > 0 ? options.memory : half_of_memory();
  const auto row_bytes = static_cast<std::uint64_t>(file.cols()) * sizeof(double);
  const auto fitting = static_cast<Index>(std::min(kLargestChunk, memory / kCopiesOfAChunk) / row_bytes);
  const Index chunk = std::max<Index>(1, fitting);
  const auto read = [&](Index first) {
    Table rows{.values = Matrix(std::min(chunk, file.rows() - first), file.cols()), .names = {}};
    file.read_rows(first, rows.values);
    return rows;
  };
  Target target(out, file.rows(), names, options.threads);
  Table now = read(0);
  for (Index first = 0; first < file.rows(); first += chunk) {
    if (report) report("rows", static_cast<double>(first) / static_cast<double>(file.rows()));
    std::future<Table> next;
    if (first + chunk < file.rows()) next = std::async(kAsyncIfPossible, read, first + chunk);
    target.append(make_rows(now, make, options.threads));
    if (next.valid()) now = next.get();
  }
  target.commit();
}

}  // namespace

void transform_table(const std::filesystem::path& in, const std::filesystem::path& out, const Make& make,
                     const std::vector<std::string>& names, const TransformOptions& options) {
  if (!is_npy_file(in))
    return transform_table(read_table(in, options.threads, options.progress), out, make, names, options);
  const OneBlasThread guard;
  ProgressScope scope(options.progress);
  transform_npy(in, out, make, names, options, scope.reports());
}

void transform_table(const Table& in, const std::filesystem::path& out, const Make& make,
                     const std::vector<std::string>& names, const TransformOptions& options) {
  const OneBlasThread guard;
  ProgressScope scope(options.progress);
  if (options.progress) scope.reports()("rows", 0);
  Target target(out, in.values.rows(), names, options.threads);
  target.append(make_rows(in, make, options.threads));
  target.commit();
}

}  // namespace resunit
