// SPDX-License-Identifier: BSD-3-Clause
// Test problems under noise: a teacher and samples of it, from one random seed.
#pragma once

#include "noise/descent/vplm.hpp"
#include "resunit/fit.hpp"
#include "resunit/synthetic.hpp"

namespace resunit::test {

struct World {
  Unit truth;
  Dataset data;
};

struct WorldOptions {
  Index d = 6, n = 256, m = 0;
  double sigma = 0.3, negative = 0.5;
  std::uint64_t seed = 1;
};

inline World draw_world(const WorldOptions& o) {
  const Unit truth = draw_teacher({.inputs = o.d, .outputs = o.m, .negative = o.negative, .seed = o.seed});
  return {truth, draw_samples(truth, {.samples = o.n, .noise = o.sigma, .seed = o.seed + 1000})};
}

/// Fits by method noisy, for any options.method.
inline Fit fit_noisy(const Samples& samples, FitOptions options = {}) {
  options.method = Method::noisy;
  return fit(samples, options);
}

/// The loss of the minimum nearest to the teacher.
inline double oracle_loss(const World& world) {
  return vplm(world.data, world.truth.A).loss;
}

/// |A - A*|^2 + |B - B*|^2
inline double total_error(const Fit& fit, const Unit& truth) {
  return (fit.unit.A - truth.A).squaredNorm() + (fit.unit.B - truth.B).squaredNorm();
}

}  // namespace resunit::test
