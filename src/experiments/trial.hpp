// SPDX-License-Identifier: BSD-3-Clause
// The steps of most tasks: draw a teacher and samples, fit by one of the methods, compute the paper's errors.
#pragma once

#include "experiments/experiment.hpp"
#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"

namespace resunit::experiments {

struct Problem {
  Unit teacher;
  Dataset samples;
  Dataset test;  ///< noiseless
};

/// Teacher and samples of a task; its network and trial set the random seeds.
Problem draw_problem(TeacherOptions teacher, SampleOptions samples, const Task& task);

/// SGD, LP and QP as in the paper; under noise, LP is lp-noisy. "resunit": auto. "oracle": the least-squares minimum
/// found from the teacher's weights.
Fit fit_by(const std::string& method, const Problem& problem, double noise, std::uint64_t seed);

/// The value names of most experiments, and the values of a fit.
inline const std::vector<std::string> kErrorNames = {"layer1_error", "layer2_error", "output_error", "certified",
                                                     "seconds"};
std::vector<double> measure(const Fit& fit, const Problem& problem, double seconds);

/// draw_problem, fit_by and measure.
std::vector<double> run_trial(const TeacherOptions& teacher, const SampleOptions& samples, const Task& task);

}  // namespace resunit::experiments
