// SPDX-License-Identifier: BSD-3-Clause
// Model files of networks are read back bit for bit, and invalid ones are rejected with the location of the error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "model_files/model_json.hpp"
#include "resunit/error.hpp"
#include "resunit/model_file.hpp"
#include "resunit/synthetic.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace resunit {
namespace {

using nlohmann::json;
using test::message_of;
using test::random_bits;
using test::same_bits;
using test::TemporaryFolder;
using ::testing::HasSubstr;

NetworkFit network_of_random_bits() {
  NetworkFit fit;
  for (const Index rows : {2, 2, 3}) fit.network.weights.push_back(random_bits(rows, 2, rows, kLargestMagnitude));
  fit.columns = {.inputs = {"a", "b"}, .targets = {"c", "d", "e"}};
  fit.input_range = {.low = Vector{{-1, 5e-324}}, .high = Vector{{0.1, 1e300}}};
  fit.seconds = {{"exact, 3 layers", 0.5}};
  fit.training_loss = 1e-30;
  fit.relative_residual = std::numeric_limits<double>::min();
  fit.starts = 3;
  return fit;
}

NetworkFit exact_fit() {
  NetworkFit fit = network_of_random_bits();
  fit.method = Method::exact;
  fit.status = FitStatus::undetermined;
  fit.reason = "the \"reason\"";
  fit.choice = "3 layers";
  fit.warnings = {"column 2 of X is constant"};
  fit.certificate = {.holds = false,
                     .backward_error = 1e-15,
                     .singular_value = 1e-3,
                     .equations = 100,
                     .unknowns = 14,
                     .required_equations = 32,
                     .held_out = true,
                     .fewest_per_side = 7,
                     .required_per_side = 4,
                     .fewest_apart = 3,
                     .never_active = {{true, false}, {false, false}},
                     .always_active = {{false, false}, {false, true}},
                     .scale_rows = {{false, true}, {false, false}},
                     .nested_pairs = 2};
  return fit;
}

NetworkFit noisy_fit() {
  NetworkFit fit = network_of_random_bits();
  fit.method = Method::noisy;
  fit.status = FitStatus::solved;
  fit.uncertainty = {.noise_std = 0.1, .degrees_of_freedom = 86, .relaxed_loss = 0.1, .lower = 0.09, .upper = 0.12};
  for (const Matrix& W : fit.network.weights) fit.uncertainty.standard_errors.push_back(W.cwiseAbs());
  return fit;
}

NetworkFit read_back(const NetworkFit& fit) {
  const TemporaryFolder folder;
  write_model(folder / "m.json", fit);
  return std::get<NetworkFit>(read_model(folder / "m.json"));
}

TEST(NetworkFile, IsReadBackBitForBit) {
  for (const NetworkFit& fit : {exact_fit(), noisy_fit()}) {
    const NetworkFit read = read_back(fit);
    EXPECT_EQ(model_json(read, true), model_json(fit, true));
    for (std::size_t l = 0; l < fit.network.weights.size(); ++l)
      EXPECT_TRUE(same_bits(read.network.weights[l], fit.network.weights[l])) << l;
    EXPECT_EQ(read.full(), fit.full());
    EXPECT_EQ(read.certificate.never_active, fit.certificate.never_active);
    EXPECT_EQ(read.uncertainty.standard_errors.size(), fit.uncertainty.standard_errors.size());
  }
}

TEST(NetworkFile, OfATeacherHasWeightsOnly) {
  const TemporaryFolder folder;
  const Network teacher = draw_network({.inputs = 3, .layers = 4});
  write_model(folder / "teacher.json", teacher);
  const auto read = std::get<NetworkFit>(read_model(folder / "teacher.json"));
  EXPECT_EQ(read.status, FitStatus::not_run);
  ASSERT_EQ(read.network.layers(), 4);
  EXPECT_TRUE(same_bits(read.network.weights[2], teacher.weights[2]));
  EXPECT_FALSE(json::parse(folder.read("teacher.json")).contains("status"));
}

TEST(NetworkFile, HasOneMatrixRowPerLine) {
  const TemporaryFolder folder;
  write_model(folder / "m.json", Network{{Matrix{{1, 2}, {3, 4}}, Matrix{{5, 6}, {7, 8}}}});
  EXPECT_THAT(folder.read("m.json"), HasSubstr("\"weights\": [\n"
                                               "    [\n      [1.0,2.0],\n      [3.0,4.0]\n    ],\n"
                                               "    [\n      [5.0,6.0],\n      [7.0,8.0]\n    ]\n  ]\n"));
}

/// The message for the document of a fit after `change`.
template <class Change>
std::string message_after(NetworkFit fit, Change change) {
  json document = json::parse(model_json(fit, true));
  change(document);
  return message_of<DataError>([&] { (void)parse_model(document.dump()); });
}

TEST(NetworkFile, IsRejectedWithTheLocationOfTheError) {
  EXPECT_THAT(message_after(exact_fit(), [](json& file) { file.erase("weights"); }), HasSubstr("no \"weights\""));
  EXPECT_THAT(message_after(exact_fit(), [](json& file) { file["weights"] = json::array(); }),
              HasSubstr("at least 2 weight matrices, not 0"));
  EXPECT_THAT(message_after(exact_fit(),
                            [](json& file) {
                              file["weights"][1] = {{1, 2, 3}};
                            }),
              HasSubstr("W_1 is 1 x 3"));
  EXPECT_THAT(message_after(exact_fit(), [](json& file) { file["weights"][1][0][1] = "a"; }),
              HasSubstr("weights[1][0][1] is of type string"));
  EXPECT_THAT(message_after(exact_fit(), [](json& file) { file["inputs"] = {"a"}; }), HasSubstr("inputs"));
  EXPECT_THAT(message_after(exact_fit(), [](json& file) { file["certificate"]["never_active"].erase(0); }),
              HasSubstr("certificate.never_active has length 1, but the network has 2 hidden layers"));
  EXPECT_THAT(message_after(exact_fit(), [](json& file) { file["certificate"]["scale_rows"][0].erase(0); }),
              HasSubstr("certificate.scale_rows has a layer with 1 rows, expected 2"));
  EXPECT_THAT(message_after(noisy_fit(), [](json& file) { file["standard_errors"].erase(2); }),
              HasSubstr("standard_errors does not have the shape of the weights"));
  EXPECT_THAT(message_after(exact_fit(), [](json& file) { file["kind"] = "deep"; }),
              HasSubstr("expected \"unit\", \"network\" or \"regressor\""));
}

}  // namespace
}  // namespace resunit
