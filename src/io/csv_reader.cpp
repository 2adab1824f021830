// SPDX-License-Identifier: BSD-3-Clause
// Parallel CSV reader: the delimiter, header and number of columns are detected in the first line; threads parse parts
// of the remaining lines in place, field by field, directly into the matrix. Only the first line that fails is examined
// again, slowly, for an error message.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "io/csv.hpp"
#include "io/csv_field.hpp"
#include "io/csv_header.hpp"
#include "io/utf8.hpp"
#include "parallel/parallel_for.hpp"
#include "resunit/error.hpp"
#include "system/memory_limit.hpp"

namespace resunit {
namespace {

constexpr std::size_t kMaxQuotedLength = 40;     ///< bytes of a field in a message
constexpr Index kMaxColumns = 1'000'000;         ///< a unit with as many inputs would have 1e12 weights
constexpr std::size_t kMaxHeaderSize = 1 << 26;  ///< bytes
constexpr std::size_t kPartSize = 1 << 20;       ///< bytes per work item of a thread
constexpr Index kLinesBetweenChecks = 1 << 12;   ///< for cancellation

/// The layout of the file, from its first line.
struct Layout {
  char delimiter = ',';
  Index columns = 0;
  Header header = Header::automatic;
  FirstLine kind = FirstLine::sample;
  std::vector<std::string> names;  ///< empty if the first line is a sample
  std::string_view rows;           ///< the lines with numbers, without the last end of line
  Index first_line = 1;            ///< the line number of the first of them
};

std::string_view trimmed(std::string_view field) {
  while (field.starts_with(' ')) field.remove_prefix(1);
  while (field.ends_with(' ')) field.remove_suffix(1);
  return field;
}

/// Removes the first line from `text` and returns it without its end of line.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// A delimiter between double quotes belongs to the field.
std::vector<std::string_view> split(std::string_view line, char delimiter) {
  std::vector<std::string_view> fields;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') quoted = !quoted;
    if (line[at] != delimiter || quoted) continue;
    fields.push_back(trimmed(line.substr(begin, at - begin)));
    begin = at + 1;
  }
  fields.push_back(trimmed(line.substr(begin)));
  return fields;
}

/// The number of fields that split returns, without allocating them.
Index count_fields(std::string_view line, char delimiter) {
  Index count = 1;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == delimiter && !quoted) ++count;
  }
  return count;
}

/// Tab before semicolon before comma: the comma may be a decimal comma, and the semicolon part of a name.
char find_delimiter(std::string_view first_line) {
  for (const char delimiter : {'\t', ';'}) {
    if (count_fields(first_line, delimiter) > 1) return delimiter;
  }
  return ',';
}

std::string unquoted(std::string_view field) {
  if (field.size() < 2 || !field.starts_with('"') || !field.ends_with('"')) return std::string(field);
  std::string name;
  for (std::size_t at = 1; at + 1 < field.size(); ++at) {
    if (field[at] == '"' && field[at + 1] == '"') ++at;  // a doubled quote means one quote
    name += field[at];
  }
  return name;
}

Layout find_layout(const std::string& file, std::string_view text, Header header) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text = text.substr(0, text.find_last_not_of(" \r\n") + 1);
  Layout layout{.header = header, .rows = text};
  const std::string_view first_line = take_line(text);
  if (first_line.size() > kMaxHeaderSize)
    throw DataError(fmt::format("{}, line 1: {} bytes, the limit is {}", file, first_line.size(), kMaxHeaderSize));
  layout.delimiter = find_delimiter(first_line);
  layout.columns = count_fields(first_line, layout.delimiter);
  if (layout.columns > kMaxColumns)
    throw DataError(fmt::format("{}, line 1: {} columns, the limit is {}", file, layout.columns, kMaxColumns));
  const std::vector<std::string_view> fields = split(first_line, layout.delimiter);
  layout.kind = classify_first_line(fields, text, layout.delimiter, header);
  if (layout.kind == FirstLine::names || layout.kind == FirstLine::numeric_names) {
    std::transform(fields.begin(), fields.end(), std::back_inserter(layout.names),
                   [](std::string_view field) { return as_utf8(unquoted(field)); });
    layout.rows = text;
    layout.first_line = 2;
  }
  if (layout.rows.empty()) {
    throw DataError(fmt::format(
        "{}: {}", file, layout.names.empty() ? "the file has no numbers" : "the file has a header but no numbers"));
  }
  return layout;
}

/// Text of a file for a message: in quotes, on one line, and shortened.
std::string excerpt(std::string_view text) {
  std::size_t end = std::min(text.size(), kMaxQuotedLength);
  while (end > 0 && end < text.size() && (text[end] & 0xC0) == 0x80) --end;  // keep the characters of UTF-8 whole
  std::string result(text.substr(0, end));
  std::replace_if(
      result.begin(), result.end(), [](unsigned char c) { return c < ' '; }, '?');
  return fmt::format("\"{}{}\"", result, end < text.size() ? "..." : "");
}

std::string field_error(std::string_view field) {
  if (field.empty()) return "the value is missing";
  if (is_missing(field)) return fmt::format("the value is missing ({})", field);
  if (field.starts_with('"') && is_number(unquoted(field)))
    return fmt::format("{} is in quotes; numbers must not be quoted", excerpt(unquoted(field)));
  if (!is_number(field)) return fmt::format("{} is not a number", excerpt(field));
  const bool has_digits = field.find_first_of("0123456789") != std::string_view::npos;
  return fmt::format("{} is {}", excerpt(field), has_digits ? "too large for a double" : "not a finite number");
}

void require_all_fields(const std::string& file, const Layout& layout, std::string_view line, Index line_number) {
  const Index count = count_fields(line, layout.delimiter);
  if (count == layout.columns) return;
  throw DataError(fmt::format("{}, line {}: {} field{}, expected {}", file, line_number, count, count == 1 ? "" : "s",
                              layout.columns));
}

/// The advice for numbers with decimal commas, or separated by spaces; empty for other fields.
std::string format_hint(const Layout& layout, std::string_view field) {
  std::string with_point(field);
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  if (layout.delimiter != ',' && std::count(field.begin(), field.end(), ',') == 1 && is_number(with_point))
    return "; decimal commas are not supported: replace them by points, for example sed 's/,/./g'";
  const std::vector<std::string_view> words = split(field, ' ');
  const bool separated =
      layout.columns == 1 && words.size() > 1 &&
      std::all_of(words.begin(), words.end(), [](auto word) { return word.empty() || is_number(word); });
  return separated ? "; numbers must be separated by commas, semicolons or tabs, for example tr -s ' ' ','" : "";
}

/// The advice for an error in a line of a file whose header was detected, if it is the first line.
const char* header_hint(const Layout& layout, std::string_view field, Index line_number, Index column) {
  if (line_number != 1 || layout.header != Header::automatic) return "";
  if (is_text(field)) return "; in a header, quote names that look like numbers";
  return field.empty() && column == 0 ? "; if it is the name of a row index, omit the index (pandas: index=False)" : "";
}

/// Throws DataError for a line whose fields are numbers up to `column`.
[[noreturn]] void throw_line_error(const std::string& file, const Layout& layout, std::string_view line,
                                   Index line_number, Index column) {
  require_all_fields(file, layout, line, line_number);
  const std::string name = layout.names.empty() ? "" : fmt::format(" ({})", excerpt(layout.names[column]));
  const std::string_view field = split(line, layout.delimiter)[column];
  throw DataError(fmt::format("{}, line {}, column {}{}: {}{}{}", file, line_number, column + 1, name,
                              field_error(field), format_hint(layout, field),
                              header_hint(layout, field, line_number, column)));
}

/// Whole lines that form one work item of a thread.
struct Part {
  std::string_view lines;
  Index first_row = 0, rows = 0, delimiters = 0;
  Index valid_rows = 0, column = 0;  ///< valid rows, and the column of the error in the next row if valid_rows < rows
};

std::vector<Part> cut_into_parts(std::string_view rows) {
  std::vector<Part> parts;
  while (!rows.empty()) {
    const std::size_t end = std::min(rows.find('\n', std::min(kPartSize, rows.size())), rows.size() - 1) + 1;
    parts.push_back({.lines = rows.substr(0, end)});
    rows.remove_prefix(end);
  }
  return parts;
}

/// The number of rows to allocate. If the number of delimiters does not match, the fields of every line are counted
/// before anything is allocated: a ragged file could require far more memory than its own size.
Index count_rows(const std::string& file, const Layout& layout, int threads, std::vector<Part>& parts) {
  parallel_for(std::ssize(parts), threads, [&](Index k) {
    check_cancelled();
    const std::string_view lines = parts[k].lines;
    parts[k].rows = std::count(lines.begin(), lines.end(), '\n') + (lines.ends_with('\n') ? 0 : 1);
    parts[k].delimiters = std::count(lines.begin(), lines.end(), layout.delimiter);
  });
  Index count = 0, delimiters = 0;
  for (Part& part : parts) {
    part.first_row = count;
    count += part.rows;
    delimiters += part.delimiters;
  }
  if (delimiters == count * (layout.columns - 1)) return count;
  std::string_view rest = layout.rows;
  for (Index i = 0; i < count; ++i) {
    if (i % kLinesBetweenChecks == 0) check_cancelled();
    require_all_fields(file, layout, take_line(rest), layout.first_line + i);
  }
  return count;
}

/// Parses one line into `row` and moves `at` to the next one. Returns the number of valid fields before the first
/// error: all columns if the line is valid.
Index parse_row(const char*& at, const char* end, const Layout& layout, double* row) {
  const auto skip_blanks = [&] {
    while (at != end && *at == ' ') ++at;
  };
  for (Index j = 0; j < layout.columns; ++j) {
    skip_blanks();
    const char* stop = read_number(at, end, row[j]);
    if (stop == at || !std::isfinite(row[j])) return j;
    at = stop;
    skip_blanks();
    if (j + 1 == layout.columns) break;
    if (at == end || *at != layout.delimiter) return j;
    ++at;
  }
  if (at != end && *at == '\r') ++at;
  if (at != end && *at++ != '\n') return layout.columns - 1;
  return layout.columns;
}

/// Parses the lines of a part into the rows that begin at `row`. Stops at the first invalid line: part.lines then
/// begins with that line.
void parse_part(const Layout& layout, Part& part, double* row) {
  const char* at = part.lines.data();
  const char* const end = at + part.lines.size();
  for (; part.valid_rows < part.rows; ++part.valid_rows, row += layout.columns) {
    part.lines = {at, end};
    part.column = parse_row(at, end, layout, row);
    if (part.column != layout.columns) return;
  }
}

}  // namespace

Table parse_csv(const std::string& file, std::string_view text, const ReadOptions& options) {
  Layout layout = find_layout(file, text, options.header);
  std::vector<Part> parts = cut_into_parts(layout.rows);
  const Index rows = count_rows(file, layout, options.threads, parts);
  require_memory(file, sizeof(double) * static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(layout.columns));
  Matrix values(rows, layout.columns);
  parallel_for(std::ssize(parts), options.threads, [&](Index k) {
    check_cancelled();
    parse_part(layout, parts[k], values.row(parts[k].first_row).data());
  });
  for (Part& part : parts)
    if (part.valid_rows < part.rows)
      throw_line_error(file, layout, take_line(part.lines), layout.first_line + part.first_row + part.valid_rows,
                       part.column);
  return {.values = std::move(values), .names = std::move(layout.names), .first_line = layout.kind};
}

}  // namespace resunit
