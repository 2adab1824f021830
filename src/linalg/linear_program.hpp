// Small dense linear programs by Clp, where a vertex is wanted and no structure of ours helps.
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
  double tolerance = 1e-9;  ///< absolute, as Clp has it, of rows and of reduced costs
  bool primal = false;      ///< simplex method; the dual one suits few columns and many rows
};

LinearProgramSolution minimise_linear(const Vector& cost, const Matrix& F, const Vector& t,
                                      const LinearProgramOptions& options = {});

}  // namespace resunit
