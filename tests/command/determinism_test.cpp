// SPDX-License-Identifier: BSD-3-Clause
// The same input and seed give the same bytes of output, for any number of threads, again and again.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/world.hpp"

namespace resunit::test {
namespace {

/// The model file without the wall times in it.
std::string timeless(const World& world, const std::string& name) {
  auto model = nlohmann::ordered_json::parse(world.folder().read(name));
  model.erase("seconds");
  if (model.contains("curve"))
    for (auto& point : model["curve"]) point.erase("seconds");
  return model.dump();
}

/// Runs the same with 1, 2 and 3 threads, and with 2 once more.
void expect_the_same_model(const World& world, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--model", world.path("m.json"), "--threads", ""});
  std::string first;
  for (const char* threads : {"1", "2", "3", "2"}) {
    arguments.back() = threads;
    const Outcome outcome = run(arguments);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::string model = timeless(world, "m.json");
    if (first.empty()) first = model;
    EXPECT_TRUE(model == first) << threads << " threads";
  }
}

class Determinism : public testing::TestWithParam<const char*> {};

TEST_P(Determinism, OfTheModelFile) {
  const std::string method = GetParam();
  const bool needs_noiseless = method == "exact" || method == "lp";
  const World world({"--noise", needs_noiseless ? "0" : "0.1", "--inputs", "3", "--samples", "400"});
  expect_the_same_model(world, {"fit", world.x(), world.y(), "--method", method});
}

INSTANTIATE_TEST_SUITE_P(Methods, Determinism,
                         testing::Values("auto", "exact", "noisy", "qp", "lp", "lp-noisy", "lr", "sgd"));

TEST(Determinism, OfARegressorAndItsPredictions) {
  const World world({"--inputs", "5", "--samples", "300"});
  expect_the_same_model(world, {"regress", world.x(), "--target", "5", "--folds", "3"});
  std::string first;
  for (int k = 0; k < 3; ++k) {
    ASSERT_EQ(run({"predict", world.path("m.json"), world.x(), "--out", world.path("yhat.csv")}).code, 0);
    if (first.empty()) first = world.folder().read("yhat.csv");
    EXPECT_EQ(world.folder().read("yhat.csv"), first);
  }
}

}  // namespace
}  // namespace resunit::test
