// SPDX-License-Identifier: BSD-3-Clause
// resunit generate: draws a teacher and samples of it, the paper's synthetic world.
#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>

#include "commands.hpp"
#include "io/table_writer.hpp"
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
  std::string distribution = "mixture";
  std::string format = "csv";
  std::string folder;
};

void create_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw DataError(fmt::format("cannot create {}: {}", folder.string(), error.message()));
}

void draw_and_write(const Arguments& arguments, const Unit& teacher) {
  ProgressLine progress;
  const Dataset data = draw_samples(teacher, arguments.samples, std::ref(progress));
  const fs::path folder = arguments.folder;
  create_folder(folder);
  write_samples(folder / ("x." + arguments.format), folder / ("y." + arguments.format), data, std::ref(progress));
  write_model(folder / "teacher.json", teacher, std::ref(progress));
}

ExitCode run(Arguments& arguments) {
  arguments.teacher.seed = arguments.seed;
  arguments.samples.seed = seed_of_samples(arguments.seed);
  arguments.samples.distribution = from_name<InputDistribution>("distribution", arguments.distribution);
  const Unit teacher = draw_teacher(arguments.teacher);
  draw_and_write(arguments, teacher);
  note(fmt::format("{0} samples of a unit with {1} inputs and {2} outputs: x.{3}, y.{3}, teacher.json in {4}",
                   arguments.samples.samples, teacher.inputs(), teacher.outputs(), arguments.format, arguments.folder));
  return kDone;
}

}  // namespace

Command add(CLI::App& program) {
  CLI::App* command = program.add_subcommand("generate", "Draw a unit, and samples of it, from a seed");
  command->footer(
      "Draws a teacher (A folded Gaussian, B Gaussian unless --condition is given) and samples of it as in\n"
      "the paper's synthetic experiments, and writes DIR/x.csv, DIR/y.csv and DIR/teacher.json. The same\n"
      "seed gives the same files.\n\n"
      "Example:\n"
      "  resunit generate --inputs 8 --samples 512 --noise 0.1 --seed 1 --out world");
  const auto arguments = std::make_shared<Arguments>();
  describe(arguments->teacher, AddOption{*command});
  describe(arguments->samples, AddOption{*command});
  for (const char* name : {"--inputs", "--samples"}) command->get_option(name)->required()->default_str("");
  command->add_option("--seed", arguments->seed, "random seed; equal seeds give identical results")
      ->capture_default_str()
      ->check(whole<std::uint64_t>());
  command
      ->add_option("--distribution", arguments->distribution,
                   wrapped("of the inputs: the paper's mixture of N(-0.1, 1) and U(-0.9, 1.1), or gaussian"))
      ->capture_default_str()
      ->check(CLI::IsMember(names_of<InputDistribution>()));
  command->add_option("--format", arguments->format, "of the tables")
      ->capture_default_str()
      ->check(CLI::IsMember({"csv", "npy"}));
  command->add_option("--out", arguments->folder, "folder to write to; made if it does not exist")
      ->type_name("DIR")
      ->required();
  return {command, [arguments] { return run(*arguments); }};
}

}  // namespace resunit::cli::generate_command
