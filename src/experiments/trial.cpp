// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/trial.hpp"

#include <limits>

#include "resunit/error.hpp"
#include "resunit/metrics.hpp"
#include "system/stopwatch.hpp"

namespace resunit::experiments {
namespace {

constexpr Index kTestSamples = 1000;
constexpr std::uint64_t kTrialStride = 1000003, kTestSeed = 500000009;

FitOptions options_of(const std::string& method, const Problem& problem, double noise, std::uint64_t seed) {
  FitOptions options{.seed = seed, .threads = 1};
  if (method == "SGD") {
    options.method = Method::sgd;
  } else if (method == "LP") {
    options.method = noise > 0 ? Method::lp_noisy : Method::lp;
  } else if (method == "QP") {
    options.method = Method::qp;
  } else if (method == "oracle") {
    options.method = Method::noisy;
    options.start = problem.teacher;
    options.noise.restarts = 0;
  } else if (method != "resunit") {
    throw OptionError("unknown method '" + method + "'");
  }
  return options;
}

}  // namespace

Problem draw_problem(TeacherOptions teacher, SampleOptions samples, const Task& task) {
  teacher.seed = static_cast<std::uint64_t>(task.network);
  samples.seed = seed_of_samples(teacher.seed + kTrialStride * static_cast<std::uint64_t>(task.trial));
  Problem problem{.teacher = draw_teacher(teacher)};
  problem.samples = draw_samples(problem.teacher, samples);
  samples.samples = kTestSamples;
  samples.noise = 0;
  samples.seed += kTestSeed;
  problem.test = draw_samples(problem.teacher, samples);
  return problem;
}

Fit fit_by(const std::string& method, const Problem& problem, double noise, std::uint64_t seed) {
  return fit(problem.samples, options_of(method, problem, noise, seed));
}

std::vector<double> measure(const Fit& fit, const Problem& problem, double seconds) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  if (!fit.usable()) return {kNone, kNone, kNone, 0, seconds};
  const WeightErrors weights = weight_errors(fit.unit, problem.teacher);
  const OutputErrors outputs = output_errors(predict(fit.unit, problem.test.X), problem.test.Y);
  return {weights.layer1, weights.layer2, outputs.output_error, fit.certificate.holds ? 1.0 : 0.0, seconds};
}

std::vector<double> run_trial(const TeacherOptions& teacher, const SampleOptions& samples, const Task& task) {
  const Problem problem = draw_problem(teacher, samples, task);
  const Stopwatch watch;
  const Fit fit = fit_by(task.method, problem, samples.noise, static_cast<std::uint64_t>(task.trial));
  return measure(fit, problem, watch.seconds());
}

}  // namespace resunit::experiments
