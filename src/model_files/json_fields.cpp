// SPDX-License-Identifier: BSD-3-Clause
#include "model_files/json_fields.hpp"

#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "model_files/model_json.hpp"

namespace resunit::json {
namespace {

constexpr std::size_t kMaxNesting = 64;   ///< levels of nesting
constexpr std::size_t kMaxFields = 1000;  ///< fields of one object

/// The position after the string of a JSON text that begins at `at`; after the text if the string does not end.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at + 1;
}

/// Throws DataError, before anything is parsed, for text that would cost far more than its size: each level of nesting
/// takes memory, and each field of an object is compared with all fields before it.
void require_limits(std::string_view text) {
  std::vector<std::size_t> fields;  // of each object or array that is open
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '[' || c == '{') fields.push_back(0);
    if ((c == ']' || c == '}') && !fields.empty()) fields.pop_back();
    if (c == ':' && !fields.empty()) ++fields.back();
    if (fields.size() > kMaxNesting)
      throw DataError(fmt::format("not a model file: nested deeper than {} levels", kMaxNesting));
    if (!fields.empty() && fields.back() > kMaxFields)
      throw DataError(fmt::format("not a model file: more than {} fields in one object", kMaxFields));
    at = c == '"' ? end_of_string(text, at) : at + 1;
  }
}

}  // namespace

Json parse(const std::string& text) {
  require_limits(text);
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    const std::string_view message = error.what();  // "[json.exception.parse_error.101] parse error at line 3, ..."
    throw DataError(fmt::format("not a model file: {}", message.substr(message.find("] ") + 2)));
  }
}

[[noreturn]] void throw_type_error(std::string_view where, const Json& value, const char* expected) {
  throw DataError(fmt::format("{} is of type {}, expected {}", where, value.type_name(), expected));
}

const Json& array(std::string_view where, const Json& value) {
  if (!value.is_array()) throw_type_error(where, value, "an array");
  return value;
}

const Json& object(std::string_view where, const Json& value) {
  if (!value.is_object()) throw_type_error(where, value, "an object");
  return value;
}

std::string text(const std::string& where, const Json& value) {
  if (!value.is_string()) throw_type_error(where, value, "a string");
  return value.get<std::string>();
}

bool boolean(const std::string& where, const Json& value) {
  if (!value.is_boolean()) throw_type_error(where, value, "true or false");
  return value.get<bool>();
}

int integer(const std::string& where, const Json& value) {
  if (!value.is_number_integer()) throw_type_error(where, value, "an integer");
  const auto number = value.get<double>();
  if (std::abs(number) > std::numeric_limits<int>::max())
    throw DataError(fmt::format("{} is {}, too large for an integer", where, number));
  return value.get<int>();
}

double number(const std::string& where, const Json& value) {
  if (!value.is_number()) throw_type_error(where, value, "a number");
  return value.get<double>();
}

double reported(const std::string& where, const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : number(where, value);
}

const Json& member(std::string_view where, const Json& value, const char* name) {
  const auto found = object(where, value).find(name);
  if (found == value.end()) throw DataError(fmt::format("{} has no \"{}\"", where, name));
  return *found;
}

std::vector<Index> positions(const std::string& where, const Json& value) {
  std::vector<Index> found;
  for (const int number : list(where, value, integer)) found.push_back(number - 1);
  return found;
}

std::vector<std::pair<std::string, double>> stages(const std::string& where, const Json& value) {
  std::vector<std::pair<std::string, double>> seconds;
  for (const auto& [stage, time] : object(where, value).items())
    seconds.emplace_back(stage, reported(fmt::format("{}.{}", where, stage), time));
  return seconds;
}

Matrix matrix_at(const std::string& name, const Json& value) {
  const auto rows =
      list(name, value, [](const std::string& where, const Json& row) { return list(where, row, number); });
  Matrix M(rows.size(), rows.empty() ? 0 : rows.front().size());
  for (Index i = 0; i < M.rows(); ++i) {
    if (std::ssize(rows[i]) != M.cols()) {
      throw DataError(
          fmt::format("{}[{}] has length {}, {}[0] has length {}", name, i, rows[i].size(), name, M.cols()));
    }
    M.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows[i].data(), M.cols());
  }
  return M;
}

Matrix matrix(const Json& document, const char* name) {
  return matrix_at(name, member("the model", document, name));
}

std::string kind_of(const Json& document) {
  if (!document.is_object() || document.value("format", Json()) != kModelFormat) {
    throw DataError("not a model file: no \"format\": \"resunit\"");
  }
  const int version = integer("version", member("the model", document, "version"));
  if (version != kModelVersion) {
    throw DataError(
        fmt::format("version {} of the format is not supported, expected version {}", version, kModelVersion));
  }
  return text("kind", member("the model", document, "kind"));
}

}  // namespace resunit::json
