// SPDX-License-Identifier: BSD-3-Clause
// The output names the remedy of an inadequate fit as a command to type.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "command/generated_samples.hpp"
#include "resunit/table.hpp"

namespace resunit::test {
namespace {

using ::testing::HasSubstr;

/// A table with inputs a, b and outputs c = a^2, d = b^2 and some noise, with a header.
std::string curved_table() {
  std::string text = "a,b,c,d\n";
  for (int i = 0; i < 200; ++i) {
    const double a = std::sin(1.7 * i), b = std::cos(2.3 * i), noise = 0.01 * std::sin(97.3 * i * i);
    text += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(a * a + noise) + "," +
            std::to_string(b * b - noise) + "\n";
  }
  return text;
}

/// The command after "run: " in the output of a fit.
std::string suggested(const Outcome& outcome) {
  const std::string text = outcome.out + outcome.err;
  const std::size_t begin = text.find("run: ");
  if (begin == std::string::npos) return {};
  return text.substr(begin + 5, text.find('\n', begin) - begin - 5);
}

/// The exit code of a suggested command, run by the shell in `folder` with the command under test.
int run_in_shell(const std::filesystem::path& folder, const std::string& command) {
  const std::string path = std::filesystem::path(RESUNIT_COMMAND).parent_path().string();
  return std::system(
      ("cd '" + folder.string() + "' && PATH='" + path + "':$PATH && (" + command + ") > shell.txt 2>&1").c_str());
}

TEST(Remedies, OfATableRunAsPrinted) {
  const TemporaryFolder folder;
  const std::string table = folder.write("t.csv", curved_table()).string(), model = (folder / "m.json").string();
  const Outcome outcome = run({"fit", table, "--output-columns", "c,d", "--model", model});
  EXPECT_EQ(suggested(outcome), "resunit regress " + table + " --target c,d --model " + model) << outcome.out;
  EXPECT_EQ(run_in_shell(folder.path(), suggested(outcome)), 0) << folder.read("shell.txt");
}

TEST(Remedies, RepeatListsOfColumns) {
  const TemporaryFolder folder;
  const std::string table = folder.write("t.csv", curved_table()).string(), model = (folder / "m.json").string();
  const Outcome outcome = run({"fit", table, "--output-columns", "c,d", "--model", model, "--method", "exact"});
  EXPECT_EQ(suggested(outcome), "resunit fit " + table + " --output-columns c,d --model " + model) << outcome.err;
}

TEST(Remedies, OfTwoFilesJoinThem) {
  const GeneratedSamples samples({"--noise", "0.1"});
  const Matrix X = read_table(samples.x()).values;
  write_table(samples.y(), Matrix(X.cwiseAbs2()), {});
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json")});
  EXPECT_THAT(suggested(outcome), HasSubstr("paste -d,")) << outcome.out;
  EXPECT_EQ(run_in_shell(samples.folder().path(), suggested(outcome)), 0) << samples.folder().read("shell.txt");
}

TEST(Remedies, OfTooFewSamplesPrintTheirNumber) {
  const GeneratedSamples samples({"--samples", "15", "--noise", "0.1"});
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json")});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(suggested(outcome), "resunit diagnose " + samples.x() + " " + samples.y());
  EXPECT_EQ(run_in_shell(samples.folder().path(), suggested(outcome)), 0);
  EXPECT_THAT(samples.folder().read("shell.txt"), HasSubstr("add at least"));
}

TEST(Remedies, OfMethodExactOnNoisySamplesIsAuto) {
  const GeneratedSamples samples({"--noise", "0.1"});
  const Outcome outcome =
      run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json"), "--method", "exact"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(suggested(outcome),
            "resunit fit " + samples.x() + " " + samples.y() + " --model " + samples.path("m.json"));
}

TEST(Remedies, OfDependentColumnsSelectOthers) {
  const GeneratedSamples samples({"--noise", "0.1"});
  Matrix X = read_table(samples.x()).values;
  X.col(1) = X.col(0);
  write_table(samples.x(), X, {});
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json")});
  EXPECT_THAT(suggested(outcome), HasSubstr("--input-columns 1,3,4")) << outcome.out;
  EXPECT_EQ(run_in_shell(samples.folder().path(), suggested(outcome)), 0);
}

TEST(Remedies, OfUnrelatedOutputsShowRowsOfBothFiles) {
  const GeneratedSamples samples({"--noise", "0.1"});
  write_table(samples.y(), Matrix(read_table(samples.y()).values.colwise().reverse()), {});
  const Outcome outcome = run({"fit", samples.x(), samples.y(), "--model", samples.path("m.json")});
  EXPECT_EQ(suggested(outcome), "paste " + samples.x() + " " + samples.y() + " | head") << outcome.err;
}

TEST(Remedies, OfIntervalsOfARegressorDoNotNameMethodsOfUnits) {
  const TemporaryFolder folder;
  const std::string table = folder.write("t.csv", curved_table()).string(), model = (folder / "r.json").string();
  ASSERT_EQ(run({"regress", table, "--target", "c", "--linear", "--model", model}).code, 0);
  const Outcome outcome = run({"predict", model, table, "--interval", "0.95"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("a regressor has no confidence intervals; `resunit inspect"));
}

TEST(Remedies, IncludeNotesAboutAColumnThatLooksLikeARowIndex) {
  const TemporaryFolder folder;
  std::string text = ",a,y\n";
  for (int i = 0; i < 30; ++i)
    text += std::to_string(i) + "," + std::to_string(std::sin(i)) + "," + std::to_string(i % 7) + "\n";
  const std::string table = folder.write("t.csv", text).string();
  const Outcome outcome = run({"regress", table, "--target", "y", "--linear", "--model", (folder / "r.json").string()});
  EXPECT_THAT(outcome.err, HasSubstr("column 1 has no name and counts 0, 1, 2, ...: it looks like a row index"));
}

}  // namespace
}  // namespace resunit::test
