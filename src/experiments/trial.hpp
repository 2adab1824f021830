// SPDX-License-Identifier: BSD-3-Clause
// The steps of most tasks: draw a teacher and samples, fit by one of the methods, compute the paper's errors.
#pragma once

#include "experiments/experiment.hpp"
#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"

namespace resunit::experiments {

struct World {
  Unit teacher;
  Dataset samples;
  Dataset test;  ///< noiseless
};

/// Teacher and samples of a task, whose network and trial determine the seeds.
World draw_world(TeacherOptions teacher, SampleOptions samples, const Task& task);

/// SGD, LP and QP as in the paper; under noise, LP is lp-noisy. "resunit": auto. "oracle": the least-squares minimum
/// near the teacher, which requires the teacher.
Fit fit_by(const std::string& method, const World& world, double noise, std::uint64_t seed);

/// The names and values of the figures.
inline const std::vector<std::string> kErrorNames = {"layer1_error", "layer2_error", "output_error", "certified",
                                                     "seconds"};
std::vector<double> measure(const Fit& fit, const World& world, double seconds);

/// draw_world, fit_by and measure.
std::vector<double> run_trial(const TeacherOptions& teacher, const SampleOptions& samples, const Task& task);

}  // namespace resunit::experiments
