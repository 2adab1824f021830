// SPDX-License-Identifier: BSD-3-Clause
// Fields of a model file, which may be malformed in any way: not JSON, nested too deeply, or with wrong types, shapes
// or numbers. Errors throw DataError with the location of the field: "A[1][0] is of type string, expected a number".
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/fit_names.hpp"
#include "parallel/progress_scope.hpp"
#include "resunit/error.hpp"
#include "resunit/progress.hpp"
#include "resunit/types.hpp"
#include "system/whole_file.hpp"

namespace resunit::json {

using Json = nlohmann::ordered_json;

Json parse(const std::string& text);

[[noreturn]] void throw_type_error(std::string_view where, const Json& value, const char* expected);
const Json& array(std::string_view where, const Json& value);
const Json& object(std::string_view where, const Json& value);
std::string text(const std::string& where, const Json& value);
bool boolean(const std::string& where, const Json& value);
int integer(const std::string& where, const Json& value);
double number(const std::string& where, const Json& value);

/// A number of a report, which is null if it was not finite.
double reported(const std::string& where, const Json& value);

const Json& member(std::string_view where, const Json& value, const char* name);

/// The enumerator with this name.
template <class Enum>
Enum enumerator(const std::string& where, const Json& value) {
  const std::string name = text(where, value);
  if (const std::optional<Enum> known = find_by_name<Enum>(name)) return *known;
  throw DataError(fmt::format("{} is \"{}\", expected one of {}", where, name, fmt::join(names_of<Enum>(), ", ")));
}

/// Reads each entry of an array by `read(where, entry)`.
template <class Read>
auto list(const std::string& where, const Json& value, Read read) {
  std::vector<decltype(read(where, value))> entries;
  for (const Json& entry : array(where, value)) {
    entries.push_back(read(fmt::format("{}[{}]", where, entries.size()), entry));
  }
  return entries;
}

template <class Read>
Vector vector(const std::string& where, const Json& value, Read read) {
  const std::vector<double> entries = list(where, value, read);
  return Eigen::Map<const Vector>(entries.data(), static_cast<Index>(entries.size()));
}

/// Positions from 0; column numbers in files begin with 1.
std::vector<Index> positions(const std::string& where, const Json& value);

/// Wall times of stages.
std::vector<std::pair<std::string, double>> stages(const std::string& where, const Json& value);

Matrix matrix_at(const std::string& where, const Json& value);
Matrix matrix(const Json& document, const char* name);

/// Calls take(name, value) if the document has a field of this name.
template <class Take>
void read_field(const Json& document, const char* name, Take&& take) {
  if (const auto found = document.find(name); found != document.end()) take(name, *found);
}

/// The kind of a model file of this format and version.
std::string kind_of(const Json& document);

/// read(document) for the document in a file; error messages begin with the name of the file.
template <class Read>
auto read_document(const std::filesystem::path& file, const Progress& progress, Read read) {
  const ProgressScope scope(progress);
  const std::string content = read_whole_file(file);
  try {
    return read(parse(content));
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace resunit::json
