// SPDX-License-Identifier: BSD-3-Clause
// Files that are, or claim to be, larger than any table or model: refused with a clear message, quickly and with little
// memory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/generated_samples.hpp"

namespace resunit::test {
namespace {

using ::testing::HasSubstr;

void expect_refused(const std::vector<std::string>& arguments, const std::string& message, long megabytes) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 2) << outcome.err.substr(0, 500);
  EXPECT_THAT(outcome.err.substr(0, 500), HasSubstr(message));
  EXPECT_LE(outcome.err.size(), 1000);
  // The peak includes the memory of the test itself at the time at which it starts the command.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers allocate additional memory
  EXPECT_LE(outcome.peak_megabytes, megabytes);
#else
  (void)megabytes;
#endif
}

/// A sparse file of the given size.
std::string sparse_file(const GeneratedSamples& samples, std::uintmax_t bytes) {
  const std::string file = samples.write("sparse", "1");
  std::filesystem::resize_file(file, bytes);
  return file;
}

constexpr std::uintmax_t kGigabyte = 1 << 30;

TEST(Limits, HeaderWithATrillionRows) {
  const GeneratedSamples samples;
  const std::string dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 4), }\n";
  const std::string file = samples.write(
      "x.npy", std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' + dictionary);
  expect_refused({"predict", samples.teacher(), file, "--out", samples.path("y")},
                 "the header declares 1000000000000 x 4 numbers of 8 bytes, but 0 bytes follow", 300);
}

TEST(Limits, LineOfAGigabyte) {
  const GeneratedSamples samples;
  expect_refused({"predict", samples.teacher(), sparse_file(samples, kGigabyte), "--out", samples.path("y")},
                 "sparse, line 1: 1073741824 bytes, the limit is 67108864", 1500);
}

TEST(Limits, LineOfMillionsOfFields) {
  const GeneratedSamples samples;
  std::string line = "1";
  for (int k = 1; k < 20'000'000; ++k) line += ",1";
  expect_refused({"predict", samples.teacher(), samples.write("wide.csv", line), "--out", samples.path("y")},
                 "wide.csv, line 1: 20000000 columns, the limit is 1000000", 300);
  expect_refused(
      {"predict", samples.teacher(), samples.write("ragged.csv", "1,2\n" + line), "--out", samples.path("y")},
      "ragged.csv, line 2: 20000000 fields, expected 2", 300);
}

TEST(Limits, TableWithTooManyColumns) {
  const GeneratedSamples samples;
  std::string line = "1";
  for (int k = 1; k < 500'000; ++k) line += ",1";
  expect_refused(
      {"regress", samples.write("wide.csv", line + "\n" + line), "--target", "1", "--model", samples.path("m")},
      "499999 input columns are too many: a matrix of 499999 x 499999 numbers exceeds half of the machine's memory",
      300);
}

TEST(Limits, FileLargerThanTheMemory) {
  const GeneratedSamples samples;
  const std::string file = sparse_file(samples, 4096 * kGigabyte);
  for (const auto& arguments :
       {std::vector<std::string>{"inspect", file}, {"predict", samples.teacher(), file, "--out", samples.path("y")}})
    expect_refused(arguments, "more than half of this machine's memory", 300);
}

TEST(Limits, ModelNestedAMillionLevelsDeep) {
  const GeneratedSamples samples;
  for (const char* piece : {"[", "{\"a\":", "[[{\"A\":"}) {
    std::string text;
    for (int k = 0; k < 1'000'000; ++k) text += piece;
    expect_refused({"inspect", samples.write("deep.json", text)}, "nested deeper than 64 levels", 300);
  }
}

}  // namespace
}  // namespace resunit::test
