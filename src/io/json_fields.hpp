// Fields of a model file, read with trust in nothing: neither that it is JSON, nor its depth, types, shapes or numbers.
// What is wrong throws DataError with the place of the field: "A[1][0] is of type string, expected a number".
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/whole_file.hpp"
#include "parallel/underway.hpp"
#include "resunit/error.hpp"
#include "resunit/progress.hpp"
#include "resunit/types.hpp"

namespace resunit::json {

using Json = nlohmann::ordered_json;

Json parse(const std::string& text);

[[noreturn]] void refuse_type(const std::string& where, const Json& value, const char* expected);
const Json& array(const std::string& where, const Json& value);
const Json& object(const std::string& where, const Json& value);
std::string text(const std::string& where, const Json& value);
bool boolean(const std::string& where, const Json& value);
int integer(const std::string& where, const Json& value);
double number(const std::string& where, const Json& value);

/// A number of a report, which is written as null where it is not finite.
double reported(const std::string& where, const Json& value);

const Json& member(const std::string& where, const Json& value, const char* name);

/// Reads each entry of an array by `read(where, entry)`.
template <class Read>
auto list(const std::string& where, const Json& value, Read read) {
  std::vector<decltype(read(where, value))> entries;
  for (const Json& entry : array(where, value)) {
    entries.push_back(read(fmt::format("{}[{}]", where, entries.size()), entry));
  }
  return entries;
}

Matrix matrix_at(const std::string& where, const Json& value);
Matrix matrix(const Json& document, const char* name);

/// Calls take(name, value) if the document has a field of this name.
template <class Take>
void read_field(const Json& document, const char* name, Take&& take) {
  if (const auto found = document.find(name); found != document.end()) take(name, *found);
}

/// The kind of a model file of this format and version.
std::string kind_of(const Json& document);
void require_kind(const Json& document, const char* kind);

/// What `read` makes of a file; its complaints get the file's name.
template <class Read>
auto read_document(const std::filesystem::path& file, const Progress& progress, Read read) {
  const Underway underway(progress);
  const std::string content = read_whole_file(file);
  try {
    return read(parse(content));
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace resunit::json
