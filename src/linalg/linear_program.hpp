// SPDX-License-Identifier: BSD-3-Clause
// Small dense linear programs by Clp, for programs without special structure whose solution must be a vertex.
//     min cost'x,   F x >= t                                                                                  (LP)
#pragma once

#include "resunit/types.hpp"

namespace resunit {

struct LinearProgramSolution {
  enum class Status { optimal, infeasible, unbounded, failed };
  Status status = Status::failed;
  Vector x;
  double objective = 0;
};

struct LinearProgramOptions {
  double tolerance = 1e-9;  ///< Clp's absolute primal and dual feasibility tolerance (rows, reduced costs)
  bool primal = false;      ///< primal simplex method; the dual method suits few columns and many rows
};

LinearProgramSolution minimize_linear(const Vector& cost, const Matrix& F, const Vector& t,
                                      const LinearProgramOptions& options = {});

}  // namespace resunit
