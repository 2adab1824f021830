// SPDX-License-Identifier: BSD-3-Clause
// resunit inspect: the contents of a model file, row by row.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.hpp"
#include "inspect_network.hpp"
#include "inspect_regression.hpp"
#include "linalg/spectra.hpp"
#include "model/counted.hpp"
#include "model/unit_parts.hpp"
#include "model_files/json_text.hpp"
#include "model_files/model_json.hpp"
#include "model_names.hpp"
#include "resunit/model_file.hpp"
#include "terminal.hpp"
#include "weights_text.hpp"

namespace resunit::cli::inspect_command {
namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string model;
  bool json = false;
  bool weights = false;
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
  double norm_of_B = 0;  ///< without the bias
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
  const Vector of_B = singular_values(fit.unit.B.leftCols(fit.unit.inputs()));
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

/// The names of the inputs, and of the constant input of a bias.
std::vector<std::string> names_with_bias(const Fit& fit) {
  std::vector<std::string> names = input_names(fit);
  if (fit.unit.bias) names.emplace_back("bias");
  return names;
}

Json as_json(const Fit& fit, const Summary& summary) {
  Json document{{"inputs", fit.unit.inputs()}, {"outputs", fit.unit.outputs()}};
  document["input_names"] = fit.columns.inputs;
  document["output_names"] = fit.columns.targets;
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
  const Certificate& certificate = fit.certificate;
  document["certificate"] = {{"holds", certificate.holds},
                             {"layer2_rows", certificate.layer2_rows},
                             {"layer1_rows", certificate.layer1_rows},
                             {"scale_rows", certificate.scale_rows}};
  return document;
}

std::string json_text(const Fit& fit, bool weights) {
  Json document = as_json(fit, summarize(fit));
  if (weights) {
    document["A"] = json::matrix(fit.unit.A);
    document["B"] = json::matrix(fit.unit.B);
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

/// "all rows of A", "no row of C" or "rows 1, 3 of A"
std::string certified_rows(const std::vector<bool>& rows, char matrix) {
  std::vector<std::size_t> numbers;
  for (std::size_t j = 0; j < rows.size(); ++j)
    if (rows[j]) numbers.push_back(j + 1);
  if (numbers.size() == rows.size()) return fmt::format("all rows of {}", matrix);
  if (numbers.empty()) return fmt::format("no row of {}", matrix);
  return fmt::format("row{} {} of {}", numbers.size() == 1 ? "" : "s", fmt::join(numbers, ", "), matrix);
}

std::string certificate_text(const Certificate& certificate) {
  if (certificate.layer1_rows.empty()) return {};
  return fmt::format("certificate    {}: {} and {} are certified\n", certificate.holds ? "holds" : "does not hold",
                     certified_rows(certificate.layer1_rows, 'A'), certified_rows(certificate.layer2_rows, 'C'));
}

/// A line with the names, if the samples had any.
std::string names_text(const char* kind, const std::vector<std::string>& names) {
  return names.empty() ? "" : fmt::format("{:<14} {}\n", kind, fmt::join(names, ", "));
}

std::string weights_text(const Fit& fit) {
  const std::vector<std::string> inputs = names_with_bias(fit);
  return fmt::format("\n{}\n{}", matrix_text("A", fit.unit.A, inputs, inputs),
                     matrix_text("B", fit.unit.B, output_names(fit), inputs));
}

std::string describe_origin(const Fit& fit) {
  if (is_teacher(fit)) return "origin         weights only, not fitted\n";
  std::string text = fmt::format("method         {}\nstatus         {}\ntraining loss  {:.6g}\n", to_string(fit.method),
                                 to_string(fit.status), fit.training_loss);
  if (fit.method == Method::noisy)
    text += fmt::format("noise          standard deviation {:.6g}\n", fit.uncertainty.noise_std);
  if (!fit.choice.empty()) text += fmt::format("choice         {}\n", fit.choice);
  if (!fit.reason.empty()) text += fmt::format("reason         {}\n", fit.reason);
  if (!fit.cause.empty()) text += fmt::format("cause          {}\n", fit.cause);
  for (const std::string& warning : fit.warnings)
    if (warning != fit.reason) text += fmt::format("warning        {}\n", warning);
  return text;
}

std::string_view bias_text(const Unit& unit) {
  switch (bias_of(unit)) {
    case Bias::none: return "";
    case Bias::layer1: return " and a bias in layer 1";
    case Bias::both: return " and biases in both layers";
  }
  return "";
}

std::string as_text(const Fit& fit, const Summary& summary) {
  std::string text = fmt::format("unit           {}{}, {}\n", counted(fit.unit.inputs(), "input"), bias_text(fit.unit),
                                 counted(fit.unit.outputs(), "output"));
  text += names_text("inputs", fit.columns.inputs) + names_text("outputs", fit.columns.targets);
  text += describe_origin(fit) + certificate_text(fit.certificate);
  text += fmt::format("norms          |A| = {:.6g}, |B| = {:.6g}, condition of B = {:.3g}\n\n", summary.norm_of_A,
                      summary.norm_of_B, summary.condition_of_B);
  const std::vector<std::string> names = names_with_bias(fit);
  std::size_t width = 8;
  for (const std::string& name : names) width = std::max(width, name.size());
  text += fmt::format("{:>5}  {:>11}  {:>9}  {:>14} {:<{}} {:<9} {:<9} {:<16} {}\n", "row", "|a_j|", "stderr",
                      "largest weight", "input", width, "scale row", "certified", "layer 2", "layer 1");
  for (std::size_t j = 0; j < summary.rows.size(); ++j) {
    const RowSummary& row = summary.rows[j];
    text += fmt::format("{:>5}  {:>11.5g}  {:>9}  {:>14.5g} {:<{}} {:<9} {:<9} {:<16} {}\n", j + 1, row.norm,
                        row.error > 0 ? fmt::format("{:.2g}", row.error) : "-", row.largest,
                        names[static_cast<std::size_t>(row.largest_at) - 1], width, row.is_scale_row ? "yes" : "-",
                        row.certified ? "yes" : "-", row.layer2.empty() ? "-" : row.layer2,
                        row.layer1.empty() ? "-" : row.layer1);
  }
  return text;
}

ExitCode run(const Arguments& arguments) {
  const auto model = read_model(arguments.model, check_interrupt);
  if (const auto* regression = std::get_if<Regression>(&model)) {
    print(arguments.json ? inspection_json(*regression, arguments.weights)
                         : inspection_text(*regression, arguments.weights));
    return kDone;
  }
  if (const auto* network = std::get_if<NetworkFit>(&model)) {
    print(arguments.json ? model_json(*network, arguments.weights) : inspection_text(*network, arguments.weights));
    return kDone;
  }
  const Fit& fit = std::get<Fit>(model);
  print(arguments.json ? json_text(fit, arguments.weights)
                       : as_text(fit, summarize(fit)) + (arguments.weights ? weights_text(fit) : ""));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("inspect", "Print a summary of a model file");
  command->footer(
      "Prints the size of a model and the names of its columns, the method, status and certificate of its fit, and\n"
      "the norms and condition number of its weights. For each row of A, prints its norm, the norm of its standard\n"
      "errors, its largest weight, whether it is a scale row, whether it is certified (for units with d neurons, B of\n"
      "full rank and m >= d), and the statuses of its convex programs in layers 2 and 1.\n"
      "For a model written by regress, prints its cross-validation scores and the strength of the linear and\n"
      "nonlinear effects of each input.\n\n"
      "Examples:\n"
      "  resunit inspect m.json\n"
      "  resunit inspect m.json --weights");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("MODEL", arguments->model, "Model file written by fit or regress.")->required();
  command->add_flag("--weights", arguments->weights, "Also print the weights as matrices.");
  command->add_flag("--json", arguments->json, "Print a JSON document.");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::inspect_command
