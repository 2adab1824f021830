// SPDX-License-Identifier: BSD-3-Clause
// The module table of CONTRIBUTING.md lists from the bottom up which modules a module may include; the include
// directives of src/ and include/ must agree with it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kTree = RESUNIT_SOURCE;

/// The module that implements each public header.
const std::map<std::string, std::string> kModuleOfHeader = {
    {"types", "base"},         {"error", "base"},       {"progress", "base"},
    {"version", "base"},       {"unit", "model"},       {"samples", "model"},
    {"certificate", "model"},  {"metrics", "model"},    {"synthetic", "model"},
    {"fit_options", "model"},  {"fit_result", "model"}, {"row", "row"},
    {"intervals", "noise"},    {"fit", "fit"},          {"diagnose", "fit"},
    {"regress", "tables"},     {"table", "io"},         {"model_file", "model_files"},
    {"feasible_set", "model"}, {"columns", "model"},    {"network", "model"},
    {"fit_network", "deep"},   {"extract", "deep"}};

using Dependencies = std::map<std::string, std::set<std::string>>;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// "resunit/fit.hpp" or "exact/spans.hpp", as an include directive names it.
std::string module_of(const std::string& included) {
  const std::size_t slash = included.find('/');
  const std::string folder = included.substr(0, slash);
  if (folder != "resunit") return folder;
  const std::string header = included.substr(slash + 1, included.find('.') - slash - 1);
  const auto known = kModuleOfHeader.find(header);
  return known == kModuleOfHeader.end() ? std::string("unknown header ").append(included) : known->second;
}

/// Rows "| module | includes | contents |", in order; a module is one word.
std::vector<std::pair<std::string, std::set<std::string>>> table_of_contributing() {
  std::vector<std::pair<std::string, std::set<std::string>>> table;
  std::istringstream lines(content_of(kTree / "CONTRIBUTING.md"));
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| module | includes |")) inside = true;
    if (!inside || line.starts_with("| module") || line.starts_with("|---")) continue;
    if (!line.starts_with("|")) break;
    std::istringstream cells(line);
    std::string cell, module, includes;
    std::getline(cells, cell, '|');
    std::getline(cells, module, '|');
    std::getline(cells, includes, '|');
    std::set<std::string> names;
    const std::regex word("[a-z_]+");
    for (std::sregex_iterator match(includes.begin(), includes.end(), word), end; match != end; ++match)
      names.insert(match->str());
    std::smatch name;
    if (std::regex_search(module, name, word)) table.emplace_back(name.str(), names);
  }
  return table;
}

void add_includes(const fs::path& file, const std::string& module, Dependencies& found) {
  const std::string text = content_of(file);
  const std::regex directive("#include \"([a-z_0-9/.]+)\"");
  for (std::sregex_iterator match(text.begin(), text.end(), directive), end; match != end; ++match)
    if (const std::string other = module_of((*match)[1]); other != module) found[module].insert(other);
}

Dependencies includes_of_the_tree() {
  Dependencies found;
  for (const auto& entry : fs::recursive_directory_iterator(kTree / "src")) {
    const std::string extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".hpp") continue;
    add_includes(entry.path(), fs::relative(entry.path(), kTree / "src").begin()->string(), found);
  }
  for (const auto& entry : fs::directory_iterator(kTree / "include/resunit"))
    if (entry.path().stem() != "resunit")  // includes them all
      add_includes(entry.path(), module_of(std::string("resunit/").append(entry.path().filename().string())), found);
  return found;
}

TEST(Architecture, IncludesFollowTheTableInContributing) {
  const auto table = table_of_contributing();
  ASSERT_GE(table.size(), 10U);
  Dependencies found = includes_of_the_tree();
  for (const auto& [module, allowed] : table) {
    EXPECT_EQ(found[module], allowed) << module << ": CONTRIBUTING.md and the include directives disagree";
    found.erase(module);
  }
  for (const auto& [module, includes] : found) ADD_FAILURE() << module << " is not in the table of CONTRIBUTING.md";
}

TEST(Architecture, ModulesIncludeOnlyLowerModules) {
  std::set<std::string> below;
  for (const auto& [module, allowed] : table_of_contributing()) {
    for (const std::string& name : allowed) EXPECT_TRUE(below.contains(name)) << module << " includes " << name;
    below.insert(module);
  }
}

/// The rules of a certificate are one function each, in the order of docs/exact.md.
TEST(Architecture, CertificateRulesAreInTheOrderOfTheDocs) {
  const std::string header = content_of(kTree / "src/exact/certificate.hpp");
  const std::string docs = content_of(kTree / "docs/exact.md");
  const std::regex rule("\nRevocations (rule_[a-z_]+)\\(");
  std::size_t last = 0;
  int rules = 0;
  for (std::sregex_iterator match(header.begin(), header.end(), rule), end; match != end; ++match, ++rules) {
    const std::size_t at = docs.find(std::string("`").append((*match)[1]).append("`"));
    ASSERT_NE(at, std::string::npos) << (*match)[1] << " is not in docs/exact.md";
    EXPECT_GT(at, last) << (*match)[1] << " is out of order";
    last = at;
  }
  EXPECT_GE(rules, 9);
}

}  // namespace
