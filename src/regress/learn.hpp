// A regression once data and options are known to be fine; folds come here with targets that may be constant.
#pragma once

#include "resunit/regress.hpp"

namespace resunit::regression {

Regression learn(const MatrixView& X, const MatrixView& Y, const RegressOptions& options);

}  // namespace resunit::regression
