// Numbers of a file, or for one, that are finite; a DataError that says where not.
#pragma once

#include <string>

#include "resunit/types.hpp"

namespace resunit {

/// Throws DataError "COMPLAINT, row 3, column 1: nan is not a finite number" for the first entry that is NaN or
/// infinite; row 0 of `values` is row `first_row` of the table. (The public require_finite also refuses 1e200.)
void require_finite_entries(const std::string& complaint, const MatrixView& values, Index first_row);

}  // namespace resunit
