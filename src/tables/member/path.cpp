// SPDX-License-Identifier: BSD-3-Clause
#include "tables/member/path.hpp"

#include "tables/member/start.hpp"

namespace resunit::regression {

Path::Path(const Rows& rows, const PathTask& task, const Network& start, ProgressTicker& ticker)
    : rows_(rows),
      width_(start.width()),
      ticker_(ticker),
      loss_(rows, task.training, start.width(), task.threads),
      weights_(packed(start)) {}

Path::Path(const Rows& rows, const PathTask& task, ProgressTicker& ticker)
    : Path(rows, task, start_network(draw_sample(rows, task.training), task.width, kPenalties[0], task.seed), ticker) {}

void Path::set_penalty(double lambda) {
  if (descent_) weights_ = descent_->x();
  const auto f = [this, lambda](const Vector& weights, Vector& gradient) {
    ticker_.tick();
    return loss_(weights, lambda, gradient);
  };
  descent_ = std::make_unique<Lbfgs>(f, weights_);
}

bool Path::descend(int steps) {
  return descent_->descend(steps);
}

Network Path::network() const {
  return unpacked(descent_ ? descent_->x() : weights_, width_, rows_.inputs(), rows_.outputs());
}

}  // namespace resunit::regression
