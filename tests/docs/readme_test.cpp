// SPDX-License-Identifier: BSD-3-Clause
// The documentation shows the code that the tests compile and run: README.md contains the snippets verbatim.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = RESUNIT_SOURCE;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A file without its first line, the license identifier.
std::string body_of(const fs::path& file) {
  const std::string text = text_of(file);
  return text.substr(text.find('\n') + 1);
}

TEST(Readme, ShowsEverySnippetWordForWord) {
  const std::string readme = text_of(kRoot / "README.md");
  int snippets = 0;
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/snippets")) {
    EXPECT_NE(readme.find(std::string("\n").append(body_of(entry.path())).append("```")), std::string::npos)
        << entry.path().filename();
    ++snippets;
  }
  EXPECT_GE(snippets, 2);
}

/// Every file to which a page refers by a link or in backticks, such as `src/fit/fit.cpp`, exists.
void expect_named_files(const fs::path& page) {
  const std::string text = text_of(page);
  ASSERT_FALSE(text.empty()) << page;
  const std::regex quoted("`((?:src|include|tests|docs|benchmarks|cli)/[A-Za-z0-9_./]*)`");
  const std::regex linked("\\]\\(([A-Za-z0-9_./]+)(?:#[^)]*)?\\)");
  const auto check = [&](const std::regex& pattern, const fs::path& base) {
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
      EXPECT_TRUE(fs::exists(base / (*match)[1].str())) << page.filename() << " names " << (*match)[1];
  };
  check(quoted, kRoot);
  check(linked, page.parent_path());
}

TEST(Docs, NameOnlyFilesThatExist) {
  expect_named_files(kRoot / "README.md");
  expect_named_files(kRoot / "CONTRIBUTING.md");
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs"))
    if (entry.path().extension() == ".md") expect_named_files(entry.path());
}

/// Every test in backticks, such as `Rescale.UndoesAnyFactor`, is defined.
TEST(Docs, NameOnlyTestsThatExist) {
  std::string tests;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "tests"))
    if (entry.path().extension() == ".cpp") tests += text_of(entry.path());
  const std::string math = text_of(kRoot / "docs/math.md");
  const std::regex name("`([A-Z][A-Za-z0-9]+)\\.([A-Z][A-Za-z0-9]+)[`…]");
  for (std::sregex_iterator match(math.begin(), math.end(), name), end; match != end; ++match)
    EXPECT_NE(tests.find(std::string("TEST(").append((*match)[1]).append(", ").append((*match)[2])), std::string::npos)
        << match->str();
}

/// True if one of the first two lines is the license identifier; the first may be "#!".
bool has_license_identifier(const fs::path& file) {
  std::ifstream in(file);
  std::string first, second;
  std::getline(in, first);
  std::getline(in, second);
  return first.append(second).find("SPDX-License-Identifier: BSD-3-Clause") != std::string::npos;
}

TEST(Sources, StartWithALicenseIdentifier) {
  const std::regex source(".*\\.(cpp|hpp|in|py|pyi|sh|cmake|dict)|.*CMakeLists\\.txt");
  for (const char* folder :
       {"benchmarks", "cli", "cmake", "docs", "fuzz", "include", "python", "scripts", "src", "tests"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (!std::regex_match(entry.path().filename().string(), source)) continue;
      EXPECT_TRUE(has_license_identifier(entry.path())) << entry.path();
    }
}

}  // namespace
