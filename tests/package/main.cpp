// SPDX-License-Identifier: BSD-3-Clause
// An external program: draws samples, fits them, checks the weights, catches an exception.
// Matrices cross the library boundary in both directions: allocated on one side, resized or freed on the other.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <resunit/resunit.hpp>

int main() {
  const resunit::Unit teacher = resunit::draw_teacher({.inputs = 5, .outputs = 7, .seed = 1});
  resunit::Dataset data = resunit::draw_samples(teacher, {.samples = 400, .seed = 2});
  const resunit::Fit fit = resunit::fit(data, {.method = resunit::Method::lp});
  std::cout << fit.brief() << '\n';

  const double error = resunit::weight_errors(resunit::canonical(fit.unit), teacher).layer2;
  if (!(error < 1e-9)) {
    std::cerr << "layer 2 error " << error << ", expected less than 1e-9\n";
    return EXIT_FAILURE;
  }

  // A product large enough for Eigen to allocate aligned buffers in the caller's code.
  const resunit::Matrix G = data.X * data.X.transpose();
  const resunit::Matrix square = G * G;
  if (!(std::abs(square.trace() - G.squaredNorm()) <= 1e-12 * G.squaredNorm())) {
    std::cerr << "trace of GG " << square.trace() << ", expected " << G.squaredNorm() << '\n';
    return EXIT_FAILURE;
  }

  // Eigen's default matrices are column-major: a Dataset copies them and gives the same weights.
  const Eigen::MatrixXd X = data.X, Y = data.Y;
  const std::optional<resunit::Dataset> copied = resunit::Dataset{.X = X, .Y = Y};
  if (resunit::fit(*copied, {.method = resunit::Method::lp}).unit.A != fit.unit.A) {
    std::cerr << "column-major samples gave different weights\n";
    return EXIT_FAILURE;
  }

  data.Y.conservativeResize(399, Eigen::NoChange);
  try {
    (void)resunit::fit(data);
  } catch (const resunit::DataError& rejection) {
    std::cout << "rejected as expected: " << rejection.what() << '\n';
    return EXIT_SUCCESS;
  }
  std::cerr << "400 inputs with 399 outputs were accepted\n";
  return EXIT_FAILURE;
}
