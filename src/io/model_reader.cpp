// Reads a model file and trusts nothing in it: neither that it is JSON, nor its depth, types, shapes or
// numbers. Fields that this version does not know are ignored; a teacher's file, which holds weights alone,
// reads as a fit that was not run.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "io/model_json.hpp"
#include "io/whole_file.hpp"
#include "resunit/error.hpp"
#include "resunit/io.hpp"

namespace resunit {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kDeepest = 64;

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

/// A number of a report, which is written as null where it is not finite.
double reported(const std::string& where, const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : number(where, value);
}

const Json& member(const std::string& where, const Json& value, const char* name) {
  const auto found = object(where, value).find(name);
  if (found == value.end()) throw DataError(fmt::format("{} has no \"{}\"", where, name));
  return *found;
}

/// The enumerator with that name, out of all from the first (not_run) to `last`.
template <class Status>
Status status_from(const std::string& where, const Json& value, Status last) {
  const std::string name = text(where, value);
  for (int k = 0; k <= static_cast<int>(last); ++k) {
    if (to_string(static_cast<Status>(k)) == name) return static_cast<Status>(k);
  }
  throw DataError(fmt::format("{} is \"{}\", which this program does not know", where, name));
}

Method method_from(const std::string& where, const Json& value) {
  try {
    return method_from_string(text(where, value));
  } catch (const OptionError& error) {
    throw DataError(fmt::format("{}: {}", where, error.what()));
  }
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

Matrix matrix(const Json& document, const char* name) {
  const auto rows = list(name, member("the model", document, name),
                         [](const std::string& where, const Json& row) { return list(where, row, number); });
  Matrix M(rows.size(), rows.empty() ? 0 : rows.front().size());
  for (Index i = 0; i < M.rows(); ++i) {
    if (std::ssize(rows[i]) != M.cols()) {
      throw DataError(fmt::format("{}[{}] has {} entries, {}[0] has {}", name, i, rows[i].size(), name, M.cols()));
    }
    M.row(i) = Eigen::Map<const Eigen::RowVectorXd>(rows[i].data(), M.cols());
  }
  return M;
}

RowReport row_report(const std::string& where, const Json& row) {
  return {.status = status_from(where + ".status", member(where, row, "status"), RowStatus::stalled),
          .iterations = integer(where + ".iterations", member(where, row, "iterations")),
          .objective = reported(where + ".objective", member(where, row, "objective")),
          .optimality = reported(where + ".optimality", member(where, row, "optimality"))};
}

Certificate certificate(const std::string& where, const Json& value) {
  const auto rows = [&](const char* name) {
    return list(fmt::format("{}.{}", where, name), member(where, value, name), boolean);
  };
  return {.holds = boolean(where + ".holds", member(where, value, "holds")),
          .layer2_rows = rows("layer2_rows"),
          .layer1_rows = rows("layer1_rows"),
          .scale_rows = rows("scale_rows")};
}

CurvePoint curve_point(const std::string& where, const Json& point) {
  return {.epoch = integer(where + ".epoch", member(where, point, "epoch")),
          .seconds = reported(where + ".seconds", member(where, point, "seconds")),
          .loss = reported(where + ".loss", member(where, point, "loss"))};
}

void require_header(const Json& document) {
  if (!document.is_object() || document.value("format", Json()) != kModelFormat) {
    throw DataError("not a model file: no \"format\": \"resunit\"");
  }
  const int version = integer("version", member("the model", document, "version"));
  if (version != kModelVersion) {
    throw DataError(fmt::format("version {}, this program reads version {}", version, kModelVersion));
  }
  const std::string kind = text("kind", member("the model", document, "kind"));
  if (kind != kUnitKind) throw DataError(fmt::format("a model of kind \"{}\", expected \"{}\"", kind, kUnitKind));
}

/// Reads what a fit adds to the weights, each field if it is there.
void read_report(const Json& document, Fit& fit) {
  const auto read = [&](const char* name, auto&& take) {
    if (const auto found = document.find(name); found != document.end()) take(name, *found);
  };
  read("method", [&](auto name, auto& value) { fit.method = method_from(name, value); });
  read("status", [&](auto name, auto& value) { fit.status = status_from(name, value, FitStatus::diverged); });
  read("reason", [&](auto name, auto& value) { fit.reason = text(name, value); });
  read("warnings", [&](auto name, auto& value) { fit.warnings = list(name, value, text); });
  read("training_loss", [&](auto name, auto& value) { fit.training_loss = reported(name, value); });
  read("certificate", [&](auto name, auto& value) { fit.certificate = certificate(name, value); });
  read("layer2_rows", [&](auto name, auto& value) { fit.layer2_rows = list(name, value, row_report); });
  read("layer1_rows", [&](auto name, auto& value) { fit.layer1_rows = list(name, value, row_report); });
  read("curve", [&](auto name, auto& value) { fit.curve = list(name, value, curve_point); });
  read("seconds", [&](auto name, auto& value) {
    for (const auto& [stage, time] : object(name, value).items()) {
      fit.seconds.emplace_back(stage, reported(fmt::format("{}.{}", name, stage), time));
    }
  });
}

/// What is told of each row is told of none or of all.
void require_row_count(const char* name, std::size_t count, Index rows) {
  if (count == 0 || static_cast<Index>(count) == rows) return;
  throw DataError(fmt::format("{} has {} entries, A has {} rows", name, count, rows));
}

Fit fit_from(const Json& document) {
  require_header(document);
  Fit fit;
  fit.unit = {.A = matrix(document, "A"), .B = matrix(document, "B")};
  validate(fit.unit);
  read_report(document, fit);
  require_row_count("certificate.layer2_rows", fit.certificate.layer2_rows.size(), fit.unit.inputs());
  require_row_count("certificate.layer1_rows", fit.certificate.layer1_rows.size(), fit.unit.inputs());
  require_row_count("certificate.scale_rows", fit.certificate.scale_rows.size(), fit.unit.inputs());
  require_row_count("layer2_rows", fit.layer2_rows.size(), fit.unit.inputs());
  require_row_count("layer1_rows", fit.layer1_rows.size(), fit.unit.inputs());
  return fit;
}

}  // namespace

Fit read_model(const std::filesystem::path& file) {
  const std::string content = read_whole_file(file);
  try {
    return fit_from(parse(content));
  } catch (const DataError& error) {
    throw DataError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace resunit
