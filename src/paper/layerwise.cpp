#include "paper/layerwise.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "layer1/layer1.hpp"
#include "layer2/layer2.hpp"
#include "timing/stopwatch.hpp"

namespace resunit {
namespace {

RowProgram layer2_program(Method method) {
  switch (method) {
    case Method::lp: return RowProgram::centre;
    case Method::lp_noisy: return RowProgram::absolute;
    default: return RowProgram::least_squares;
  }
}

RowProgram layer1_program(Method method) {
  return method == Method::lp ? RowProgram::centre : RowProgram::central_path;
}

/// The row options of a stage, which reports under its own name.
RowOptions row_options(const FitOptions& options, const char* stage) {
  RowOptions rows = options.rows;
  rows.threads = options.threads;
  rows.progress = nullptr;
  if (options.progress)
    rows.progress = [&options, stage](std::string_view, double fraction) { options.progress(stage, fraction); };
  return rows;
}

Index count(const std::vector<RowReport>& rows, RowStatus status) {
  return std::count_if(rows.begin(), rows.end(), [&](const RowReport& row) { return row.status == status; });
}

/// Why layer 2 gives no unit; empty if it does.
void judge_layer2(const Layer2& layer, const Samples& samples, Fit& fit) {
  if (layer.rows.rank < samples.inputs()) {
    fit.status = FitStatus::rank_deficient;
    fit.reason = fmt::format("Y has rank {}, below the {} inputs: B has no left inverse that these samples determine",
                             layer.rows.rank, samples.inputs());
  } else if (const Index rows = count(layer.rows.rows, RowStatus::infeasible)) {
    fit.status = FitStatus::infeasible;
    fit.reason =
        fmt::format("{} of {} rows have no c with Yc >= x: the samples are noisy, or not of a unit; try qp or lp-noisy",
                    rows, samples.inputs());
  }
}

/// Rows that stopped before their tolerance make a fit inexact.
void judge_rows(const std::vector<RowReport>& rows, int layer, Fit& fit) {
  const Index unsolved = static_cast<Index>(rows.size()) - count(rows, RowStatus::solved);
  if (unsolved == 0) return;
  fit.status = FitStatus::inexact;
  fit.warnings.push_back(
      fmt::format("layer {}: {} of {} row programs stopped before their tolerance; "
                  "see the status of each row",
                  layer, unsolved, rows.size()));
}

void judge_layer1(const Layer1& layer, const Layer2& layer2, const Samples& samples, Fit& fit) {
  if (layer.rows.rank < samples.inputs())
    fit.warnings.push_back(
        fmt::format("X has rank {}, below its {} columns: layer 1 is not unique, the smallest A is given",
                    layer.rows.rank, samples.inputs()));
  for (Index j = 0; j < layer.k.size(); ++j)
    if (layer.k(j) == 0 && !layer2.H.row(j).isZero(0))
      fit.warnings.push_back(fmt::format("row {} of A could not be scaled and is given as zero", j + 1));
}

}  // namespace

Fit learn_layerwise(const Samples& samples, const FitOptions& options) {
  Fit fit{.method = options.method};
  const Stopwatch watch_layer2;
  const Layer2 layer2 = learn_layer2(samples, {.program = layer2_program(options.method),
                                               .scale_tolerance = options.scale_tolerance,
                                               .rows = row_options(options, "layer 2")});
  fit.seconds.emplace_back("layer 2", watch_layer2.seconds());
  fit.layer2_rows = layer2.rows.rows;
  judge_layer2(layer2, samples, fit);
  if (fit.status != FitStatus::not_run) return fit;

  const Stopwatch watch_layer1;
  const Layer1 layer1 = learn_layer1(samples.X, layer2.H,
                                     {.program = layer1_program(options.method),
                                      .nonnegative = options.nonnegative,
                                      .rescale = options.rescale,
                                      .rows = row_options(options, "layer 1")});
  fit.seconds.emplace_back("layer 1", watch_layer1.seconds());
  fit.unit = {.A = layer1.A, .B = layer2.B};
  fit.certificate = {.layer2_rows = std::vector<bool>(samples.inputs()),
                     .layer1_rows = std::vector<bool>(samples.inputs()),
                     .scale_rows = layer2.scale_rows};
  fit.layer1_rows = layer1.rows.rows;
  fit.status = FitStatus::solved;
  fit.reason = "every row program was solved to its tolerance";
  judge_rows(fit.layer2_rows, 2, fit);
  judge_rows(fit.layer1_rows, 1, fit);
  judge_layer1(layer1, layer2, samples, fit);
  if (fit.status == FitStatus::inexact) fit.reason = "some row programs stopped before their tolerance";
  return fit;
}

}  // namespace resunit
