// SPDX-License-Identifier: BSD-3-Clause
// Files larger than the memory that the command may use.
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
class LargeWorld {
 public:
  explicit LargeWorld(const std::string& noise) {
    const Outcome outcome = run({"generate", "--inputs", "4", "--samples", "3000", "--noise", noise, "--format", "npy",
                                 "--out", folder.path()});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
  std::string path(const std::string& name) const { return (folder / name).string(); }

  TemporaryFolder folder;
};

TEST(Memory, BelowTheFilesLeadsToPasses) {
  for (const char* noise : {"0", "0.1"}) {
    const LargeWorld world(noise);
    const Outcome outcome =
        run({"fit", world.path("x.npy"), world.path("y.npy"), "--model", world.path("m.json"), "--memory", "1MiB"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("passes over the files"));
    const json document = json::parse(world.folder.read("m.json"));
    EXPECT_GE(document["passes"], 2);
    EXPECT_EQ(read_fit(world.path("m.json")).passes, document["passes"]);
    EXPECT_LT(weight_errors(read_fit(world.path("m.json")).unit, read_fit(world.path("teacher.json")).unit).layer1,
              0.1);
  }
}

TEST(Memory, ThatIsLargeEnoughChangesNothing) {
  const LargeWorld world("0.1");
  const auto fitted = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words = {"fit", world.path("x.npy"), world.path("y.npy"), "--model", world.path("m.json")};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(run(words).code, 0);
    return read_fit(world.path("m.json"));
  };
  EXPECT_TRUE(same_bits(fitted({}).unit.A, fitted({"--memory", "1GiB"}).unit.A));
}

TEST(Memory, DoesNotChangePredictions) {
  const LargeWorld world("0");
  const auto predicted = [&](const std::string& memory) {
    const std::string out = world.path("yhat.npy");
    EXPECT_EQ(run({"predict", world.path("teacher.json"), world.path("x.npy"), "--out", out, "--memory", memory}).code,
              0);
    return read_table(out).values;
  };
  const Matrix expected = predict(read_fit(world.path("teacher.json")).unit, read_table(world.path("x.npy")).values);
  for (const char* memory : {"10kB", "1MB", "4GiB"}) EXPECT_LT((predicted(memory) - expected).norm(), 1e-12);
}

TEST(Memory, ThatIsNoSizeOrTooLittleIsRefused) {
  const LargeWorld world("0");
  const auto complaint = [&](const std::string& x, const std::string& memory) {
    const Outcome outcome =
        run({"fit", x, world.path("y.npy"), "--model", world.path("m.json"), "--memory", memory, "--method", "sgd"});
    EXPECT_EQ(outcome.code, 1);
    return outcome.err;
  };
  EXPECT_THAT(complaint(world.path("x.npy"), "much"), HasSubstr("--memory"));
  EXPECT_THAT(complaint(world.path("x.npy"), "1MiB"), HasSubstr("method sgd needs the samples in memory"));
  const std::string csv = world.folder.write("x.csv", std::string(3000, '1')).string();
  EXPECT_THAT(complaint(csv, "2kB"), HasSubstr("samples are read in parts only from two .npy files"));
}

TEST(Memory, BoundsTheReportToo) {
  const LargeWorld world("0.1");
  const Outcome outcome = run({"fit", world.path("x.npy"), world.path("y.npy"), "--model", world.path("m.json"),
                               "--memory", "1MiB", "--report", world.path("r.html")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(world.folder.read("r.html"), HasSubstr("2000 samples picked from the files, 4 inputs, 4 outputs."));
}

}  // namespace
}  // namespace resunit::test
