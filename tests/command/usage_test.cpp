// SPDX-License-Identifier: BSD-3-Clause
// The help, and command lines that do not parse.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "command/run.hpp"
#include "experiments/reproduce.hpp"
#include "resunit/fit.hpp"
#include "resunit/version.hpp"

namespace resunit::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

void expect_wrong_usage(const std::vector<std::string>& arguments, const std::string& message) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr(message));
  EXPECT_THAT(outcome.err, HasSubstr("--help' for usage"));
}

TEST(Help, OfTheProgramShowsAFirstSession) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  for (const char* command : {"generate", "fit", "extract", "regress", "predict", "evaluate", "inspect"}) {
    EXPECT_THAT(outcome.out, HasSubstr(std::string("  resunit ") + command));
  }
}

TEST(Help, IsPrintedWithoutArguments) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(outcome.out, run({"--help"}).out);
}

TEST(Help, OfEveryCommandHasAnExample) {
  for (const std::string command :
       {"generate", "fit", "extract", "regress", "predict", "evaluate", "inspect", "diagnose", "reproduce"}) {
    const Outcome outcome = run({command, "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, testing::ContainsRegex("Examples?:\n  resunit " + command));
  }
}

TEST(Help, OfFitShowsDefaultsRangesAndEveryMethod) {
  const Outcome outcome = run({"fit", "--help"});
  EXPECT_THAT(outcome.out, testing::ContainsRegex("--scale-tolerance FLOAT *.0.1"));
  EXPECT_THAT(outcome.out, HasSubstr("a value in [0, 1)"));
  for (int k = 0; k <= static_cast<int>(Method::sgd); ++k) {
    EXPECT_THAT(outcome.out, HasSubstr(std::string(to_string(static_cast<Method>(k)))));
  }
}

TEST(Help, OfFitPrintsCommonOptionsFirstAndOthersInGroups) {
  const std::string help = run({"fit", "--help"}).out;
  std::size_t last = 0;
  for (const char* const text : {"--model", "--seed", "\nNoise:", "--robust", "\nThe paper's programs:", "--polish",
                                 "\nSGD:", "--epochs", "\nAdvanced:", "--tolerance"}) {
    const std::size_t at = help.find(text, last);
    ASSERT_NE(at, std::string::npos) << text;
    last = at;
  }
}

/// The options of a command's help as {name, text}. CLI11's columns and trailing spaces differ between its versions.
std::vector<std::pair<std::string, std::string>> options_in_help(const std::string& command) {
  std::vector<std::pair<std::string, std::string>> options;
  const std::regex begins("^ +(?:-h, *)?(--[a-z-]+)(.*)$"), continues("^ {20,}(.*)$");
  std::istringstream lines(run({command, "--help"}).out);
  std::smatch match;
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    while (line.ends_with(' ')) line.pop_back();
    const bool begins_option = std::regex_match(line, match, begins);
    if (begins_option) options.emplace_back(match[1], match[2]);
    inside = begins_option || (inside && std::regex_match(line, match, continues));
    if (inside && !begins_option) options.back().second += " " + match[1].str();
  }
  return options;
}

TEST(Help, OfEveryOptionIsASentence) {
  for (const std::string command :
       {"generate", "fit", "extract", "regress", "predict", "evaluate", "inspect", "diagnose"})
    for (const auto& [name, text] : options_in_help(command))
      EXPECT_THAT(text, EndsWith(".")) << command << " " << name;
}

TEST(Help, OptionsAreInTheDocumentation) {
  std::ifstream in(std::filesystem::path(RESUNIT_SOURCE) / "docs/options.md");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  for (const std::string command :
       {"generate", "fit", "extract", "regress", "predict", "evaluate", "inspect", "diagnose", "reproduce"}) {
    const auto options = options_in_help(command);
    EXPECT_GE(options.size(), 2u) << command;
    for (const auto& [name, text] : options) EXPECT_THAT(page, HasSubstr("`" + name)) << command;
  }
}

TEST(Help, FitsIntoAWideTerminal) {
  for (const std::string command :
       {"generate", "fit", "extract", "regress", "predict", "evaluate", "inspect", "diagnose"}) {
    std::istringstream lines(run({command, "--help"}).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 112u) << line;
  }
}

TEST(Help, FailsIfItCannotBePrinted) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--help"}, {"fit", "--help"}, {"--version"}, {}}) {
    const Outcome outcome = Process(arguments, "/dev/full").wait();
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("cannot write to standard output: No space left on device"));
  }
}

TEST(Version, IsPrinted) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "resunit " RESUNIT_VERSION "\n");
}

TEST(Usage, SuggestsTheIntendedCommand) {
  expect_wrong_usage({"fti", "x.csv", "y.csv"}, "resunit: unknown command 'fti'. Did you mean 'fit'?");
  expect_wrong_usage({"evalute"}, "Did you mean 'evaluate'?");
  EXPECT_THAT(run({"abracadabra"}).err, Not(HasSubstr("Did you mean")));
}

TEST(Usage, SuggestsTheIntendedOption) {
  expect_wrong_usage({"fit", "x.csv", "y.csv", "--modle", "m.json"},
                     "resunit fit: unknown option '--modle'. Did you mean '--model'?");
  expect_wrong_usage({"inspect", "m.json", "--jsno"}, "unknown option '--jsno'. Did you mean '--json'?");
}

TEST(Usage, RejectsTwoDocumentsOnStandardOutput) {
  for (const char* const name : {"/dev/stdout", "/dev/fd/1"}) {
    expect_wrong_usage({"fit", "x.csv", "y.csv", "--model", name, "--json"}, "--json also writes to standard output");
    expect_wrong_usage({"regress", "t.csv", "--target", "y", "--model", name, "--json"}, "--json also writes");
  }
}

TEST(Usage, NamesMissingAndUnexpectedArguments) {
  expect_wrong_usage({"fit", "x.csv", "y.csv"}, "resunit fit: --model is required");
  expect_wrong_usage({"fit", "x.csv", "--model", "m.json"}, "resunit fit: Y is required, or --input-columns or");
  expect_wrong_usage({"predict", "m.json", "--out", "y.csv"}, "resunit predict: X is required");
  expect_wrong_usage({"inspect", "m.json", "n.json"}, "unexpected argument 'n.json'");
  expect_wrong_usage({"generate", "--inputs", "4", "--out", "d"}, "--samples is required");
}

TEST(Usage, RefusesOptionsOutOfRange) {
  const std::vector<std::string> fit = {"fit", "x.csv", "y.csv", "--model", "m.json"};
  const auto with = [&](const std::string& option, const std::string& value) {
    std::vector<std::string> arguments = fit;
    arguments.insert(arguments.end(), {option, value});
    return arguments;
  };
  expect_wrong_usage(with("--threads", "-1"), "--threads: -1 given, expected a value of at least 0");
  expect_wrong_usage(with("--tolerance", "2"), "--tolerance: 2 given, expected a value in (0, 1)");
  expect_wrong_usage(with("--rate", "inf"), "--rate: inf given, expected");
  expect_wrong_usage(with("--decay", "nan"), "--decay: nan given, expected");
  expect_wrong_usage(with("--epochs", "many"), "--epochs");
  expect_wrong_usage(with("--seed", "-1"), "--seed");
  expect_wrong_usage(with("--method", "magic"), "--method: magic not in {auto,exact,noisy,qp,lp,lp-noisy,lr,sgd}");
  expect_wrong_usage(with("--rescale", "other"), "--rescale");
  expect_wrong_usage(with("--curve", "c.csv"), "--curve has no effect with --method auto; it applies to sgd");
  expect_wrong_usage(with("--start", "s.json"), "--start has no effect with --method auto; it applies to noisy, sgd");
  expect_wrong_usage({"generate", "--inputs", "8", "--outputs", "3", "--samples", "5", "--out", "/nowhere"},
                     "generate: --outputs = 3, expected");
}

TEST(Usage, RejectsAmbiguousNumbers) {
  for (const char* const value : {"", "020", "1.5", "18446744073709551616", "99999999999999999999999999"}) {
    const std::string message = fmt::format("--seed: '{}' given, expected a whole number", value);
    expect_wrong_usage({"generate", "--inputs", "2", "--samples", "9", "--out", "unused", "--seed", value}, message);
    expect_wrong_usage({"fit", "x.csv", "y.csv", "--model", "m.json", "--seed", value}, message);
  }
  for (const char* const value : {"010", "0x4", "1e1"}) {
    const std::string message = fmt::format("'{}' given, expected a whole number", value);
    expect_wrong_usage({"regress", "t.csv", "--target", "y", "--model", "m.json", "--folds", value}, message);
    expect_wrong_usage({"diagnose", "x.csv", "y.csv", "--threads", value}, message);
    expect_wrong_usage({"reproduce", "all", "--out", "unused", "--threads", value}, message);
  }
  for (const char* const value : {"", "0", "010", "0x10", "1.5GiB", "18446744073709551616", "MiB", "-1"})
    expect_wrong_usage({"predict", "m.json", "x.csv", "--out", "y.csv", "--memory", value},
                       fmt::format("--memory: {} given, expected a positive number of bytes or a size", value));
  expect_wrong_usage({"fit", "x.csv", "y.csv", "--model", "-"}, "'-' (standard output) is only supported by predict");
}

TEST(Help, OfReproduceNamesEveryExperiment) {
  const Outcome outcome = run({"reproduce", "--help"});
  for (const std::string& name : experiment_names()) EXPECT_THAT(outcome.out, HasSubstr("  " + name + "  "));
}

}  // namespace
}  // namespace resunit::test
