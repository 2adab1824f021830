// SPDX-License-Identifier: BSD-3-Clause
// docs/options.md is generated from the option records. With RESUNIT_UPDATE_DOCS=1 this test rewrites the page.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "deep/options.hpp"
#include "deep/queries/options.hpp"
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

/// Options about files and output, which have no field in the library's structs. Help.OptionsAreInTheDocumentation
/// checks that the page has every option of the command.
constexpr const char* kCommandOptions = R"(
## Files and output

| command | option | meaning |
|---|---|---|
| `fit`, `extract`, `regress` | `--model FILE` | model file to write (required) |
| `fit`, `regress` | `--report FILE.html` | HTML report to write |
| `fit`, `extract`, `regress`, `evaluate`, `inspect`, `diagnose` | `--json` | print one JSON document on standard output |
| `fit` | `--method NAME` | method, `auto` by default ([methods.md](methods.md)) |
| `fit` | `--layers L\|auto` | number of weight matrices: 2, the default, learns a unit; 3 or more a deeper network; `auto` the smallest number that fits ([deep.md](deep.md)) |
| `extract` | `--oracle COMMAND` | shell command that answers queries: one row of x per line in, one row of y per line out (required) |
| `extract` | `--inputs D` | number of inputs (required) |
| `extract` | `--layers L\|auto` | number of weight matrices; `auto`, the default, finds it |
| `extract` | `--log FILE` | CSV file of queries and answers; a later run does not repeat them |
| `extract` | `--timeout SECONDS` | time without an answer after which the oracle has failed; 60 by default |
| `extract` | `--oracle-per-batch` | start the command for every batch and close its input |
| `fit`, `diagnose` | `--bias [none\|layer1\|both]` | biases of the unit; `--bias` alone means `both`; all methods but `lr` (`FitOptions::bias`) |
| `fit` | `--rescale paper\|authors` | `qp`, `lp`, `lp-noisy`: samples used to scale a row of layer 1 (`FitOptions::rescale`) |
| `fit` | `--start FILE` | `noisy`, `sgd`: model file with the initial weights (`FitOptions::start`) |
| `fit` | `--curve FILE` | `sgd`: table of the learning curve to write |
| `fit` | `--no-polish`, `--no-reweight` | switch the option off |
| `fit`, `predict` | `--memory SIZE` | memory limit, such as 2GiB; half of the machine's memory by default |
| `fit`, `regress`, `predict`, `evaluate`, `diagnose` | `--header yes\|no\|auto` | whether the first line of a CSV file is a header; detected by default ([data.md](data.md)) |
| `fit`, `evaluate`, `diagnose` | `--input-columns NAME,...` | columns of X that are the inputs; column numbers in a table without header |
| `fit`, `evaluate`, `diagnose` | `--output-columns NAME,...` | columns of Y, or of X if Y is omitted, that are the outputs |
| `generate`, `reproduce` | `--out DIR` | output folder (required) |
| `generate` | `--inputs D`, `--samples N` | required by the command; the defaults above are those of the library |
| `generate` | `--bias [none\|layer1\|both]` | biases of the teacher; `--bias` alone means `both` (`TeacherOptions::bias`) |
| `generate` | `--distribution mixture\|gaussian` | distribution of the inputs (`SampleOptions::distribution`) |
| `generate` | `--format csv\|npy` | file format of the tables |
| `regress` | `--target NAME,...` | columns to predict; column numbers in a table without header (required) |
| `predict` | `--out FILE` | table to write; `-`, the default, is standard output |
| `predict` | `--no-header` | write CSV without a header |
| `predict` | `--interval LEVEL` | confidence level of intervals for the mean output |
| `inspect` | `--weights` | also print the weights as matrices |
| `evaluate` | `--teacher FILE` | model file with the true weights |
| `diagnose` | `--seed`, `--threads` | as for `fit` |
| `reproduce` | `--data DIR`, `--quick`, `--resume`, `--threads` | folder of the regression tables; few trials; continue a run; number of threads |
| all | `--help` | print the help of the command |
)";

std::string options_page() {
  return "# Options\n\nThis page is generated from the option records in `src/model/fit_options.hpp`, "
         "`src/deep/options.hpp`, `src/deep/queries/options.hpp`, `src/model/synthetic_options.hpp` and "
         "`src/tables/options.hpp`, as are validation, "
         "the command's help and "
         "Python's docstrings. With an explicit method, an option that applies only to other methods is an error.\n" +
         table_of("fit", "FitOptions", FitOptions{}) + table_of("fit --layers L", "NetworkOptions", NetworkOptions{}) +
         table_of("extract", "ExtractOptions", ExtractOptions{}) +
         table_of("generate", "TeacherOptions", TeacherOptions{}) +
         table_of("generate (samples)", "SampleOptions", SampleOptions{}) +
         table_of("regress", "RegressOptions", RegressOptions{.folds = 5}) + kCommandOptions;
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
