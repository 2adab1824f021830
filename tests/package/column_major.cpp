// SPDX-License-Identifier: BSD-3-Clause
// Must not compile: the view would refer to a temporary copy.
#include <resunit/resunit.hpp>

int main() {
  const Eigen::MatrixXd X(4, 2), Y(4, 2);
  const resunit::Samples samples{X, Y};
  return static_cast<int>(samples.count());
}
