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

LinearProgramSolution minimise_linear(const Vector& cost, const Matrix& F, const Vector& t);

}  // namespace resunit
