// SPDX-License-Identifier: BSD-3-Clause
// Files that promise or hold more than any table or model: refused with a clear word, in little time and memory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/world.hpp"

namespace resunit::test {
namespace {

using ::testing::HasSubstr;

void expect_refused(const std::vector<std::string>& arguments, const std::string& message, long megabytes) {
  const Outcome outcome = run(arguments);
  EXPECT_EQ(outcome.code, 2) << outcome.err.substr(0, 500);
  EXPECT_THAT(outcome.err.substr(0, 500), HasSubstr(message));
  EXPECT_LE(outcome.err.size(), 1000);
  // The peak counts what the test itself holds while it starts the command.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which take memory of their own
  EXPECT_LE(outcome.peak_megabytes, megabytes);
#else
  (void)megabytes;
#endif
}

/// A file of so many bytes, none of them on the disk.
std::string hollow_file(const World& world, std::uintmax_t bytes) {
  const std::string file = world.write("hollow", "1");
  std::filesystem::resize_file(file, bytes);
  return file;
}

constexpr std::uintmax_t kGigabyte = 1 << 30;

TEST(Limits, AHeaderThatClaimsATrillionRows) {
  const World world;
  const std::string dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 4), }\n";
  const std::string file = world.write(
      "x.npy", std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' + dictionary);
  expect_refused({"predict", world.teacher(), file, "--out", world.path("y")},
                 "the header promises 1000000000000 x 4 numbers of 8 bytes, but 0 bytes follow", 300);
}

TEST(Limits, ALineOfAGigabyte) {
  const World world;
  expect_refused({"predict", world.teacher(), hollow_file(world, kGigabyte), "--out", world.path("y")},
                 "hollow, line 1: 1073741824 bytes, more than 67108864", 1500);
}

TEST(Limits, ALineOfMillionsOfFields) {
  const World world;
  std::string line = "1";
  for (int k = 1; k < 20'000'000; ++k) line += ",1";
  expect_refused({"predict", world.teacher(), world.write("wide.csv", line), "--out", world.path("y")},
                 "wide.csv, line 1: 20000000 fields, more than 1000000", 300);
  expect_refused({"predict", world.teacher(), world.write("ragged.csv", "1,2\n" + line), "--out", world.path("y")},
                 "ragged.csv, line 2: 20000000 fields, expected 2", 300);
}

TEST(Limits, ATableTooWideToLearnFrom) {
  const World world;
  std::string line = "1";
  for (int k = 1; k < 500'000; ++k) line += ",1";
  expect_refused({"regress", world.write("wide.csv", line + "\n" + line), "--target", "1", "--model", world.path("m")},
                 "499999 input columns are too many: matrices of 499999 x 499999 numbers exceed half of the memory",
                 300);
}

TEST(Limits, AFileLargerThanTheMemory) {
  const World world;
  const std::string file = hollow_file(world, 4096 * kGigabyte);
  for (const auto& arguments :
       {std::vector<std::string>{"inspect", file}, {"predict", world.teacher(), file, "--out", world.path("y")}})
    expect_refused(arguments, "more than half of this machine's memory", 300);
}

TEST(Limits, AModelNestedAMillionDeep) {
  const World world;
  for (const char* piece : {"[", "{\"a\":", "[[{\"A\":"}) {
    std::string text;
    for (int k = 0; k < 1'000'000; ++k) text += piece;
    expect_refused({"inspect", world.write("deep.json", text)}, "nested deeper than 64 levels", 300);
  }
}

}  // namespace
}  // namespace resunit::test
