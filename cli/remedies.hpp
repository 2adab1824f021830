// SPDX-License-Identifier: BSD-3-Clause
// Remedies of an inadequate fit as commands to type.
#pragma once

#include <string>

#include "resunit/fit_result.hpp"
#include "samples.hpp"

namespace resunit::cli {

/// resunit diagnose X Y ..., which prints how many samples are required.
std::string command_to_diagnose(const SampleArguments& samples);

/// Prints the first rows of two CSV files next to each other; empty for other files, and for a single table.
std::string command_to_compare_rows(const SampleArguments& samples);

/// The names or numbers of Fit::independent_inputs, separated by commas.
std::string independent_inputs(const Fit& fit);

/// resunit regress TABLE --target ... --model ...; if the samples are in two files, preceded by a command that joins them.
std::string command_to_regress(const SampleArguments& samples, const std::string& model, const Fit& fit);

}  // namespace resunit::cli
