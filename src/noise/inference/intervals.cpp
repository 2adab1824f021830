// SPDX-License-Identifier: BSD-3-Clause
#include "resunit/intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>

#include "linalg/openblas.hpp"
#include "model/unit_parts.hpp"
#include "noise/inference/uncertainty.hpp"
#include "noise/standardize.hpp"
#include "resunit/error.hpp"

namespace resunit {

Matrix prediction_stderr(const Fit& fit, const MatrixView& X) {
  const Unit& unit = fit.unit;
  const Covariance& covariance = fit.uncertainty.covariance;
  if (covariance.A.size() == 0) throw DataError("this fit has no standard errors; only method noisy reports them");
  if (X.cols() != unit.inputs())
    throw DataError(fmt::format("X has {} columns, the unit has {} inputs", X.cols(), unit.inputs()));
  if (covariance.input_scale.size() != unit.rows() || covariance.output_scale.size() != unit.outputs())
    throw DataError(
        fmt::format("the covariance belongs to a unit with {} rows and {} outputs, but this unit has {} and {}",
                    covariance.input_scale.size(), covariance.output_scale.size(), unit.rows(), unit.outputs()));
  const OneBlasThread guard;
  const Scales scales{.input_scale = covariance.input_scale, .output_scale = covariance.output_scale};
  const Matrix inputs = extended_inputs(unit, X) * covariance.input_scale.cwiseInverse().asDiagonal();
  return scales.original_outputs(mean_stderr(covariance, scales.scaled(unit), inputs));
}

Matrix interval_half_width(const Fit& fit, const MatrixView& X, double level) {
  if (!(level > 0 && level < 1)) throw OptionError(fmt::format("level = {}, expected a value in (0, 1)", level));
  const boost::math::students_t student(std::max(1.0, fit.uncertainty.degrees_of_freedom));
  const double quantile =
      boost::math::quantile(boost::math::complement(student, (1 - level) / 2));  // accurate for levels near 1
  return quantile * prediction_stderr(fit, X);
}

}  // namespace resunit
