// SPDX-License-Identifier: BSD-3-Clause
#include "noise/inference/relaxed_fit.hpp"

#include <algorithm>

#include "linalg/basis.hpp"
#include "linalg/norms.hpp"
#include "linalg/project_out.hpp"
#include "model/random.hpp"
#include "noise/inference/dependence.hpp"
#include "noise/inference/lack_of_fit.hpp"
#include "noise/inference/residual_structure.hpp"
#include "noise/standardize.hpp"
#include "noise/start/search.hpp"

namespace resunit {
namespace {

constexpr double kRelaxedRank = 1e-9;      ///< singular values below this, relative to the largest, count as zero
constexpr double kRelaxedResidual = 1e-8;  ///< |E| / |Y| of a model that fits to rounding error
constexpr Index kDirections = 3;           ///< random directions per input

Matrix absolute_lines(const MatrixView& X, const Matrix& U) {
  return (X * U.transpose()).cwiseAbs();
}

}  // namespace

bool relaxed_model_fits(const Samples& original, const FitOptions& options) {
  const Standardized standardized = standardize(original);
  const Samples samples = standardized.samples;
  const Index n = samples.count(), d = samples.inputs();
  const Basis inputs = orthonormal_basis(samples.X, kRelaxedRank);
  if (inputs.rank() < d) return false;
  Random random(options.seed, Stream::cause);
  Stages stages(options.progress);
  const Relaxed model = find_relaxed_model(samples, inputs, random, options.threads, stages);

  Matrix fitted(n, 2 * d);
  fitted << absolute_lines(samples.X, model.U), samples.X;
  const Basis explained = orthonormal_basis(fitted, kRelaxedRank);
  const Matrix E = project_out(explained.Z, Matrix(samples.Y));
  if (length_of(E) <= kRelaxedResidual * length_of(samples.Y)) return true;
  const Matrix others = project_out(explained.Z, absolute_lines(samples.X, gaussian(kDirections * d, d, random)));
  const auto used = static_cast<double>(2 * d) + static_cast<double>(d * d) / static_cast<double>(samples.outputs());
  return independence_p_value(others, E, used).value_or(1) >= kSignificance &&
         residual_p_value(samples.X, fitted, E, used, random) >= kSignificance;
}

}  // namespace resunit
