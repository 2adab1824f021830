// SPDX-License-Identifier: BSD-3-Clause
// Samples that dominate the loss. With residuals divided by the robust standard deviation s_l of their output,
//     z_il = e_il / s_l,   s_l = 1.4826 median_i |e_il|,
// sample i is an outlier if max_l |z_il| > 10. Outliers are reported if they are few and carry most of the loss.
#pragma once

#include <string>
#include <vector>

#include "resunit/samples.hpp"

namespace resunit {

struct Outliers {
  std::vector<Index> samples;  ///< in decreasing order of their share; empty unless they dominate the loss
  double share = 0;            ///< of the loss sum_il z_il^2, carried by these samples
};

/// `E`: n x m, the residuals of a fit. Outliers dominate if at most a fifth of the residuals is above 10 and their
/// samples carry more than half of the loss.
Outliers dominant_outliers(const Matrix& E);

/// The same for the residuals of Huber's linear regression, which outliers corrupt less than the least-squares unit.
Outliers outliers_of_linear_regression(const Samples& samples);

/// The samples without those of `omitted`.
Dataset without(const Samples& samples, std::vector<Index> omitted);

/// "sample 8", "samples 8, 20 and 3 others", counted from `first_number`.
std::string samples_text(const std::vector<Index>& samples, int first_number);

/// "sample 8 carries 99.9% of the loss", with samples counted from `first_number`.
std::string describe(const Outliers& outliers, int first_number);

}  // namespace resunit
