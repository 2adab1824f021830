// SPDX-License-Identifier: BSD-3-Clause
// The extension module resunit._core passes arrays, options and models between Python and the library. Estimators and
// documentation are in python/resunit.
//
// C-contiguous float64 arrays are viewed, never copied. Long computations run without the interpreter's lock (GIL) and
// check for Ctrl-C every tenth of a second.
#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "deep/options.hpp"
#include "deep/queries/options.hpp"
#include "model/fit_names.hpp"
#include "model/fit_options.hpp"
#include "model/synthetic_options.hpp"
#include "model/unit_parts.hpp"
#include "model_files/diagnosis_json.hpp"
#include "model_files/model_json.hpp"
#include "resunit/resunit.hpp"
#include "tables/options.hpp"

namespace py = pybind11;

namespace resunit::python {
namespace {

/// Any array; other types than float64 are converted.
using Array = py::array_t<double, py::array::forcecast>;
/// A Python callback with the stage and the fraction done, or None.
using Report = std::optional<std::function<void(std::string, double)>>;

/// A view of a two-dimensional array; row-major float64 arrays are not copied. The view keeps the array alive.
class ArrayView {
 public:
  ArrayView(Array array, const char* name) : array_(std::move(array)) {
    if (array_.ndim() != 2)
      throw DataError(std::string(name) + " has " + std::to_string(array_.ndim()) + " dimensions, expected 2");
    if (!is_row_major()) array_ = py::array_t<double, py::array::c_style | py::array::forcecast>(array_);
  }

  MatrixView get() const {
    const Index rows = array_.shape(0), columns = array_.shape(1);
    const Index stride = rows > 1 ? array_.strides(0) / kItemSize : columns;
    return Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>(array_.data(), rows, columns,
                                                             Eigen::OuterStride<>(std::max(stride, columns)));
  }

 private:
  static constexpr py::ssize_t kItemSize = sizeof(double);

  bool is_row_major() const {
    const bool dense = array_.shape(1) <= 1 || array_.strides(1) == kItemSize;
    const bool ordered = array_.shape(0) <= 1 ||
                         (array_.strides(0) % kItemSize == 0 && array_.strides(0) >= array_.shape(1) * kItemSize);
    const bool aligned = reinterpret_cast<std::uintptr_t>(array_.data()) % alignof(double) == 0;
    return dense && ordered && aligned;
  }

  Array array_;
};

/// A progress callback that acquires the interpreter's lock every 100 ms to check for Ctrl-C and to report.
class ProgressCallback {
 public:
  explicit ProgressCallback(const Report& report) : report_(report) {}

  void operator()(std::string_view stage, double fraction) {
    const auto now = Clock::now();
    if (now - last_ < kInterval) return;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (report_) (*report_)(std::string(stage), fraction);
    last_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kInterval{100};

  const Report& report_;
  Clock::time_point last_ = Clock::now();
};

/// Runs `work(progress)` without the interpreter's lock.
template <class Work>
auto run_without_gil(const Report& report, Work&& work) {
  ProgressCallback callback(report);
  const py::gil_scoped_release unlocked;
  return work(Progress(std::ref(callback)));
}

/// Sets the fields of an options struct from keywords; throws for unknown keywords.
template <class Options>
void set_options(py::dict keywords, Options& options) {
  py::dict rest = keywords.attr("copy")();
  describe(options, [&](const OptionRecord& record, auto& field) {
    const std::string name = record.field_name();
    if (!rest.contains(name.c_str())) return;
    using Field = std::remove_reference_t<decltype(field)>;
    try {
      field = rest[name.c_str()].template cast<Field>();
    } catch (const py::cast_error&) {
      constexpr const char* kind = std::is_same_v<Field, bool>       ? "True or False"
                                   : std::is_floating_point_v<Field> ? "a number"
                                   : std::is_signed_v<Field>         ? "an integer"
                                                                     : "an integer of at least 0";
      throw OptionError(name + " = " + std::string(py::repr(rest[name.c_str()])) + ", expected " + kind);
    }
    rest.attr("pop")(name);
  });
  for (const auto& [name, value] : rest) throw py::type_error("unknown option: " + std::string(py::str(name)));
}

/// (name, default, range, help) of each option, for docstrings.
template <class Options>
py::list records() {
  py::list all;
  Options defaults;
  describe(defaults, [&](const OptionRecord& record, auto& field) {
    const bool is_flag = std::is_same_v<std::remove_reference_t<decltype(field)>, bool>;
    all.append(py::make_tuple(record.field_name(), field, is_flag ? "" : record.range.text(), record.full_help()));
  });
  return all;
}

/// Names of columns, which may be empty. Messages count rows and columns from 0, as NumPy does.
Columns named_columns(std::vector<std::string> inputs, std::vector<std::string> targets) {
  return {.inputs = std::move(inputs), .targets = std::move(targets), .first_number = 0};
}

/// The parameter of the estimators for a field of an options struct.
std::string parameter_name(const std::string& field) {
  if (field == "seed") return "random_state";
  return field == "threads" ? "n_jobs" : field;
}

/// Removes "bias", the name of a Bias, from the keywords.
Bias take_bias(py::dict& keywords) {
  const py::dict all = keywords;
  keywords = all.attr("copy")();
  return keywords.contains("bias") ? from_name<Bias>("bias", keywords.attr("pop")("bias").cast<std::string>())
                                   : Bias::none;
}

FitOptions fit_options(const std::string& method, const std::string& rescale, py::dict keywords,
                       const std::optional<std::pair<Matrix, Matrix>>& start) {
  FitOptions options;
  options.method = from_name<Method>("method", method);
  options.rescale = from_name<Rescale>("rescale", rescale);
  options.bias = take_bias(keywords);
  set_options(keywords, options);
  if (start) options.start = Unit{.A = start->first, .B = start->second, .bias = options.bias != Bias::none};
  return options;
}

Fit fit_unit(const Array& X, const Array& Y, const std::string& method, const std::string& rescale,
             const py::dict& keywords, std::vector<std::string> input_names, std::vector<std::string> output_names,
             const std::optional<std::pair<Matrix, Matrix>>& start, const Report& report) {
  FitOptions options = fit_options(method, rescale, keywords, start);
  options.columns = named_columns(std::move(input_names), std::move(output_names));
  const ArrayView inputs(X, "X"), outputs(Y, "Y");
  return run_without_gil(report, [&](Progress progress) {
    options.progress = std::move(progress);
    return fit({.X = inputs.get(), .Y = outputs.get()}, options);
  });
}

NetworkFit fit_layers(const Array& X, const Array& Y, const std::string& method, const py::dict& keywords,
                      std::vector<std::string> input_names, std::vector<std::string> output_names,
                      const Report& report) {
  NetworkOptions options;
  options.method = from_name<Method>("method", method);
  set_options(keywords, options);
  options.columns = named_columns(std::move(input_names), std::move(output_names));
  const ArrayView inputs(X, "X"), outputs(Y, "Y");
  return run_without_gil(report, [&](Progress progress) {
    options.progress = std::move(progress);
    return fit_network({.X = inputs.get(), .Y = outputs.get()}, options);
  });
}

/// The answers of a Python function to queries. Its exceptions reach the caller unchanged.
Matrix ask(const py::function& function, const MatrixView& X) {
  const py::gil_scoped_acquire lock;
  Array queries({X.rows(), X.cols()});
  Eigen::Map<Matrix>(queries.mutable_data(), X.rows(), X.cols()) = X;
  const py::object result = function(queries);
  Array answers = Array::ensure(result);
  if (!answers) throw py::error_already_set();
  if (answers.ndim() == 1 && X.cols() == 1) answers = Array(answers.reshape({answers.shape(0), py::ssize_t{1}}));
  return ArrayView(answers, "the result of the function").get();
}

NetworkFit extract_network(const py::function& function, Index inputs, const py::dict& keywords, const Report& report) {
  ExtractOptions options;
  set_options(keywords, options);
  return run_without_gil(report, [&](Progress progress) {
    options.progress = std::move(progress);
    return extract([&](const MatrixView& X) { return ask(function, X); }, inputs, options);
  });
}

Regression fit_table(const Array& X, const Array& Y, const py::dict& keywords, std::vector<std::string> inputs,
                     std::vector<std::string> targets, const Report& report) {
  RegressOptions options;
  set_options(keywords, options);
  options.columns = named_columns(std::move(inputs), std::move(targets));
  const ArrayView from(X, "X"), to(Y, "Y");
  return run_without_gil(report, [&](Progress progress) {
    options.progress = std::move(progress);
    return regress(from.get(), to.get(), options);
  });
}

std::string diagnose_samples(const Array& X, const Array& Y, py::dict keywords, std::vector<std::string> input_names,
                             std::vector<std::string> output_names, const Report& report) {
  FitOptions options;
  options.bias = take_bias(keywords);
  set_options(keywords, options);
  options.columns = named_columns(std::move(input_names), std::move(output_names));
  const ArrayView inputs(X, "X"), outputs(Y, "Y");
  return run_without_gil(report, [&](Progress progress) {
    options.progress = std::move(progress);
    return diagnosis_json(diagnose({.X = inputs.get(), .Y = outputs.get()}, options));
  });
}

/// X, Y and the weight matrices: the same numbers as those of `resunit generate` with this seed.
py::tuple generate(py::dict teacher_options, const py::dict& sample_options, const std::string& distribution,
                   std::uint64_t seed) {
  TeacherOptions teacher;
  teacher.bias = take_bias(teacher_options);
  set_options(teacher_options, teacher);
  SampleOptions samples;
  set_options(sample_options, samples);
  samples.distribution = from_name<InputDistribution>("distribution", distribution);
  teacher.seed = seed;
  samples.seed = seed_of_samples(seed);
  auto [weights, data] = run_without_gil({}, [&](const Progress& progress) {
    if (teacher.layers > 2) {
      Network network = draw_network(teacher);
      Dataset generated = draw_samples(network, samples, progress);
      return std::pair(std::move(network.weights), std::move(generated));
    }
    Unit unit = draw_teacher(teacher);
    Dataset generated = draw_samples(unit, samples, progress);
    return std::pair(std::vector<Matrix>{std::move(unit.A), std::move(unit.B)}, std::move(generated));
  });
  return py::make_tuple(std::move(data.X), std::move(data.Y), std::move(weights));
}

/// Only finite inputs are accepted; a regressor itself would clip infinities to its input range.
void require_finite_inputs(const MatrixView& X, const Columns& columns) {
  const bool are_named = std::ssize(columns.inputs) == X.cols();
  require_finite(X, "X", are_named ? columns.inputs : std::vector<std::string>{}, 0);
}

Matrix outputs_for(const Fit& fit, const Array& X) {
  const ArrayView inputs(X, "X");
  const py::gil_scoped_release unlocked;
  require_finite_inputs(inputs.get(), fit.columns);
  return predict(fit.unit, inputs.get(), 0);
}
Matrix outputs_for(const NetworkFit& fit, const Array& X) {
  const ArrayView inputs(X, "X");
  const py::gil_scoped_release unlocked;
  require_finite_inputs(inputs.get(), fit.columns);
  return predict(fit, inputs.get(), 0);
}
Matrix outputs_for(const Regressor& regressor, const Array& X) {
  const ArrayView inputs(X, "X");
  const py::gil_scoped_release unlocked;
  require_finite_inputs(inputs.get(), regressor.columns);
  return predict(regressor, inputs.get());
}

/// In blocks of rows, so that Ctrl-C is quick: with 32 inputs a row takes milliseconds.
Matrix half_width(const Fit& fit, const Array& X, double level) {
  constexpr Index kBlock = 64;
  const ArrayView inputs(X, "X");
  return run_without_gil({}, [&](const Progress& progress) {
    const MatrixView all = inputs.get();
    require_finite_inputs(all, fit.columns);
    Matrix result(all.rows(), fit.unit.outputs());
    for (Index first = 0; first < all.rows(); first += kBlock) {
      const Index count = std::min(kBlock, all.rows() - first);
      result.middleRows(first, count) = interval_half_width(fit, all.middleRows(first, count), level);
      progress("intervals", static_cast<double>(first) / static_cast<double>(all.rows()));
    }
    return result;
  });
}

/// Models are pickled as the text of their model file.
template <class Model>
auto pickled() {
  return py::pickle([](const Model& model) { return model_json(model, true); },
                    [](const std::string& text) {
                      auto model = parse_model(text);
                      if (!std::holds_alternative<Model>(model))
                        throw DataError("the pickle contains a different kind of model");
                      return std::get<Model>(std::move(model));
                    });
}

template <class Model>
void bind_model(py::class_<Model>& type) {
  type.def("brief", &Model::brief, "One-line summary.")
      .def("full", &Model::full, "Multi-line summary.")
      .def(
          "json", [](const Model& model) { return model_json(model, false); }, "The model file without the weights.")
      .def("save",
           [](const Model& model, const std::filesystem::path& file) {
             run_without_gil({}, [&](const Progress& progress) { write_model(file, model, progress); });
           })
      .def_readonly("warnings", &Model::warnings)
      .def(pickled<Model>());
}

void bind_unit(py::module_& module) {
  py::class_<Fit> type(module, "Fit", "A fitted unit; resunit::Fit in C++.");
  bind_model(type);
  type.def_property_readonly("A", [](const Fit& fit) { return fit.unit.A; })
      .def_property_readonly("B", [](const Fit& fit) { return fit.unit.B; })
      .def_property_readonly("C", [](const Fit& fit) { return left_inverse(fit.unit); })
      .def_property_readonly("bias", [](const Fit& fit) { return std::string(to_string(bias_of(fit.unit))); })
      .def_property_readonly("inputs", [](const Fit& fit) { return fit.unit.inputs(); })
      .def_property_readonly("outputs", [](const Fit& fit) { return fit.unit.outputs(); })
      .def_property_readonly("method", [](const Fit& fit) { return std::string(to_string(fit.method)); })
      .def_property_readonly("status", [](const Fit& fit) { return std::string(to_string(fit.status)); })
      .def_property_readonly("usable", [](const Fit& fit) { return fit.usable(); })
      .def_property_readonly("A_stderr", [](const Fit& fit) { return fit.uncertainty.A_stderr; })
      .def_property_readonly("B_stderr", [](const Fit& fit) { return fit.uncertainty.B_stderr; })
      .def_property_readonly("input_names", [](const Fit& fit) { return fit.columns.inputs; })
      .def_property_readonly("output_names", [](const Fit& fit) { return fit.columns.targets; })
      .def("predict", [](const Fit& fit, const Array& X) { return outputs_for(fit, X); })
      .def("half_width", &half_width);
}

void bind_network(py::module_& module) {
  py::class_<NetworkFit> type(module, "NetworkFit", "A fitted network; resunit::NetworkFit in C++.");
  bind_model(type);
  type.def_property_readonly("weights", [](const NetworkFit& fit) { return fit.network.weights; })
      .def_property_readonly("standard_errors", [](const NetworkFit& fit) { return fit.uncertainty.standard_errors; })
      .def_property_readonly("inputs", [](const NetworkFit& fit) { return fit.network.inputs(); })
      .def_property_readonly("outputs", [](const NetworkFit& fit) { return fit.network.outputs(); })
      .def_property_readonly("method", [](const NetworkFit& fit) { return std::string(to_string(fit.method)); })
      .def_property_readonly("status", [](const NetworkFit& fit) { return std::string(to_string(fit.status)); })
      .def_property_readonly("usable", [](const NetworkFit& fit) { return fit.usable(); })
      .def_property_readonly("input_names", [](const NetworkFit& fit) { return fit.columns.inputs; })
      .def_property_readonly("output_names", [](const NetworkFit& fit) { return fit.columns.targets; })
      .def("predict", [](const NetworkFit& fit, const Array& X) { return outputs_for(fit, X); });
}

void bind_regressor(py::module_& module) {
  py::class_<Regression> type(module, "Regression", "A fitted regressor; resunit::Regression in C++.");
  bind_model(type);
  const auto names = [](auto Columns::*part) {
    return [part](const Regression& found) { return found.regressor.columns.*part; };
  };
  type.def_property_readonly("A", [](const Regression& found) { return found.regressor.A; })
      .def_property_readonly("W", [](const Regression& found) { return found.regressor.W; })
      .def_property_readonly("V", [](const Regression& found) { return found.regressor.V; })
      .def_property_readonly("inputs", [](const Regression& found) { return found.regressor.input_count(); })
      .def_property_readonly("outputs", [](const Regression& found) { return found.regressor.output_count(); })
      .def_property_readonly("input_names", names(&Columns::inputs))
      .def_property_readonly("target_names", names(&Columns::targets))
      .def("predict", [](const Regression& found, const Array& X) { return outputs_for(found.regressor, X); });
}

}  // namespace
}  // namespace resunit::python

PYBIND11_MODULE(_core, module) {
  using namespace resunit;
  using namespace resunit::python;
  module.doc() = "Interface between Python and the C++ library.";
  module.attr("__version__") = RESUNIT_VERSION;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const DataError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const OptionError& error) {
      PyErr_SetString(PyExc_ValueError, with_renamed_fields(error.what(), parameter_name).c_str());
    }
  });
  bind_unit(module);
  bind_network(module);
  bind_regressor(module);
  module.def("fit", &fit_unit, py::arg("X"), py::arg("Y"), py::arg("method"), py::arg("rescale"), py::arg("options"),
             py::arg("inputs"), py::arg("outputs"), py::arg("start") = py::none(), py::arg("report") = py::none());
  module.def("fit_network", &fit_layers, py::arg("X"), py::arg("Y"), py::arg("method"), py::arg("options"),
             py::arg("inputs"), py::arg("outputs"), py::arg("report") = py::none());
  module.def("extract", &extract_network, py::arg("function"), py::arg("inputs"), py::arg("options"),
             py::arg("report") = py::none());
  module.def("regress", &fit_table, py::arg("X"), py::arg("Y"), py::arg("options"), py::arg("inputs"),
             py::arg("targets"), py::arg("report") = py::none());
  module.def("diagnose", &diagnose_samples, py::arg("X"), py::arg("Y"), py::arg("options"), py::arg("inputs"),
             py::arg("outputs"), py::arg("report") = py::none());
  module.def("generate", &generate, py::arg("teacher"), py::arg("samples"), py::arg("distribution"), py::arg("seed"));
  module.def("load", [](const std::filesystem::path& file) {
    return run_without_gil({}, [&](const Progress& progress) { return read_model(file, progress); });
  });
  module.def("fit_records", &records<FitOptions>);
  module.def("network_records", &records<NetworkOptions>);
  module.def("regress_records", &records<RegressOptions>);
  module.def("teacher_records", &records<TeacherOptions>);
  module.def("sample_records", &records<SampleOptions>);
}
