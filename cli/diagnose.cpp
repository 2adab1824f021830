// SPDX-License-Identifier: BSD-3-Clause
// resunit diagnose: can these samples determine a unit, and if not, what is missing?
#include "resunit/diagnose.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <string>

#include "commands.hpp"
#include "model/fit_names.hpp"
#include "model_files/diagnosis_json.hpp"
#include "option_records.hpp"
#include "resunit/table.hpp"
#include "terminal.hpp"

namespace resunit::cli::diagnose_command {
namespace {

struct Arguments {
  std::string inputs;
  std::string outputs;
  FitOptions options;
  bool json = false;
};

std::string as_text(const Diagnosis& facts) {
  std::string text = fmt::format("{}\n\n", facts.verdict);
  text += fmt::format("samples        {} ({} directions), {} inputs, {} outputs\n", facts.samples, facts.directions,
                      facts.inputs, facts.outputs);
  text += fmt::format("X              rank {}, condition {:.3g}\nY              rank {}, condition {:.3g}\n",
                      facts.rank_of_X, facts.condition_of_X, facts.rank_of_Y, facts.condition_of_Y);
  text += fmt::format("fit            {}\n", facts.fit.brief());
  for (const std::string& warning : facts.fit.warnings) text += fmt::format("warning        {}\n", warning);
  text += fmt::format("\n{:>5}  {:<12} {:>9}  {:>7} {:>9}  {}\n", "row", "feasible set", "width", "active", "inactive",
                      "determined");
  for (std::size_t j = 0; j < facts.rows.size(); ++j) {
    const RowDiagnosis& row = facts.rows[j];
    text += fmt::format("{:>5}  {:<12} {:>9.2g}  {:>7} {:>9}  {}\n", j + 1, to_string(row.set), row.width, row.active,
                        row.inactive, row.determined ? "yes" : "-");
  }
  if (facts.program_samples < facts.samples)
    text += fmt::format("\nThe feasible sets are those of {} samples drawn at random.\n", facts.program_samples);
  return text;
}

Diagnosis diagnose_with_progress(const Arguments& arguments) {
  ProgressLine progress;
  const Dataset data{.X = read_table(arguments.inputs, 0, std::ref(progress)).values,
                     .Y = read_table(arguments.outputs, 0, std::ref(progress)).values};
  FitOptions options = arguments.options;
  options.progress = std::ref(progress);
  return diagnose(data, options);
}

ExitCode run(const Arguments& arguments) {
  const Diagnosis facts = diagnose_with_progress(arguments);
  stop_if_interrupted();
  print(arguments.json ? diagnosis_json(facts) : as_text(facts));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("diagnose", "Tell whether samples determine a unit, or what is missing");
  command->footer(
      "Says in one sentence whether the samples are enough, or how many more of which kind are needed; then, for\n"
      "each row, the set {c : Yc >= x_j} in which the paper's programs look for row j of layer 2 (a point is\n"
      "determined, a wide or unbounded set is not, an empty one means noise) with its width,\n"
      "the samples on either side of the row's hinge in the fitted unit, and whether the row is determined.\n\n"
      "Example:\n"
      "  resunit diagnose x.csv y.csv");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("X", arguments->inputs, "table of inputs, one sample per row")->required();
  command->add_option("Y", arguments->outputs, "table of outputs, as many rows")->required();
  command->add_flag("--bias", arguments->options.bias, "append a constant input");
  command->add_option("--seed", arguments->options.seed, "random seed; equal seeds give identical results")
      ->capture_default_str()
      ->check(whole<std::uint64_t>());
  command->add_option("--threads", arguments->options.threads, "0 means all cores")
      ->capture_default_str()
      ->check(within(at_least(0)))
      ->check(whole<int>());
  command->add_flag("--json", arguments->json, "print one JSON document");
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::diagnose_command
