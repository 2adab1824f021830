#include "regress/path.hpp"

#include "regress/lbfgs.hpp"
#include "regress/loss.hpp"
#include "regress/start.hpp"

namespace resunit::regression {

std::vector<Network> follow_path(const Rows& rows, const PathTask& task, Watch& watch) {
  const Network start = start_network(draw_sample(rows, task.training), task.width, kPenalties[0], task.seed);
  Loss loss(rows, task.training, start.width(), task.threads);
  Vector weights = packed(start);
  std::vector<Network> networks;
  for (std::size_t l = 0; l < task.stop; ++l) {
    const Objective objective = [&](const Vector& x, Vector& gradient) {
      watch.tick();
      return loss(x, kPenalties[l], gradient);
    };
    minimise(objective, {.iterations = l == 0 ? kFirstIterations : kNextIterations}, weights);
    networks.push_back(unpacked(weights, start.width(), rows.inputs(), rows.outputs()));
  }
  return networks;
}

}  // namespace resunit::regression
