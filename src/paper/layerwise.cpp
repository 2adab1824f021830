// SPDX-License-Identifier: BSD-3-Clause
#include "paper/layerwise.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/bias.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace {

RowProgram layer2_program(Method method) {
  switch (method) {
    case Method::lp: return RowProgram::center;
    case Method::lp_noisy: return RowProgram::absolute;
    default: return RowProgram::least_squares;
  }
}

RowProgram layer1_program(Method method) {
  return method == Method::lp ? RowProgram::center : RowProgram::central_path;
}

/// Progress of a stage, reported under its own name.
Progress named(const Progress& progress, const char* stage) {
  if (!progress) return {};
  return [&progress, stage](std::string_view, double fraction) { progress(stage, fraction); };
}

Index count(const std::vector<RowReport>& rows, RowStatus status) {
  return std::count_if(rows.begin(), rows.end(), [&](const RowReport& row) { return row.status == status; });
}

/// Sets status and reason if layer 2 gives no unit; otherwise they are unchanged.
void check_layer2(const Layer2& layer, Index inputs, Fit& fit) {
  if (layer.rows.rank < inputs) {
    fit.status = FitStatus::rank_deficient;
    fit.reason = no_left_inverse(layer.rows.rank, inputs);
  } else if (const Index rows = count(layer.rows.rows, RowStatus::infeasible)) {
    fit.status = FitStatus::infeasible;
    fit.reason = fmt::format(
        "for {} of {} rows no c satisfies Yc >= x_j: the samples are noisy or do not come from a unit with "
        "A >= 0; use method auto",
        rows, inputs);
  }
}

/// Rows that did not reach their tolerance make a fit inexact.
void check_rows(const std::vector<RowReport>& rows, int layer, Fit& fit) {
  const Index unsolved = static_cast<Index>(rows.size()) - count(rows, RowStatus::solved);
  if (unsolved == 0) return;
  fit.status = FitStatus::inexact;
  fit.reason = "some row programs did not reach their tolerance";
  fit.warnings.push_back(
      fmt::format("layer {}: {} of {} row programs did not reach their tolerance; see the status of each row", layer,
                  unsolved, rows.size()));
}

void check_layer1(const Layer1& layer, Index inputs, Fit& fit) {
  if (layer.rows.rank < inputs)
    fit.warnings.push_back(
        fmt::format("X has rank {} but {}: layer 1 is not identifiable, and a solution of small norm is returned",
                    layer.rows.rank, counted(inputs, "column")));
  for (std::size_t j = 0; j < layer.unscaled.size(); ++j)
    if (layer.unscaled[j])
      fit.warnings.push_back(
          fmt::format("row {} of A is set to zero, because its scale factor is not positive", j + 1));
}

/// Both layers from samples in memory.
class SamplesInMemory final : public LayerSolver {
 public:
  explicit SamplesInMemory(const Samples& samples) : samples_(samples) {}
  Layer2 learn_layer2(const Layer2Options& options) override { return resunit::learn_layer2(samples_, options); }
  Layer1 learn_layer1(const Layer2& layer2, const Layer1Options& options) override {
    return resunit::learn_layer1(samples_.X, layer2.H, options);
  }

 private:
  const Samples samples_;
};

}  // namespace

Fit learn_layerwise(LayerSolver& solver, Index inputs, const FitOptions& options) {
  Fit fit{.method = options.method};
  const Stopwatch watch_layer2;
  const Layer2 layer2 = solver.learn_layer2({.program = layer2_program(options.method),
                                             .scale_tolerance = options.scale_tolerance,
                                             .rows = options.rows,
                                             .threads = options.threads,
                                             .progress = named(options.progress, "layer 2")});
  fit.seconds.emplace_back("layer 2", watch_layer2.seconds());
  fit.layer2_rows = layer2.rows.rows;
  check_layer2(layer2, inputs, fit);
  if (fit.status != FitStatus::not_run) return fit;

  const Stopwatch watch_layer1;
  const Layer1 layer1 = solver.learn_layer1(layer2, {.program = layer1_program(options.method),
                                                     .nonnegative = options.nonnegative,
                                                     .rescale = options.rescale,
                                                     .rows = options.rows,
                                                     .threads = options.threads,
                                                     .progress = named(options.progress, "layer 1")});
  fit.seconds.emplace_back("layer 1", watch_layer1.seconds());
  fit.unit = impose_model({.A = layer1.A, .B = layer2.B}, options.bias);
  fit.certificate = {.layer2_rows = std::vector<bool>(inputs),
                     .layer1_rows = std::vector<bool>(inputs),
                     .scale_rows = layer2.scale_rows};
  fit.layer1_rows = layer1.rows.rows;
  fit.status = FitStatus::solved;
  fit.reason = "every row program was solved to its tolerance";
  check_rows(fit.layer2_rows, 2, fit);
  check_rows(fit.layer1_rows, 1, fit);
  check_layer1(layer1, inputs, fit);
  return fit;
}

Fit learn_layerwise(const Samples& samples, const FitOptions& options) {
  SamplesInMemory solver(samples);
  return learn_layerwise(solver, samples.inputs(), options);
}

}  // namespace resunit
