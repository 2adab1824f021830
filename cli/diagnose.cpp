// SPDX-License-Identifier: BSD-3-Clause
// resunit diagnose: reports whether samples identify a unit and, if not, which samples are missing.
#include "resunit/diagnose.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "commands.hpp"
#include "model/counted.hpp"
#include "model/fit_names.hpp"
#include "model_files/diagnosis_json.hpp"
#include "option_records.hpp"
#include "samples.hpp"
#include "terminal.hpp"

namespace resunit::cli::diagnose_command {
namespace {

struct Arguments {
  SampleArguments samples;
  FitOptions options;
  std::string bias = "none";
  bool json = false;
};

std::string as_text(const Diagnosis& facts) {
  std::string text = fmt::format("{}\n\n", facts.verdict);
  text +=
      fmt::format("samples        {} ({}), {}, {}\n", facts.samples, counted(facts.directions, "distinct direction"),
                  counted(facts.inputs, "input"), counted(facts.outputs, "output"));
  text += fmt::format("X              rank {}, condition {:.3g}\nY              rank {}, condition {:.3g}\n",
                      facts.rank_of_X, facts.condition_of_X, facts.rank_of_Y, facts.condition_of_Y);
  text += fmt::format("fit            {}\n", facts.fit.brief());
  for (const std::string& warning : facts.fit.warnings) text += fmt::format("warning        {}\n", warning);
  text += fmt::format("\n{:>5}  {:<12} {:>9}  {:>7} {:>9}  {}\n", "row", "feasible set", "width", "active", "inactive",
                      "identifiable");
  for (std::size_t j = 0; j < facts.rows.size(); ++j) {
    const RowDiagnosis& row = facts.rows[j];
    text += fmt::format("{:>5}  {:<12} {:>9.2g}  {:>7} {:>9}  {}\n", j + 1, to_string(row.set), row.width, row.active,
                        row.inactive, row.identifiable ? "yes" : "-");
  }
  if (facts.program_samples < facts.samples)
    text += fmt::format("\nThe feasible sets were computed from {} randomly drawn samples.\n", facts.program_samples);
  return text;
}

Diagnosis diagnose_with_progress(const Arguments& arguments) {
  ProgressLine progress;
  const SampleTables tables = read_samples(arguments.samples, std::ref(progress));
  FitOptions options = arguments.options;
  options.bias = from_name<Bias>("bias", arguments.bias);
  options.columns = tables.columns;
  options.progress = std::ref(progress);
  return diagnose({tables.X.values, tables.Y.values}, options);
}

ExitCode run(const Arguments& arguments) {
  const Diagnosis facts = diagnose_with_progress(arguments);
  throw_if_interrupted();
  print(arguments.json ? diagnosis_json(facts) : as_text(facts));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("diagnose", "Report whether samples identify a unit, or which samples are missing");
  command->footer(
      "Prints one sentence that states whether the samples are enough, or how many more of which kind are needed.\n"
      "A table then lists for each row:\n"
      "  feasible set      {c : Yc >= x_j}, in which the paper's programs search for row j of layer 2. If it is a\n"
      "                    point, these programs identify the row; if it is wide or unbounded, they do not; if it\n"
      "                    is empty, the samples are noisy or do not come from a unit\n"
      "  width             the width of that set: the range of a weighted mean of Yc, relative to the size of x_j\n"
      "  active, inactive  the number of samples with a_j x > 0 and a_j x < 0; a_j is row j of A in the fitted unit\n"
      "  identifiable      whether the fit by method auto identifies the row, whatever its feasible set\n\n"
      "Examples:\n"
      "  resunit diagnose x.csv y.csv\n"
      "  resunit diagnose table.csv --output-columns c,d");
  const auto arguments = std::make_shared<Arguments>();
  add_samples(*command, arguments->samples);
  add_bias(*command, arguments->bias, "The unit has biases, in both layers or with the value layer1 in layer 1 alone.");
  add_seed(*command, arguments->options.seed);
  add_threads(*command, arguments->options.threads);
  command->add_flag("--json", arguments->json, "Print a JSON document.");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::diagnose_command
