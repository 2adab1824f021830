// Options checked against their records, and enumerators by name as commands and model files spell them.
#include "resunit/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace resunit {
namespace {

/// A record is named as on the command line, its field as in C++.
std::string field_name(std::string_view record) {
  std::string name(record);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

template <class Options>
void check(std::string_view type, const Options& options) {
  describe(options, [type](std::string_view name, const auto& field, const Range& range, std::string_view) {
    if (!range.contains(static_cast<double>(field)))
      throw OptionError(fmt::format("{}::{} = {}, expected {}", type, field_name(name), field, range.text()));
  });
}

/// Of options that have no record for it, because the command has one for all.
void require_threads(std::string_view type, int threads) {
  if (threads < 0) throw OptionError(fmt::format("{}::threads = {}, expected {}", type, threads, at_least(0).text()));
}

template <class Enum, std::size_t Count>
Enum named(std::string_view name, std::string_view what, const std::array<Enum, Count>& all) {
  std::vector<std::string_view> names;
  for (const Enum value : all) {
    if (to_string(value) == name) return value;
    names.push_back(to_string(value));
  }
  throw OptionError(fmt::format("unknown {} '{}', expected one of {}", what, name, fmt::join(names, ", ")));
}

}  // namespace

std::string Range::text() const {
  const bool bounded_below = low > Range{}.low;
  const bool bounded_above = high < Range{}.high;
  if (bounded_above)
    return fmt::format("a value in {}{}, {}{}", open_low ? '(' : '[', low, high, open_high ? ')' : ']');
  if (bounded_below) return fmt::format("a value {} {}", open_low ? "above" : "of at least", low);
  return "a finite value";
}

void validate(const RowOptions& options) {
  check("RowOptions", options);
  require_threads("RowOptions", options.threads);
}

void validate(const FitOptions& options) {
  // The nested ones first: what fails after them is a field of FitOptions itself.
  check("RowOptions", options.rows);
  check("SgdOptions", options.sgd);
  check("NoisyOptions", options.noise);
  check("FitOptions", options);
}

void validate(const TeacherOptions& options) {
  check("TeacherOptions", options);
  const Index least = options.inputs + (options.bias ? 1 : 0);
  if (options.outputs != 0 && options.outputs < least)
    throw OptionError(fmt::format("TeacherOptions::outputs = {}, expected 0 or at least {}{}", options.outputs,
                                  options.bias ? "inputs + 1 = " : "inputs = ", least));
  if (options.scale_rows > options.inputs)
    throw OptionError(fmt::format("TeacherOptions::scale_rows = {}, expected at most inputs = {}", options.scale_rows,
                                  options.inputs));
  if (options.condition > 0 && options.condition < 1)
    throw OptionError(
        fmt::format("TeacherOptions::condition = {}, expected 0 or a value of at least 1", options.condition));
  if (options.condition > 1 && options.inputs == 1)
    throw OptionError(fmt::format("TeacherOptions::condition = {}, expected 0 or 1 for inputs = 1", options.condition));
}

void validate(const SampleOptions& options) {
  check("SampleOptions", options);
}

void validate(const NoisyOptions& options) {
  check("NoisyOptions", options);
  require_threads("NoisyOptions", options.threads);
}

void validate(const RegressOptions& options) {
  check("RegressOptions", options);
}

std::string_view to_string(Method method) {
  switch (method) {
    case Method::automatic: return "auto";
    case Method::exact: return "exact";
    case Method::noisy: return "noisy";
    case Method::qp: return "qp";
    case Method::lp: return "lp";
    case Method::lp_noisy: return "lp-noisy";
    case Method::lr: return "lr";
    case Method::sgd: return "sgd";
  }
  return "unknown";
}

Method method_from_string(std::string_view name) {
  return named(name, "method",
               std::array{Method::automatic, Method::exact, Method::noisy, Method::qp, Method::lp, Method::lp_noisy,
                          Method::lr, Method::sgd});
}

std::string_view to_string(Rescale rescale) {
  switch (rescale) {
    case Rescale::paper: return "paper";
    case Rescale::authors: return "authors";
  }
  return "unknown";
}

Rescale rescale_from_string(std::string_view name) {
  return named(name, "rescale", std::array{Rescale::paper, Rescale::authors});
}

std::string_view to_string(FitStatus status) {
  switch (status) {
    case FitStatus::not_run: return "not run";
    case FitStatus::solved: return "solved";
    case FitStatus::inexact: return "inexact";
    case FitStatus::suspect: return "suspect";
    case FitStatus::undetermined: return "undetermined";
    case FitStatus::not_exact: return "not exact";
    case FitStatus::infeasible: return "infeasible";
    case FitStatus::rank_deficient: return "rank deficient";
    case FitStatus::too_few_samples: return "too few samples";
    case FitStatus::too_few_one_signed: return "too few one-signed";
    case FitStatus::diverged: return "diverged";
  }
  return "unknown";
}

}  // namespace resunit
