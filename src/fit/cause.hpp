// SPDX-License-Identifier: BSD-3-Clause
// The probable cause of an inadequate fit: inexpensive remedies are tried in order, and the first that removes the misfit
// is reported.
//     outliers dominate the loss        the samples without them, the robust loss
//     lack of fit                       a bias in layer 1, biases in both layers, the robust loss
//     none of them removes it           the relaxed model y = V |Ux| + W x, then a wider network
#pragma once

#include <functional>

#include "noise/inference/outliers.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Learns a unit from validated samples with validated options, without further checks.
using Learner = std::function<Fit(const Samples&, const FitOptions&)>;

/// Sets cause, remedy and outliers of an inadequate fit: by auto or noisy if there is lack of fit, by any method if there
/// are outliers. Otherwise `fit` is not changed.
void find_cause(const Samples& samples, const FitOptions& options, const Outliers& outliers, const Learner& learn,
                Fit& fit);

}  // namespace resunit
