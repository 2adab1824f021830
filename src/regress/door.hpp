// The door for tables: what cannot be learnt from is refused with a sentence that names it.
#pragma once

#include <string>

#include "resunit/regress.hpp"

namespace resunit::regression {

/// Throws DataError unless X and Y are finite, of equal length n >= 2, no target is constant and some input varies.
void require_learnable(const MatrixView& X, const MatrixView& Y, const Columns& columns);

/// "column 3 (alcohol)" or "column 3 of X"
std::string input_name(const Columns& columns, Index column);

}  // namespace resunit::regression
