// SPDX-License-Identifier: BSD-3-Clause
// resunit inspect: the contents of a model file, row by row.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.hpp"
#include "inspect_regression.hpp"
#include "linalg/spectra.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "resunit/model_file.hpp"
#include "terminal.hpp"

namespace resunit::cli::inspect_command {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string model;
  bool json = false;
};

/// Row j of A, and the statuses of its convex programs.
struct RowSummary {
  double norm = 0;
  double error = 0;      ///< |standard errors of a_j|; 0 if unknown
  double largest = 0;    ///< the weight of largest magnitude
  Index largest_at = 0;  ///< its column, from 1
  bool is_scale_row = false;
  bool certified = false;  ///< in both layers
  std::string layer2;      ///< status of its program; empty if none was solved
  std::string layer1;
};

struct Summary {
  double norm_of_A = 0;  ///< spectral
  double norm_of_B = 0;
  double condition_of_B = 0;
  std::vector<RowSummary> rows;
};

RowSummary summarize_row(const Fit& fit, Index j) {
  const auto a = fit.unit.A.row(j);
  RowSummary row;
  row.norm = a.stableNorm();
  if (fit.uncertainty.A_stderr.size() > 0) row.error = fit.uncertainty.A_stderr.row(j).norm();
  a.cwiseAbs().maxCoeff(&row.largest_at);
  row.largest = a[row.largest_at++];
  row.is_scale_row = fit.certificate.scale_rows.empty() ? is_scale_row(fit.unit.A, j) : fit.certificate.scale_rows[j];
  row.certified = !fit.certificate.layer1_rows.empty() && fit.certificate.layer1_rows[j];
  if (!fit.layer2_rows.empty()) row.layer2 = to_string(fit.layer2_rows[j].status);
  if (!fit.layer1_rows.empty()) row.layer1 = to_string(fit.layer1_rows[j].status);
  return row;
}

Summary summarize(const Fit& fit) {
  const Vector of_B = singular_values(fit.unit.B);
  Summary summary{.norm_of_A = singular_values(fit.unit.A)[0],
                  .norm_of_B = of_B[0],
                  .condition_of_B = of_B[0] / of_B[of_B.size() - 1],
                  .rows = {}};
  for (Index j = 0; j < fit.unit.rows(); ++j) summary.rows.push_back(summarize_row(fit, j));
  return summary;
}

bool is_teacher(const Fit& fit) {
  return fit.status == FitStatus::not_run;
}

std::string as_json(const Fit& fit, const Summary& summary) {
  Json document{{"inputs", fit.unit.inputs()}, {"outputs", fit.unit.outputs()}};
  document["method"] = is_teacher(fit) ? Json() : Json(to_string(fit.method));
  document["status"] = to_string(fit.status);
  document["reason"] = fit.reason;
  document["choice"] = fit.choice;
  document["warnings"] = fit.warnings;
  document["training_loss"] = is_teacher(fit) ? Json() : Json(fit.training_loss);
  document["noise_std"] = fit.method == Method::noisy ? Json(fit.uncertainty.noise_std) : Json();
  document["bias"] = fit.unit.bias;
  document["norm_of_A"] = summary.norm_of_A;
  document["norm_of_B"] = summary.norm_of_B;
  document["condition_of_B"] = summary.condition_of_B;
  document["rows"] = Json::array();
  for (const RowSummary& row : summary.rows) {
    document["rows"].push_back({{"norm", row.norm},
                                {"stderr", row.error > 0 ? Json(row.error) : Json()},
                                {"largest", row.largest},
                                {"largest_at", row.largest_at},
                                {"scale_row", row.is_scale_row},
                                {"certified", row.certified},
                                {"layer2", row.layer2.empty() ? Json() : Json(row.layer2)},
                                {"layer1", row.layer1.empty() ? Json() : Json(row.layer1)}});
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string describe_origin(const Fit& fit) {
  if (is_teacher(fit)) return "origin         weights only, not fitted\n";
  std::string text = fmt::format("method         {}\nstatus         {}\ntraining loss  {:.6g}\n", to_string(fit.method),
                                 to_string(fit.status), fit.training_loss);
  if (fit.method == Method::noisy)
    text += fmt::format("noise          standard deviation {:.6g}\n", fit.uncertainty.noise_std);
  if (!fit.choice.empty()) text += fmt::format("choice         {}\n", fit.choice);
  if (!fit.reason.empty()) text += fmt::format("reason         {}\n", fit.reason);
  for (const std::string& warning : fit.warnings) text += fmt::format("warning        {}\n", warning);
  return text;
}

std::string as_text(const Fit& fit, const Summary& summary) {
  std::string text = fmt::format("unit           {}{}, {}\n", counted(fit.unit.inputs(), "input"),
                                 fit.unit.bias ? " and a bias" : "", counted(fit.unit.outputs(), "output"));
  text += describe_origin(fit);
  text += fmt::format("norms          |A| = {:.6g}, |B| = {:.6g}, condition of B = {:.3g}\n\n", summary.norm_of_A,
                      summary.norm_of_B, summary.condition_of_B);
  text += fmt::format("{:>5}  {:>11}  {:>9}  {:>14} {:<8} {:<9} {:<9} {:<16} {}\n", "row", "|a_j|", "stderr",
                      "largest weight", "input", "scale row", "certified", "layer 2", "layer 1");
  for (std::size_t j = 0; j < summary.rows.size(); ++j) {
    const RowSummary& row = summary.rows[j];
    text += fmt::format("{:>5}  {:>11.5g}  {:>9}  {:>14.5g} {:<8} {:<9} {:<9} {:<16} {}\n", j + 1, row.norm,
                        row.error > 0 ? fmt::format("{:.2g}", row.error) : "-", row.largest,
                        fmt::format("x{}", row.largest_at), row.is_scale_row ? "yes" : "-", row.certified ? "yes" : "-",
                        row.layer2.empty() ? "-" : row.layer2, row.layer1.empty() ? "-" : row.layer1);
  }
  return text;
}

ExitCode run(const Arguments& arguments) {
  const auto model = read_model(arguments.model, check_interrupt);
  if (const auto* regression = std::get_if<Regression>(&model)) {
    print(arguments.json ? inspection_json(*regression) : inspection_text(*regression));
    return kDone;
  }
  const Fit& fit = std::get<Fit>(model);
  const Summary summary = summarize(fit);
  print(arguments.json ? as_json(fit, summary) : as_text(fit, summary));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("inspect", "Print a summary of a model file");
  command->footer(
      "Prints the size of a model, the method and status of its fit, and the norms and condition number of its\n"
      "weights. For each row of A, prints its norm, the norm of its standard errors, its largest weight, whether\n"
      "it is a scale row, whether it is certified (for units with d neurons, B of full rank and m >= d), and the\n"
      "statuses of its convex programs in layers 2 and 1.\n"
      "For a model written by regress, prints its cross-validation scores and the strength of the linear and\n"
      "nonlinear effects of each input.\n\n"
      "Example:\n"
      "  resunit inspect m.json");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "Model file written by fit or regress.")->required();
  command->add_flag("--json", arguments->json, "Print a JSON document.");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::inspect_command
