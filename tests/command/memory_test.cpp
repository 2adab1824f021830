// SPDX-License-Identifier: BSD-3-Clause
// Files larger than the memory limit of the command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "command/run.hpp"
#include "resunit/metrics.hpp"
#include "resunit/model_file.hpp"
#include "resunit/table.hpp"
#include "support/bits.hpp"
#include "support/models.hpp"

namespace resunit::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// A folder with x.npy, y.npy and teacher.json.
class GeneratedNpySamples {
 public:
  explicit GeneratedNpySamples(const std::string& noise) {
    const Outcome outcome = run({"generate", "--inputs", "4", "--samples", "3000", "--noise", noise, "--format", "npy",
                                 "--out", folder.path()});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
  std::string path(const std::string& name) const { return (folder / name).string(); }

  TemporaryFolder folder;
};

TEST(Memory, BelowTheFileSizeLeadsToPasses) {
  for (const char* noise : {"0", "0.1"}) {
    const GeneratedNpySamples samples(noise);
    const Outcome outcome = run(
        {"fit", samples.path("x.npy"), samples.path("y.npy"), "--model", samples.path("m.json"), "--memory", "1MiB"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("passes over the files"));
    const json document = json::parse(samples.folder.read("m.json"));
    EXPECT_GE(document["passes"], 2);
    EXPECT_EQ(read_fit(samples.path("m.json")).passes, document["passes"]);
    EXPECT_LT(weight_errors(read_fit(samples.path("m.json")).unit, read_fit(samples.path("teacher.json")).unit).layer1,
              0.1);
  }
}

TEST(Memory, AboveTheFileSizeDoesNotChangeTheFit) {
  const GeneratedNpySamples samples("0.1");
  const auto fitted = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words = {"fit", samples.path("x.npy"), samples.path("y.npy"), "--model",
                                      samples.path("m.json")};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run(words).code, 0);
    return read_fit(samples.path("m.json"));
  };
  EXPECT_TRUE(same_bits(fitted({}).unit.A, fitted({"--memory", "1GiB"}).unit.A));
}

TEST(Memory, DoesNotChangePredictions) {
  const GeneratedNpySamples samples("0");
  const auto predicted = [&](const std::string& memory) {
    const std::string out = samples.path("yhat.npy");
    EXPECT_EQ(
        run({"predict", samples.path("teacher.json"), samples.path("x.npy"), "--out", out, "--memory", memory}).code,
        0);
    return read_table(out).values;
  };
  const Matrix expected =
      predict(read_fit(samples.path("teacher.json")).unit, read_table(samples.path("x.npy")).values);
  for (const char* memory : {"10kB", "1MB", "4GiB"}) EXPECT_LT((predicted(memory) - expected).norm(), 1e-12);
}

TEST(Memory, IsRefusedIfInvalidOrTooSmall) {
  const GeneratedNpySamples samples("0");
  const auto error_of = [&](const std::string& x, const std::string& memory) {
    const Outcome outcome = run(
        {"fit", x, samples.path("y.npy"), "--model", samples.path("m.json"), "--memory", memory, "--method", "sgd"});
    EXPECT_EQ(outcome.code, 1);
    return outcome.err;
  };
  EXPECT_THAT(error_of(samples.path("x.npy"), "much"), HasSubstr("--memory"));
  EXPECT_THAT(error_of(samples.path("x.npy"), "1MiB"), HasSubstr("method sgd requires all samples in memory"));
  const std::string csv = samples.folder.write("x.csv", std::string(3000, '1')).string();
  EXPECT_THAT(error_of(csv, "2kB"), HasSubstr("convert X and Y to .npy, which can be read in chunks"));
}

TEST(Memory, AlsoLimitsTheReport) {
  const GeneratedNpySamples samples("0.1");
  const Outcome outcome = run({"fit", samples.path("x.npy"), samples.path("y.npy"), "--model", samples.path("m.json"),
                               "--memory", "1MiB", "--report", samples.path("r.html")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(samples.folder.read("r.html"), HasSubstr("2000 samples selected from the files, 4 inputs, 4 outputs."));
}

}  // namespace
}  // namespace resunit::test
