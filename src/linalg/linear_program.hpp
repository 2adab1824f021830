// Small dense linear programs by Clp, where a vertex is wanted and no structure of ours helps.
//     min cost'x,   F x >= t,   |x_k| <= bound (LP)
#pragma once

#include <limits>

#include "resunit/types.hpp"

namespace resunit {

struct LinearProgramSolution {
  enum class Status { optimal, infeasible, unbounded, failed };
  Status status = Status::failed;
  Vector x;
  double objective = 0;
};

LinearProgramSolution minimise_linear(const Vector& cost, const Matrix& F, const Vector& t,
                                      double bound = std::numeric_limits<double>::infinity());

}  // namespace resunit
