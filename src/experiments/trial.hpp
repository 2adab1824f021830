// What most tasks do: draw a teacher and samples of it, learn by one of the methods, measure the paper's errors.
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

/// Teacher and samples of a task, whose network and trial give the seeds.
World draw_world(TeacherOptions teacher, SampleOptions samples, const Task& task);

/// SGD, LP, QP as in the paper; LP under noise is its noisy form. "resunit": auto. "oracle": the least-squares minimum
/// next to the teacher, which nobody without the teacher can find.
Fit fit_by(const std::string& method, const World& world, double noise, std::uint64_t seed);

/// The names and values of what is measured.
inline const std::vector<std::string> kErrorNames = {"layer1_error", "layer2_error", "output_error", "certified",
                                                     "seconds"};
std::vector<double> measure(const Fit& fit, const World& world, double seconds);

/// draw_world, fit_by and measure in one.
std::vector<double> run_trial(const TeacherOptions& teacher, const SampleOptions& samples, const Task& task);

}  // namespace resunit::experiments
