// SPDX-License-Identifier: BSD-3-Clause
// Sections of a report that show how well each output is predicted: a table of errors, and for each output
// predictions against observations, residuals against predictions, and the quantiles of the residuals.
#pragma once

#include "report/page.hpp"
#include "resunit/types.hpp"

namespace resunit::report {

struct OutputDiagnostics {
  MatrixView predicted;
  MatrixView observed;
  std::vector<std::string> names;  ///< of the outputs
  std::string kind;                ///< "fitted" or "predicted"
};

/// One section for each of the first outputs, and one with the errors of all outputs and a list of those not plotted.
void add_output_sections(Page& page, const OutputDiagnostics& outputs);

/// The three plots of output l. At most about 1,000 points are drawn, from evenly spaced rows or ranks.
std::vector<Plot> output_plots(const OutputDiagnostics& outputs, Index l);

}  // namespace resunit::report
