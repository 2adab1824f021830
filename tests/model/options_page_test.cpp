// SPDX-License-Identifier: BSD-3-Clause
// docs/options.md is generated from the option records. With RESUNIT_UPDATE_DOCS=1 this test rewrites the page.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "model/fit_options.hpp"
#include "model/synthetic_options.hpp"
#include "resunit/regress.hpp"
#include "tables/options.hpp"

namespace resunit::test {
namespace {

template <class Field>
std::string shown(const Field& field) {
  if constexpr (std::is_same_v<Field, bool>)
    return field ? "on" : "off";
  else
    return fmt::format("{}", field);
}

template <class Options>
std::string table_of(const char* command, const char* type, const Options& defaults) {
  std::string text = fmt::format("\n## resunit {}\n\n`resunit::{}` in C++.\n\n", command, type);
  text += "| option | default | values | methods | meaning |\n|---|---|---|---|---|\n";
  describe(defaults, [&](const OptionRecord& record, const auto& field) {
    const bool is_flag = std::is_same_v<std::remove_cvref_t<decltype(field)>, bool>;
    text += fmt::format("| `--{}` | {} | {} | {} | {} |\n", record.name, shown(field),
                        is_flag ? "flag" : record.range.text(),
                        record.methods.are_all() ? "all" : record.methods.text(), record.help);
  });
  return text;
}

std::string options_page() {
  return "# Options\n\nThis page is generated from the option records in `src/model/fit_options.hpp`, "
         "`src/model/synthetic_options.hpp` and `src/tables/options.hpp`, as are validation, the command's help and "
         "Python's docstrings. With an explicit method, an option that applies only to other methods is an error.\n" +
         table_of("fit", "FitOptions", FitOptions{}) + table_of("generate", "TeacherOptions", TeacherOptions{}) +
         table_of("generate (samples)", "SampleOptions", SampleOptions{}) +
         table_of("regress", "RegressOptions", RegressOptions{.folds = 5});
}

TEST(OptionsPage, MatchesTheRecords) {
  const std::filesystem::path file = std::filesystem::path(RESUNIT_SOURCE) / "docs/options.md";
  if (std::getenv("RESUNIT_UPDATE_DOCS")) std::ofstream(file) << options_page();
  std::ifstream in(file, std::ios::binary);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(page, options_page()) << "run RESUNIT_UPDATE_DOCS=1 build/bin/test_model --gtest_filter='OptionsPage*'";
}

}  // namespace
}  // namespace resunit::test
