// SPDX-License-Identifier: BSD-3-Clause
// The tables of a command: how their first lines are read, and which columns are the inputs and outputs of a unit.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "resunit/columns.hpp"
#include "resunit/table.hpp"

namespace resunit::cli {

/// Adds --header yes|no|auto.
void add_header(CLI::App& command, Header& header);

/// Reads a table and prints a note about its header, if it has one or may have one.
Table read_with_note(const std::string& file, Header header, const Progress& progress);

/// The arguments X and Y, --input-columns, --output-columns and --header.
struct SampleArguments {
  std::string X;
  std::string Y;  ///< empty: the outputs are columns of X
  std::vector<std::string> input_columns;
  std::vector<std::string> output_columns;
  Header header = Header::automatic;

  /// True if whole files are the inputs and outputs.
  bool are_whole_files() const { return !Y.empty() && input_columns.empty() && output_columns.empty(); }
};

/// Adds X, Y, --input-columns, --output-columns and --header.
void add_samples(CLI::App& command, SampleArguments& arguments);

struct SampleTables {
  Table X;
  Table Y;
  Columns columns;
};

/// The inputs and outputs in two tables, or in columns of one. If only one of --input-columns and --output-columns is
/// given for one table, the other columns are the rest. Throws OptionError if neither is.
SampleTables read_samples(const SampleArguments& arguments, const Progress& progress);

}  // namespace resunit::cli
