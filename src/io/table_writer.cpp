// SPDX-License-Identifier: BSD-3-Clause
#include "io/table_writer.hpp"

#include <fmt/format.h>

#include <cassert>

#include "io/csv.hpp"
#include "io/entries.hpp"
#include "io/npy.hpp"

namespace resunit {

TableWriter::TableWriter(const std::filesystem::path& file, Index rows, Index cols,
                         const std::vector<std::string>& names, int threads)
    : name_(file.string()), is_npy_(file.extension() == ".npy"), threads_(threads), rows_(rows), out_(file) {
  if (is_npy_)
    write_npy_header(out_, rows, cols);
  else
    out_.write(csv_header(names));
}

void TableWriter::append(const MatrixView& values) {
  require_finite_entries(fmt::format("cannot write {}", name_), values, written_);
  if (is_npy_)
    write_npy_rows(out_, values);
  else
    write_csv_rows(out_, values, threads_);
  written_ += values.rows();
}

void TableWriter::commit() {
  assert(written_ == rows_);
  out_.commit();
}

}  // namespace resunit
