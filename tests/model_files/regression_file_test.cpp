// SPDX-License-Identifier: BSD-3-Clause
// The file of a regressor is read back bit for bit, and an invalid one is rejected with the location of the error.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model_files/model_json.hpp"
#include "resunit/error.hpp"
#include "resunit/model_file.hpp"
#include "resunit/samples.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"
#include "support/models.hpp"
#include "support/temporary_folder.hpp"

namespace resunit {
namespace {

using nlohmann::json;
using test::random_bits;
using test::read_regression;
using test::same_bits;
using test::TemporaryFolder;
using ::testing::HasSubstr;

Scaling random_scaling(Index size, std::uint64_t seed) {
  const Matrix bits = random_bits(size, 2, seed, kLargestMagnitude).cwiseAbs();
  return {
      .low = -bits.col(0), .high = bits.col(1), .mean = bits.col(0) / 2, .scale = (1 + bits.col(1).array()).matrix()};
}

Regression finished_regression() {
  Regression result;
  result.regressor = {.inputs = random_scaling(3, 1),
                      .outputs = random_scaling(2, 2),
                      .A = random_bits(4, 4, 3, kLargestMagnitude),
                      .W = random_bits(2, 4, 4, kLargestMagnitude),
                      .V = random_bits(2, 4, 5, kLargestMagnitude),
                      .columns = {.inputs = {"a", "naïve \"b\"", ""}, .targets = {"y", "z"}, .target_at = {3, 0}}};
  result.width = 2;
  result.members = 2;
  result.penalty = 3e-4;
  result.dropped = 1;
  result.held_out_rmse = Vector::Constant(2, 0.1);
  result.held_out_stderr = Vector::Constant(2, 0.01);
  result.target_std = Vector::Constant(2, 1e23);
  const Score score{.rmse = Vector::Constant(2, 0.3), .mae = Vector::Constant(2, 0.2), .r2 = Vector::Constant(2, NAN)};
  result.cross_validation = {.folds = 5, .unit = score, .mean = score, .linear = score};
  result.cross_validation.r2_std = Vector::Constant(2, 0.02);
  result.cross_validation.r2_gain_stderr = Vector::Constant(2, 0.03);
  result.warnings = {"one", ""};
  result.seconds = {{"prepare", 0.25}, {"learn", 1e-9}};
  return result;
}

TEST(RegressionFile, IsReadBackBitForBit) {
  const TemporaryFolder folder;
  const Regression regression = finished_regression();
  write_model(folder / "m.json", regression);
  const Regression back = read_regression(folder / "m.json");
  EXPECT_TRUE(same_bits(back.regressor.A, regression.regressor.A));
  EXPECT_TRUE(same_bits(back.regressor.W, regression.regressor.W));
  EXPECT_TRUE(same_bits(back.regressor.V, regression.regressor.V));
  EXPECT_TRUE(same_bits(back.regressor.inputs.low, regression.regressor.inputs.low));
  EXPECT_TRUE(same_bits(back.regressor.outputs.scale, regression.regressor.outputs.scale));
  EXPECT_EQ(back.regressor.columns.inputs, regression.regressor.columns.inputs);
  EXPECT_EQ(back.regressor.columns.target_at, regression.regressor.columns.target_at);
  EXPECT_EQ(model_json(back, true), model_json(regression, true)) << "every field, through its shortest digits";
}

TEST(RegressionFile, IsDistinguishedFromAUnitByItsKind) {
  const TemporaryFolder folder;
  write_model(folder / "r.json", finished_regression());
  write_model(folder / "u.json", Unit{.A = Matrix::Ones(1, 1), .B = Matrix::Ones(1, 1)});
  EXPECT_TRUE(std::holds_alternative<Regression>(read_model(folder / "r.json")));
  EXPECT_TRUE(std::holds_alternative<Fit>(read_model(folder / "u.json")));
}

TEST(RegressionFile, SupportsANetworkWithoutHiddenNeurons) {
  const TemporaryFolder folder;
  Regression regression = finished_regression();
  regression.regressor.A.resize(0, 4);
  regression.regressor.V.resize(2, 0);
  write_model(folder / "m.json", regression);
  EXPECT_EQ(read_regression(folder / "m.json").regressor.A.cols(), 4);
}

TEST(RegressionFile, IsNotWrittenWithWeightsThatAreNotFinite) {
  const TemporaryFolder folder;
  Regression regression = finished_regression();
  regression.regressor.V(0, 0) = NAN;
  EXPECT_THROW(write_model(folder / "m.json", regression), DataError);
  EXPECT_TRUE(folder.names().empty());
}

/// The error message for the file with one field changed.
std::string error_with(const std::string& pointer, const json& value) {
  const TemporaryFolder folder;
  json document = json::parse(model_json(finished_regression(), true));
  document[json::json_pointer(pointer)] = value;
  const auto file = folder.write("m.json", document.dump());
  return test::message_of<DataError>([&] { read_regression(file); });
}

TEST(RegressionFile, IsRejectedWithTheInvalidField) {
  EXPECT_THAT(error_with("/A/1/0", "x"), HasSubstr("A[1][0] is of type string, expected a number"));
  EXPECT_THAT(error_with("/A", json::array({{1, 2}})), HasSubstr("A is 1 x 2, expected 1 x 4"));
  EXPECT_THAT(error_with("/W", json::array({{1, 2, 3, 4}})), HasSubstr("W is 1 x 4, expected 2 x 4"));
  EXPECT_THAT(error_with("/V", json::array()), HasSubstr("V is 0 x 0, expected 2 x 4"));
  EXPECT_THAT(error_with("/input_scaling/scale/1", 0), HasSubstr("a scale of the inputs is not positive"));
  EXPECT_THAT(error_with("/input_scaling/low/1", 1e200), HasSubstr("a range of the inputs is empty"));
  EXPECT_THAT(error_with("/output_scaling/high", json::array({1})), HasSubstr("has 1 entries, expected 2"));
  EXPECT_THAT(error_with("/output_scaling/mean/0", nullptr), HasSubstr("output_scaling.mean[0] is of type null"));
  EXPECT_THAT(error_with("/inputs", json::array({"a"})), HasSubstr("the inputs have 1 name, expected 3"));
  EXPECT_THAT(error_with("/inputs", json::array()), HasSubstr("inputs and targets must both have names, or neither"));
  EXPECT_THAT(error_with("/target_columns", json::array({6, 1})), HasSubstr("target position 6, expected 1 to 5"));
  EXPECT_THAT(error_with("/target_columns", json::array({2})), HasSubstr("1 target positions, expected 2"));
  EXPECT_THAT(error_with("/held_out_rmse", json::array({1})),
              HasSubstr("held_out_rmse has length 1, expected 2, the number of targets"));
  EXPECT_THAT(error_with("/held_out_rmse", json::array()),
              HasSubstr("held_out_rmse and target_std have different lengths"));
  EXPECT_THAT(error_with("/held_out_stderr", json::array({1})), HasSubstr("held_out_stderr has length 1, expected 2"));
  EXPECT_THAT(error_with("/cross_validation/r2_std", json::array({1})), HasSubstr("r2_std has length 1, expected 2"));
  EXPECT_THAT(error_with("/cross_validation/mean/r2", json::array({1})), HasSubstr("scores of length 1, expected 2"));
  EXPECT_THAT(error_with("/cross_validation/folds", "x"), HasSubstr("cross_validation.folds is of type string"));
  EXPECT_THAT(error_with("/members", 1.5), HasSubstr("members is of type number, expected an integer"));
}

}  // namespace
}  // namespace resunit
