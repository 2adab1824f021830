// SPDX-License-Identifier: BSD-3-Clause
#include "samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "columns.hpp"
#include "io/columns.hpp"
#include "model/counted.hpp"
#include "option_records.hpp"
#include "resunit/error.hpp"
#include "terminal.hpp"

namespace resunit::cli {
namespace {

constexpr const char* kInputColumns = "--input-columns";
constexpr const char* kOutputColumns = "--output-columns";

/// What was detected in the first line; empty if there is nothing to report.
std::string note_about(const Table& table) {
  const std::string names = counted(std::ssize(table.names), "name");
  switch (table.first_line) {
    case FirstLine::sample: return "";
    case FirstLine::doubtful_sample:
      return "line 1 contains only integers and was read as a sample; if they are column names, use --header yes";
    case FirstLine::names: return fmt::format("header with {}", names);
    case FirstLine::numeric_names:
      return fmt::format("header with {}, which are numbers; if line 1 is a sample, use --header no", names);
  }
  return "";
}

/// A warning about the first column without a name that counts 0, 1, 2, ... or 1, 2, 3, ...; empty if there is none.
std::string note_about_index(const Table& table) {
  const Matrix& values = table.values;
  for (std::size_t k = 0; k < table.names.size(); ++k) {
    const Vector column = values.col(static_cast<Index>(k));
    const double first = column(0);
    const bool counts =
        values.rows() > 1 && (first == 0 || first == 1) &&
        column == Vector::LinSpaced(values.rows(), first, first + static_cast<double>(values.rows() - 1));
    if (table.names[k].empty() && counts)
      return fmt::format(
          "column {} has no name and counts {}, {}, {}, ...: it looks like a row index, but is used as a "
          "number; omit it (pandas: index=False)",
          k + 1, first, first + 1, first + 2);
  }
  return "";
}

void require_disjoint(const Table& table, const std::vector<Index>& inputs, const std::vector<Index>& outputs) {
  for (const Index j : outputs)
    if (std::find(inputs.begin(), inputs.end(), j) != inputs.end())
      throw OptionError(
          fmt::format("{} is in both {} and {}",
                      table.names.empty() ? fmt::format("column {}", j + 1) : table.names[static_cast<std::size_t>(j)],
                      kInputColumns, kOutputColumns));
}

SampleTables split(const Table& table, const SampleArguments& arguments) {
  std::vector<Index> inputs = find_columns(table, kInputColumns, arguments.input_columns);
  std::vector<Index> outputs = find_columns(table, kOutputColumns, arguments.output_columns);
  require_disjoint(table, inputs, outputs);
  if (inputs.empty()) inputs = complement(table.values.cols(), outputs);
  if (outputs.empty()) outputs = complement(table.values.cols(), inputs);
  SampleTables tables{.X = selected_columns(table, inputs), .Y = selected_columns(table, outputs), .columns = {}};
  std::vector<Index> used = inputs;
  used.insert(used.end(), outputs.begin(), outputs.end());
  tables.columns.ignored = names_at(table.names, complement(table.values.cols(), used));
  if (inputs == complement(table.values.cols(), outputs)) tables.columns.target_at = outputs;
  return tables;
}

Table read_columns(const std::string& file, const SampleArguments& arguments, const char* option,
                   const std::vector<std::string>& columns, const Progress& progress) {
  Table table = read_with_note(file, arguments.header, progress);
  require_distinct_names(table.names);
  return columns.empty() ? table : selected_columns(table, find_columns(table, option, columns));
}

}  // namespace

void add_header(CLI::App& command, Header& header) {
  static const std::map<std::string, Header> kHeaders = {
      {"auto", Header::automatic}, {"yes", Header::yes}, {"no", Header::no}};
  command
      .add_option_function<std::string>(
          "--header", [&header](const std::string& name) { header = kHeaders.at(name); },
          wrapped("Whether the first line of a CSV file contains column names. By default, this is detected."))
      ->type_name("yes|no|auto")
      ->default_str("auto")
      ->check(CLI::IsMember(kHeaders).description(""));
}

void add_samples(CLI::App& command, SampleArguments& arguments) {
  command.add_option("X", arguments.X, "Table of inputs, one sample per row.")->required();
  command.add_option("Y", arguments.Y,
                     wrapped("Table of outputs, with as many rows as X. It may be omitted if X contains the outputs "
                             "in columns that are named by an option or by the model."));
  const auto add = [&](const char* name, std::vector<std::string>& columns, const char* help) {
    command.add_option(name, columns, wrapped(help))->type_name("NAME,...")->delimiter(',')->allow_extra_args(false);
  };
  add(kInputColumns, arguments.input_columns,
      "Columns of X that are the inputs, separated by commas: names or, if the table has no header, column numbers, "
      "starting at 1. By default all columns, or all that are not outputs if Y is omitted.");
  add(kOutputColumns, arguments.output_columns, "Columns of Y, or of X if Y is omitted, that are the outputs.");
  add_header(command, arguments.header);
}

Table read_with_note(const std::string& file, Header header, const Progress& progress) {
  Table table = read_table(file, {.header = header, .progress = progress});
  if (const std::string text = note_about(table); !text.empty()) note(fmt::format("{}: {}", file, text));
  if (const std::string text = note_about_index(table); !text.empty()) note(fmt::format("{}: {}", file, text));
  return table;
}

SampleTables read_samples(const SampleArguments& arguments, const Progress& progress) {
  SampleTables tables;
  if (!arguments.Y.empty()) {
    tables.X = read_columns(arguments.X, arguments, kInputColumns, arguments.input_columns, progress);
    tables.Y = read_columns(arguments.Y, arguments, kOutputColumns, arguments.output_columns, progress);
  } else if (arguments.input_columns.empty() && arguments.output_columns.empty()) {
    throw OptionError(fmt::format("Y is required, or {} or {} for a table that contains inputs and outputs",
                                  kInputColumns, kOutputColumns));
  } else {
    tables = split(read_columns(arguments.X, arguments, kInputColumns, {}, progress), arguments);
  }
  tables.columns.inputs = tables.X.names;
  tables.columns.targets = tables.Y.names;
  return tables;
}

}  // namespace resunit::cli
