// SPDX-License-Identifier: BSD-3-Clause
// Equal inputs and seeds give identical output files, for any number of threads and in repeated runs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command/generated_samples.hpp"

namespace resunit::test {
namespace {

/// The model file without its wall times.
std::string without_times(const GeneratedSamples& samples, const std::string& name) {
  auto model = nlohmann::ordered_json::parse(samples.folder().read(name));
  model.erase("seconds");
  if (model.contains("curve"))
    for (auto& point : model["curve"]) point.erase("seconds");
  return model.dump();
}

/// Runs the command with 1, 2 and 3 threads, and again with 2.
void expect_identical_models(const GeneratedSamples& samples, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--model", samples.path("m.json"), "--threads", ""});
  std::string first;
  for (const char* threads : {"1", "2", "3", "2"}) {
    arguments.back() = threads;
    const Outcome outcome = run(arguments);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::string model = without_times(samples, "m.json");
    if (first.empty()) first = model;
    EXPECT_TRUE(model == first) << threads << " threads";
  }
}

class Determinism : public testing::TestWithParam<const char*> {};

TEST_P(Determinism, OfTheModelFile) {
  const std::string method = GetParam();
  const bool needs_noiseless = method == "exact" || method == "lp";
  const GeneratedSamples samples({"--noise", needs_noiseless ? "0" : "0.1", "--inputs", "3", "--samples", "400"});
  expect_identical_models(samples, {"fit", samples.x(), samples.y(), "--method", method});
}

INSTANTIATE_TEST_SUITE_P(Methods, Determinism,
                         testing::Values("auto", "exact", "noisy", "qp", "lp", "lp-noisy", "lr", "sgd"));

TEST(Determinism, OfARegressorAndItsPredictions) {
  const GeneratedSamples samples({"--inputs", "5", "--samples", "300"});
  expect_identical_models(samples, {"regress", samples.x(), "--target", "5", "--folds", "3"});
  std::string first;
  for (int k = 0; k < 3; ++k) {
    ASSERT_EQ(run({"predict", samples.path("m.json"), samples.x(), "--out", samples.path("yhat.csv")}).code, 0);
    if (first.empty()) first = samples.folder().read("yhat.csv");
    EXPECT_EQ(samples.folder().read("yhat.csv"), first);
  }
}

}  // namespace
}  // namespace resunit::test
