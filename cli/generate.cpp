// SPDX-License-Identifier: BSD-3-Clause
// resunit generate: draws a random unit or network, the teacher, and samples from it, as in the paper's synthetic
// experiments.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>

#include "commands.hpp"
#include "io/table_writer.hpp"
#include "model/counted.hpp"
#include "model/fit_names.hpp"
#include "model/synthetic_options.hpp"
#include "option_records.hpp"
#include "resunit/model_file.hpp"
#include "terminal.hpp"

namespace resunit::cli::generate_command {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  TeacherOptions teacher;
  SampleOptions samples;
  std::uint64_t seed = 0;
  std::string bias = "none";
  std::string distribution = "mixture";
  std::string format = "csv";
  std::string folder;
};

void create_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw DataError(fmt::format("cannot create {}: {}", folder.string(), error.message()));
}

/// `Teacher` is Unit or Network.
template <class Teacher>
ExitCode draw_and_write(const Arguments& arguments, const Teacher& teacher) {
  ProgressLine progress;
  const Dataset data = draw_samples(teacher, arguments.samples, std::ref(progress));
  const fs::path folder = arguments.folder;
  create_folder(folder);
  write_samples(folder / ("x." + arguments.format), folder / ("y." + arguments.format), data, std::ref(progress));
  write_model(folder / "teacher.json", teacher, std::ref(progress));
  note(fmt::format("Wrote x.{0}, y.{0} and teacher.json to {1}: {2}, {3}, {4}", arguments.format, arguments.folder,
                   counted(arguments.samples.samples, "sample"), counted(teacher.inputs(), "input"),
                   counted(teacher.outputs(), "output")));
  return kDone;
}

ExitCode run(Arguments& arguments) {
  arguments.teacher.seed = arguments.seed;
  arguments.teacher.bias = from_name<Bias>("bias", arguments.bias);
  arguments.samples.seed = seed_of_samples(arguments.seed);
  arguments.samples.distribution = from_name<InputDistribution>("distribution", arguments.distribution);
  return arguments.teacher.layers == 2 ? draw_and_write(arguments, draw_teacher(arguments.teacher))
                                       : draw_and_write(arguments, draw_network(arguments.teacher));
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("generate", "Draw a random unit or network and samples from it");
  command->footer(
      "Draws a random unit, the teacher, and samples from it as in the paper's synthetic experiments. Writes\n"
      "DIR/x.csv, DIR/y.csv and DIR/teacher.json. The entries of A are absolute values of Gaussian numbers; those\n"
      "of B are Gaussian unless --condition is given. With --layers L, draws a network of L weight matrices:\n"
      "each hidden layer as A, the last layer as B.\n\n"
      "Examples:\n"
      "  resunit generate --inputs 8 --samples 512 --noise 0.1 --seed 1 --out data\n"
      "  resunit generate --inputs 8 --layers 3 --negative 0.5 --hidden-scale 0.35 --samples 1024 --out deep");
  const auto arguments = std::make_shared<Arguments>();
  add_options(*command, arguments->teacher);
  add_options(*command, arguments->samples);
  for (const char* name : {"--inputs", "--samples"}) command->get_option(name)->required()->default_str("");
  add_seed(*command, arguments->seed);
  add_bias(*command, arguments->bias, "Draw biases: of both layers, or with the value layer1 of layer 1 alone.")
      ->group(group_name(OptionGroup::teacher));
  command
      ->add_option("--distribution", arguments->distribution,
                   wrapped("Distribution of the inputs: the paper's mixture of N(-0.1, 1) and U(-0.9, 1.1), or "
                           "N(mean, 1)."))
      ->capture_default_str()
      ->check(CLI::IsMember(names_of<InputDistribution>()))
      ->group(group_name(OptionGroup::inputs));
  command->add_option("--format", arguments->format, "File format of the tables.")
      ->capture_default_str()
      ->check(CLI::IsMember({"csv", "npy"}));
  command->add_option("--out", arguments->folder, "Output folder; created if it does not exist.")
      ->type_name("DIR")
      ->required();
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::generate_command
