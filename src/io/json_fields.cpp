#include "io/json_fields.hpp"

#include <cmath>
#include <limits>

#include "io/model_json.hpp"

namespace resunit::json {
namespace {

constexpr int kDeepest = 64;

}  // namespace

/// Every entry of a document costs memory of its own: bytes that only nest deeper are refused as they arrive.
Json parse(const std::string& text) {
  const auto refuse_deep_nesting = [](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest) throw DataError(fmt::format("not a model file: nested deeper than {} levels", kDeepest));
    return true;
  };
  try {
    return Json::parse(text, refuse_deep_nesting);
  } catch (const Json::exception& error) {
    const std::string_view message = error.what();  // "[json.exception.parse_error.101] parse error at line 3, ..."
    throw DataError(fmt::format("not a model file: {}", message.substr(message.find("] ") + 2)));
  }
}

[[noreturn]] void refuse_type(const std::string& where, const Json& value, const char* expected) {
  throw DataError(fmt::format("{} is of type {}, expected {}", where, value.type_name(), expected));
}

const Json& array(const std::string& where, const Json& value) {
  if (!value.is_array()) refuse_type(where, value, "an array");
  return value;
}

const Json& object(const std::string& where, const Json& value) {
  if (!value.is_object()) refuse_type(where, value, "an object");
  return value;
}

std::string text(const std::string& where, const Json& value) {
  if (!value.is_string()) refuse_type(where, value, "a string");
  return value.get<std::string>();
}

bool boolean(const std::string& where, const Json& value) {
  if (!value.is_boolean()) refuse_type(where, value, "true or false");
  return value.get<bool>();
}

int integer(const std::string& where, const Json& value) {
  if (!value.is_number_integer()) refuse_type(where, value, "an integer");
  const auto number = value.get<double>();
  if (std::abs(number) > std::numeric_limits<int>::max()) throw DataError(fmt::format("{} is {}", where, number));
  return value.get<int>();
}

double number(const std::string& where, const Json& value) {
  if (!value.is_number()) refuse_type(where, value, "a number");
  return value.get<double>();
}

double reported(const std::string& where, const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : number(where, value);
}

const Json& member(const std::string& where, const Json& value, const char* name) {
  const auto found = object(where, value).find(name);
  if (found == value.end()) throw DataError(fmt::format("{} has no \"{}\"", where, name));
  return *found;
}

Matrix matrix_at(const std::string& name, const Json& value) {
  const auto rows =
      list(name, value, [](const std::string& where, const Json& row) { return list(where, row, number); });
  Matrix M(rows.size(), rows.empty() ? 0 : rows.front().size());
  for (Index i = 0; i < M.rows(); ++i) {
    if (std::ssize(rows[i]) != M.cols()) {
      throw DataError(fmt::format("{}[{}] has {} entries, {}[0] has {}", name, i, rows[i].size(), name, M.cols()));
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
    throw DataError(fmt::format("version {}, this program reads version {}", version, kModelVersion));
  }
  return text("kind", member("the model", document, "kind"));
}

void require_kind(const Json& document, const char* expected) {
  const std::string kind = kind_of(document);
  if (kind != expected) throw DataError(fmt::format("a model of kind \"{}\", expected \"{}\"", kind, expected));
}

}  // namespace resunit::json
