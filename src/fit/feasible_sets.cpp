// SPDX-License-Identifier: BSD-3-Clause
#include "fit/feasible_sets.hpp"

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "exact/tolerances.hpp"
#include "linalg/basis.hpp"
#include "linalg/linear_program.hpp"
#include "linalg/norms.hpp"
#include "model/random.hpp"
#include "parallel/parallel_for.hpp"

namespace resunit {
namespace {

using Status = LinearProgramSolution::Status;

/// Sets up to this width, relative to rms(x_j), count as points; Clp's tolerances are 1e-9.
constexpr double kPoint = 1e-6;

/// w: uniform in (0.5, 1.5), divided by the sum.
Vector positive_weights(Index n, std::uint64_t seed) {
  Random random(seed, Stream::diagnosis);
  Vector weights(n);
  for (double& weight : weights) weight = 0.5 + random.uniform();
  return weights / weights.sum();
}

FeasibleWidth width_of(const Vector& cost, const Matrix& Z, const Vector& t) {
  const LinearProgramSolution least = minimize_linear(cost, Z, t);
  if (least.status == Status::infeasible) return {.set = FeasibleSet::empty};
  if (least.status != Status::optimal) return {};
  const LinearProgramSolution most = minimize_linear(-cost, Z, t);
  if (most.status == Status::unbounded)
    return {.set = FeasibleSet::unbounded, .width = std::numeric_limits<double>::infinity()};
  if (most.status != Status::optimal) return {};
  const double width = std::max(0.0, -most.objective - least.objective);
  return {.set = width <= kPoint ? FeasibleSet::point : FeasibleSet::wide, .width = width};
}

}  // namespace

std::vector<FeasibleWidth> feasible_widths(const Samples& samples, const FitOptions& options) {
  const double root = std::sqrt(static_cast<double>(samples.count()));
  const Matrix Z = root * orthonormal_basis(samples.Y, kOutputRank).Z;
  std::vector<FeasibleWidth> widths(samples.inputs());
  if (Z.cols() == 0) return widths;
  const Vector cost = Z.transpose() * positive_weights(samples.count(), options.seed);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<Index> done{0};
  parallel_for(samples.inputs(), options.threads, [&](Index j) {
    const double length = length_of(samples.X.col(j));
    const Vector t = length > 0 ? Vector(samples.X.col(j) * (root / length)) : Vector(samples.X.col(j));
    widths[j] = width_of(cost, Z, t);
    ++done;
    if (options.progress && std::this_thread::get_id() == caller)
      options.progress("feasible sets", static_cast<double>(done) / static_cast<double>(widths.size()));
  });
  return widths;
}

}  // namespace resunit
