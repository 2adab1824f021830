// SPDX-License-Identifier: BSD-3-Clause
// A temporary folder with samples and their teacher, written by `resunit generate`.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "command/run.hpp"
#include "support/temporary_folder.hpp"

namespace resunit::test {

class GeneratedSamples {
 public:
  explicit GeneratedSamples(const std::vector<std::string>& options = {}, const std::string& seed = "7") {
    std::vector<std::string> arguments = {"generate", "--seed", seed, "--out", path("")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto unless_given = [&](const std::string& option, const std::string& value) {
      if (std::find(options.begin(), options.end(), option) == options.end())
        arguments.insert(arguments.end(), {option, value});
    };
    unless_given("--inputs", "4");
    unless_given("--samples", "200");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  const TemporaryFolder& folder() const { return folder_; }

  std::string x() const { return path("x.csv"); }
  std::string y() const { return path("y.csv"); }
  std::string teacher() const { return path("teacher.json"); }

  /// Writes a file into the folder and returns its path.
  std::string write(const std::string& name, std::string_view content) const {
    return folder_.write(name, content).string();
  }

  /// Fits x and y and returns the model's path.
  std::string fitted() const {
    const Outcome outcome = run({"fit", x(), y(), "--model", path("m.json"), "--method", "qp"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return path("m.json");
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace resunit::test
