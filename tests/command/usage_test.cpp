// SPDX-License-Identifier: BSD-3-Clause
// Help that teaches, and command lines that do not parse.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/run.hpp"
#include "experiments/reproduce.hpp"
#include "resunit/fit.hpp"
#include "resunit/version.hpp"

namespace resunit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

void expect_wrong_usage(const std::vector<std::string>& arguments, const std::string& message) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr(message));
  EXPECT_THAT(outcome.err, HasSubstr("--help' to see what it takes"));
}

TEST(Help, OfTheProgramShowsTheFiveMinutePath) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  for (const char* command : {"generate", "fit", "regress", "predict", "evaluate", "inspect"}) {
    EXPECT_THAT(outcome.out, HasSubstr(std::string("  resunit ") + command));
  }
}

TEST(Help, OfEveryCommandHasAnExample) {
  for (const std::string command :
       {"generate", "fit", "regress", "predict", "evaluate", "inspect", "diagnose", "reproduce"}) {
    const Outcome outcome = run({command, "--help"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, testing::ContainsRegex("Examples?:\n  resunit " + command));
  }
}

TEST(Help, OfFitShowsDefaultsRangesAndEveryMethod) {
  const Outcome outcome = run({"fit", "--help"});
  EXPECT_THAT(outcome.out, HasSubstr("--scale-tolerance FLOAT=0.1"));
  EXPECT_THAT(outcome.out, HasSubstr("a value in [0, 1)"));
  for (int k = 0; k <= static_cast<int>(Method::sgd); ++k) {
    EXPECT_THAT(outcome.out, HasSubstr(std::string(to_string(static_cast<Method>(k)))));
  }
}

TEST(Help, FitsIntoAWideTerminal) {
  for (const std::string command : {"generate", "fit", "regress", "predict", "evaluate", "inspect", "diagnose"}) {
    std::istringstream lines(run({command, "--help"}).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 112u) << line;
  }
}

TEST(Version, IsPrinted) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "resunit " RESUNIT_VERSION "\n");
}

TEST(Usage, NeedsACommand) {
  expect_wrong_usage({}, "resunit: A subcommand is required");
}

TEST(Usage, SuggestsTheCommandThatWasMeant) {
  expect_wrong_usage({"fti", "x.csv", "y.csv"}, "resunit: unknown command 'fti'. Did you mean 'fit'?");
  expect_wrong_usage({"evalute"}, "Did you mean 'evaluate'?");
  EXPECT_THAT(run({"abracadabra"}).err, Not(HasSubstr("Did you mean")));
}

TEST(Usage, SuggestsTheOptionThatWasMeant) {
  expect_wrong_usage({"fit", "x.csv", "y.csv", "--modle", "m.json"},
                     "resunit fit: unknown option '--modle'. Did you mean '--model'?");
  expect_wrong_usage({"inspect", "m.json", "--jsno"}, "unknown option '--jsno'. Did you mean '--json'?");
}

TEST(Usage, NamesWhatIsMissingOrTooMuch) {
  expect_wrong_usage({"fit", "x.csv", "y.csv"}, "resunit fit: --model is required");
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
  expect_wrong_usage(with("--curve", "c.csv"), "--curve has no effect with --method auto: it is for sgd");
  expect_wrong_usage(with("--start", "s.json"), "--start has no effect with --method auto: it is for noisy, sgd");
  expect_wrong_usage({"generate", "--inputs", "8", "--outputs", "3", "--samples", "5", "--out", "/nowhere"},
                     "generate: --outputs = 3, expected");
}

TEST(Usage, TakesNoNumberForAnother) {
  for (const char* const odd : {"", "020", "1.5", "18446744073709551616", "99999999999999999999999999"}) {
    const std::string complaint = fmt::format("--seed: '{}' given, expected a whole number", odd);
    expect_wrong_usage({"generate", "--inputs", "2", "--samples", "9", "--out", "unused", "--seed", odd}, complaint);
    expect_wrong_usage({"fit", "x.csv", "y.csv", "--model", "m.json", "--seed", odd}, complaint);
  }
  for (const char* const odd : {"010", "0x4", "1e1"}) {
    const std::string complaint = fmt::format("'{}' given, expected a whole number", odd);
    expect_wrong_usage({"regress", "t.csv", "--target", "y", "--model", "m.json", "--folds", odd}, complaint);
    expect_wrong_usage({"diagnose", "x.csv", "y.csv", "--threads", odd}, complaint);
    expect_wrong_usage({"reproduce", "all", "--out", "unused", "--threads", odd}, complaint);
  }
  for (const char* const odd : {"", "0", "010", "0x10", "1.5GiB", "18446744073709551616", "MiB", "-1"})
    expect_wrong_usage({"predict", "m.json", "x.csv", "--out", "y.csv", "--memory", odd},
                       fmt::format("--memory: {} given, expected a whole number with or without a unit", odd));
  expect_wrong_usage({"fit", "x.csv", "y.csv", "--model", "-"}, "- is no name of a file here");
}

TEST(Help, OfReproduceNamesEveryExperiment) {
  const Outcome outcome = run({"reproduce", "--help"});
  for (const std::string& name : experiment_names()) EXPECT_THAT(outcome.out, HasSubstr("  " + name + "  "));
}

}  // namespace
}  // namespace resunit::test
