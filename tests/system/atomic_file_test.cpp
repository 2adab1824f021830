// SPDX-License-Identifier: BSD-3-Clause
// A file name refers to the old file or to the complete new one, and no temporary file remains.
#include "system/atomic_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"
#include "support/without_root.hpp"

namespace resunit {
namespace {

using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

void write_atomically(const std::filesystem::path& file, std::string_view text) {
  AtomicFile out(file);
  out.write(text);
  out.commit();
}

TEST(AtomicFile, AppearsAtCommit) {
  const TemporaryFolder folder;
  AtomicFile out(folder / "file");
  out.write("new");
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
  out.commit();
  EXPECT_EQ(folder.read("file"), "new");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(AtomicFile, WritesMoreThanItsBuffer) {
  const TemporaryFolder folder;
  const std::string piece(700'000, 'x');
  {
    AtomicFile out(folder / "file");
    for (int k = 0; k < 5; ++k) out.write(piece);
    out.commit();
  }
  EXPECT_EQ(folder.read("file"), std::string(3'500'000, 'x'));
}

TEST(AtomicFile, KeepsTheOldFileWithoutACommit) {
  const TemporaryFolder folder;
  folder.write("file", "old");
  try {
    AtomicFile out(folder / "file");
    out.write(std::string(3'000'000, 'x'));
    throw std::runtime_error("interrupted");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(folder.read("file"), "old");
  EXPECT_THAT(folder.names(), ElementsAre("file"));
}

TEST(AtomicFile, ReplacesAFileAndKeepsItsPermissions) {
  const TemporaryFolder folder;
  ::chmod(folder.write("file", "old").c_str(), 0640);
  write_atomically(folder / "file", "new");
  EXPECT_EQ(folder.read("file"), "new");
  const auto permissions = std::filesystem::status(folder / "file").permissions();
  EXPECT_EQ(static_cast<int>(permissions), 0640);
}

TEST(AtomicFile, FollowsLinksAlsoToNewFiles) {
  const TemporaryFolder folder;
  folder.write("file", "old");
  std::filesystem::create_symlink("file", folder / "link");
  std::filesystem::create_symlink(folder / "link", folder / "link-to-link");
  std::filesystem::create_symlink("fresh", folder / "dangling");
  write_atomically(folder / "link-to-link", "new");
  write_atomically(folder / "dangling", "first");
  EXPECT_EQ(folder.read("file"), "new");
  EXPECT_EQ(folder.read("fresh"), "first");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "dangling"));
  EXPECT_THAT(folder.names(), ElementsAre("dangling", "file", "fresh", "link", "link-to-link"));
}

TEST(AtomicFile, WritesDirectlyToFilesThatAreNotRegular) {
  write_atomically("/dev/null", "gone");
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/null", folder / "link");
  write_atomically(folder / "link", "gone");
  EXPECT_THAT(folder.names(), ElementsAre("link"));
}

TEST(AtomicFile, AppendsToAnOpenStream) {
  const TemporaryFolder folder;
  const std::string file = folder.write("log", "before\n");
  FILE* const log = std::fopen(file.c_str(), "a");
  write_atomically("/dev/fd/" + std::to_string(::fileno(log)), "after\n");
  std::fclose(log);
  EXPECT_EQ(folder.read("log"), "before\nafter\n");
}

TEST(AtomicFile, SharesTheFilePositionWithAnOpenStream) {
  const TemporaryFolder folder;
  FILE* const log = std::fopen((folder / "log").c_str(), "w");
  std::fputs("before\n", log);
  std::fflush(log);
  write_atomically("/dev/fd/" + std::to_string(::fileno(log)), "between\n");
  std::fputs("after\n", log);
  std::fclose(log);
  EXPECT_EQ(folder.read("log"), "before\nbetween\nafter\n");
  EXPECT_THAT(test::message_of<DataError>([] { require_writable("/dev/fd/999"); }), EndsWith("Bad file descriptor"));
}

TEST(AtomicFile, ReplacesAFileInMemory) {
  const std::filesystem::path file = "/dev/shm/resunit-test-" + std::to_string(::getpid());
  if (::access("/dev/shm", W_OK) != 0) GTEST_SKIP() << "/dev/shm is not available";
  write_atomically(file, "old and long");
  write_atomically(file, "new");
  EXPECT_EQ(std::filesystem::file_size(file), 3);
  std::filesystem::remove(file);
}

TEST(AtomicFile, ReportsWhyItCannotWrite) {
  const TemporaryFolder folder;
  folder.write("file", "");
  std::filesystem::create_symlink("circle", folder / "circle");
  const auto error_of = [](const std::filesystem::path& file) {
    const std::string message = test::message_of<DataError>([&] { write_atomically(file, "new"); });
    EXPECT_EQ(test::message_of<DataError>([&] { require_writable(file); }), message) << "the same message in advance";
    EXPECT_THAT(message, HasSubstr("cannot write " + file.string() + ": "));
    return message;
  };
  EXPECT_THAT(error_of(folder / "none/file"), EndsWith("No such file or directory"));
  EXPECT_THAT(error_of(folder / "file/file"), EndsWith("Not a directory"));
  EXPECT_THAT(error_of(folder.path()), EndsWith("Is a directory"));
  EXPECT_THAT(error_of(folder / std::string(300, 'x')), EndsWith("File name too long"));
  EXPECT_THAT(error_of(folder / "circle"), EndsWith("Too many levels of symbolic links"));
  EXPECT_THAT(error_of(""), EndsWith("No such file or directory"));
  EXPECT_THAT(error_of("/proc/resunit"), EndsWith("No such file or directory"));
  EXPECT_THAT(folder.names(), ElementsAre("circle", "file"));
}

TEST(AtomicFile, AcceptsNamesOfMaximumLength) {
  const TemporaryFolder folder;
  const std::string name(255, 'x');
  write_atomically(folder / name, "new");
  EXPECT_THAT(folder.names(), ElementsAre(name));
}

TEST(AtomicFile, ReportsAFullDisk) {
  EXPECT_EQ(test::message_of<DataError>([] { write_atomically("/dev/full", "new"); }),
            "cannot write /dev/full: No space left on device");
}

TEST(AtomicFile, DoesNotReplaceAReadOnlyFile) {
  const TemporaryFolder folder;
  ::chmod(folder.path().c_str(), 0777);
  ::chmod(folder.write("file", "old").c_str(), 0444);
  {
    const test::WithoutRoot nobody;
    EXPECT_THAT(test::message_of<DataError>([&] { write_atomically(folder / "file", "new"); }),
                EndsWith("Permission denied"));
  }
  EXPECT_EQ(folder.read("file"), "old");
}

TEST(RequireWritable, ChangesNothing) {
  const TemporaryFolder folder;
  folder.write("old", "old");
  require_writable(folder / "old");
  require_writable(folder / "new");
  require_writable("/dev/null");
  EXPECT_EQ(folder.read("old"), "old");
  EXPECT_THAT(folder.names(), ElementsAre("old"));
}

}  // namespace
}  // namespace resunit
