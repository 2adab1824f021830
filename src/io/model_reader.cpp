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
#include "resunit/samples.hpp"

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

Matrix matrix(const std::string& name, const Json& value) {
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

Matrix member_matrix(const std::string& where, const Json& value, const char* name) {
  return matrix(fmt::format("{}.{}", where, name), member(where, value, name));
}

LackOfFit lack_of_fit(const std::string& where, const Json& value) {
  const auto figure = [&](const char* name) { return reported(where + "." + name, member(where, value, name)); };
  const auto flag = [&](const char* name) { return boolean(where + "." + name, member(where, value, name)); };
  return {.F = figure("F"),
          .p_value = figure("p_value"),
          .linear_p_value = figure("linear_p_value"),
          .held_out_r2 = figure("held_out_r2"),
          .median_row_of_A = figure("median_row_of_A"),
          .misfit = flag("misfit"),
          .linear = flag("linear"),
          .no_signal = flag("no_signal"),
          .skip_not_identified = flag("skip_not_identified")};
}

Covariance covariance(const std::string& where, const Json& value) {
  const auto scales = list(where + ".input_scale", member(where, value, "input_scale"), number);
  const auto matrices = [&](const char* name) { return list(where + "." + name, member(where, value, name), matrix); };
  return {.input_scale = Eigen::Map<const Vector>(scales.data(), std::ssize(scales)),
          .output_scale = number(where + ".output_scale", member(where, value, "output_scale")),
          .A = member_matrix(where, value, "A"),
          .N = member_matrix(where, value, "N"),
          .beta = matrices("beta"),
          .A_and_beta = matrices("A_and_beta")};
}

/// Calls take(name, value) if the document has a field of this name.
template <class Take>
void read_field(const Json& document, const char* name, Take&& take) {
  if (const auto found = document.find(name); found != document.end()) take(name, *found);
}

void read_uncertainty(const Json& document, Uncertainty& uncertainty) {
  const auto read = [&](const char* name, auto&& take) { read_field(document, name, take); };
  read("noise_std", [&](auto name, auto& value) { uncertainty.noise_std = reported(name, value); });
  read("degrees_of_freedom", [&](auto name, auto& value) { uncertainty.degrees_of_freedom = reported(name, value); });
  read("reweighted", [&](auto name, auto& value) { uncertainty.reweighted = boolean(name, value); });
  read("lack_of_fit", [&](auto name, auto& value) { uncertainty.lack_of_fit = lack_of_fit(name, value); });
  read("noise_covariance", [&](auto name, auto& value) { uncertainty.noise_covariance = matrix(name, value); });
  read("A_stderr", [&](auto name, auto& value) { uncertainty.A_stderr = matrix(name, value); });
  read("B_stderr", [&](auto name, auto& value) { uncertainty.B_stderr = matrix(name, value); });
  read("covariance", [&](auto name, auto& value) { uncertainty.covariance = covariance(name, value); });
}

/// Reads what a fit adds to the weights, each field if it is there.
void read_report(const Json& document, Fit& fit) {
  const auto read = [&](const char* name, auto&& take) { read_field(document, name, take); };
  read("method", [&](auto name, auto& value) { fit.method = method_from(name, value); });
  read("status", [&](auto name, auto& value) { fit.status = status_from(name, value, FitStatus::diverged); });
  read("reason", [&](auto name, auto& value) { fit.reason = text(name, value); });
  read("choice", [&](auto name, auto& value) { fit.choice = text(name, value); });
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

void require_count(const char* name, std::size_t count, Index expected) {
  if (static_cast<Index>(count) != expected)
    throw DataError(fmt::format("{} has {} entries, expected {}", name, count, expected));
}

void require_shape(const char* name, const Matrix& M, Index rows, Index cols) {
  if (M.rows() != rows || M.cols() != cols)
    throw DataError(fmt::format("{} is {} x {}, expected {} x {}", name, M.rows(), M.cols(), rows, cols));
  require_finite(M, name);
}

/// What is known of the weights' errors belongs to weights of these shapes, or is not there.
void require_shapes(const Uncertainty& uncertainty, const Unit& unit) {
  const Index d = unit.rows(), m = unit.outputs();
  if (uncertainty.noise_covariance.size() > 0) require_shape("noise_covariance", uncertainty.noise_covariance, m, m);
  if (uncertainty.A_stderr.size() > 0) require_shape("A_stderr", uncertainty.A_stderr, d, d);
  if (uncertainty.B_stderr.size() > 0) require_shape("B_stderr", uncertainty.B_stderr, m, d);
  const Covariance& covariance = uncertainty.covariance;
  if (covariance.A.size() == 0) return;
  require_shape("covariance.input_scale", covariance.input_scale, d, 1);
  if (!(covariance.input_scale.minCoeff() > 0) || !(covariance.output_scale > 0))
    throw DataError("covariance has a scale that is not positive");
  require_shape("covariance.A", covariance.A, d * d, d * d);
  require_shape("covariance.N", covariance.N, d, d * d);
  require_count("covariance.beta", covariance.beta.size(), m);
  for (const Matrix& beta : covariance.beta) require_shape("covariance.beta", beta, d, d);
  if (covariance.A_and_beta.empty()) return;
  require_count("covariance.A_and_beta", covariance.A_and_beta.size(), m);
  for (const Matrix& both : covariance.A_and_beta) require_shape("covariance.A_and_beta", both, d * d, d);
}

Fit fit_from(const Json& document) {
  require_header(document);
  Fit fit;
  fit.unit = {.A = matrix("A", member("the model", document, "A")),
              .B = matrix("B", member("the model", document, "B"))};
  read_field(document, "bias", [&](auto name, auto& value) { fit.unit.bias = boolean(name, value); });
  validate(fit.unit);
  read_report(document, fit);
  read_uncertainty(document, fit.uncertainty);
  require_shapes(fit.uncertainty, fit.unit);
  require_row_count("certificate.layer2_rows", fit.certificate.layer2_rows.size(), fit.unit.rows());
  require_row_count("certificate.layer1_rows", fit.certificate.layer1_rows.size(), fit.unit.rows());
  require_row_count("certificate.scale_rows", fit.certificate.scale_rows.size(), fit.unit.rows());
  require_row_count("layer2_rows", fit.layer2_rows.size(), fit.unit.rows());
  require_row_count("layer1_rows", fit.layer1_rows.size(), fit.unit.rows());
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
