// SPDX-License-Identifier: BSD-3-Clause
#include <iostream>
#include <resunit/resunit.hpp>

int main() {
  const resunit::Unit teacher = resunit::draw_teacher({.inputs = 8, .seed = 1});
  const resunit::Dataset data = resunit::draw_samples(teacher, {.samples = 512, .seed = 2});  // X: n x d, Y: n x m
  const resunit::Fit fit = resunit::fit(data);
  std::cout << fit.full() << "\nlayer 1 error " << resunit::weight_errors(fit.unit, teacher).layer1 << '\n';
  return fit.usable() ? 0 : 3;
}
