// SPDX-License-Identifier: BSD-3-Clause
// The records of TeacherOptions and SampleOptions.
#pragma once

#include "model/option_record.hpp"
#include "resunit/synthetic.hpp"

namespace resunit {

template <RecordsOf<TeacherOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help};
  };
  visit(record("inputs", at_least(1), "d, the number of inputs"), o.inputs);
  visit(record("outputs", at_least(0), "m, the number of outputs, at least d; 0 means d, or d + 1 with a bias"),
        o.outputs);
  visit(record("negative", between(0, 1), "fraction of the entries of A that are negative"), o.negative);
  visit(record("scale-rows", at_least(0), "rows of A that keep only their diagonal entry, at most d"), o.scale_rows);
  visit(record("bias", {}, "biases in both layers, as fit --bias learns them"), o.bias);
  visit(record("condition", at_least(0), "condition number of B; 0 draws B from N(0, 1)"), o.condition);
}

template <RecordsOf<SampleOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help};
  };
  visit(record("samples", at_least(1), "n, the number of samples"), o.samples);
  visit(record("noise", at_least(0), "standard deviation of the noise on every output"), o.noise);
  visit(record("mean", {}, "mean of gaussian inputs"), o.mean);
}

void validate(const TeacherOptions& options);
void validate(const SampleOptions& options);

}  // namespace resunit
