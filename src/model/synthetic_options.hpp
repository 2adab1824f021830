// SPDX-License-Identifier: BSD-3-Clause
// The records of TeacherOptions and SampleOptions.
#pragma once

#include "model/option_record.hpp"
#include "resunit/synthetic.hpp"

namespace resunit {

template <RecordsOf<TeacherOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  const auto record = [](std::string_view name, const Range& range, std::string_view help) {
    return OptionRecord{.name = name, .range = range, .help = help, .group = OptionGroup::teacher};
  };
  visit(OptionRecord{.name = "inputs", .range = at_least(1), .help = "Number of inputs d."}, o.inputs);
  visit(OptionRecord{.name = "outputs",
                     .range = at_least(0),
                     .help = "Number of outputs m, at least d; 0 means d, or d + 1 with biases in both layers."},
        o.outputs);
  visit(record("layers", at_least(2), "Number of weight matrices L: 2 draws a unit, more a deeper residual network."),
        o.layers);
  visit(record("negative", closed_interval(0, 1), "Fraction of the entries of each hidden layer that are negative."),
        o.negative);
  visit(record("scale-rows", at_least(0),
               "Number of rows of each hidden layer that have only their diagonal entry, at most d."),
        o.scale_rows);
  visit(record("hidden-scale", above(0),
               "Factor of the weights of the hidden layers; 1/sqrt(d) keeps the outputs of deep networks small."),
        o.hidden_scale);
  visit(record("condition", at_least(0), "Condition number of the last layer; 0 draws its entries from N(0, 1)."),
        o.condition);
}

template <RecordsOf<SampleOptions> Options, class Visitor>
void describe(Options& o, Visitor&& visit) {
  visit(OptionRecord{.name = "samples", .range = at_least(1), .help = "Number of samples n."}, o.samples);
  visit(
      OptionRecord{
          .name = "noise", .range = at_least(0), .help = "Standard deviation of the noise added to every output."},
      o.noise);
  visit(OptionRecord{.name = "mean",
                     .help = "Mean of the inputs if their distribution is gaussian.",
                     .group = OptionGroup::inputs},
        o.mean);
}

void validate(const TeacherOptions& options);
void validate(const SampleOptions& options);

}  // namespace resunit
