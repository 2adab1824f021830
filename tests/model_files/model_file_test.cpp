// SPDX-License-Identifier: BSD-3-Clause
// A model file is read back bit for bit, and an invalid one is rejected with the location of the error.
#include "resunit/model_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "model_files/model_json.hpp"
#include "resunit/error.hpp"
#include "resunit/fit.hpp"
#include "resunit/samples.hpp"
#include "resunit/synthetic.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"
#include "support/models.hpp"
#include "support/temporary_folder.hpp"

namespace resunit {
namespace {

using test::read_fit;
using test::same_bits;
using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Unit unit_of_random_bits(Index d, Index m) {
  return {.A = test::random_bits(d, d, 1, kLargestMagnitude), .B = test::random_bits(m, d, 2, kLargestMagnitude)};
}

Fit finished_fit() {
  Fit fit;
  fit.unit = unit_of_random_bits(2, 3);
  fit.method = Method::lp_noisy;
  fit.status = FitStatus::inexact;
  fit.reason = "1 of 4 rows stopped early: \"quoted\", naïve";
  fit.warnings = {"column 2 of X is constant", ""};
  fit.training_loss = 1e308;
  fit.certificate = {
      .holds = false, .layer2_rows = {true, true}, .layer1_rows = {true, false}, .scale_rows = {true, false}};
  fit.layer2_rows = {{RowStatus::solved, 12, 5e-324, -0.0}, {RowStatus::iteration_limit, 200, 0.1, 1e-3}};
  fit.layer1_rows = {{RowStatus::stalled, 3, 1e23, 2.5}, {RowStatus::solved, 1, 0, 0}};
  fit.curve = {{1, 0.25, 9.5}, {256, 3.5, std::numeric_limits<double>::min()}};
  fit.seconds = {{"layer 2", 0.5}, {"layer 1", 0.25}, {"a third", 1e-9}};
  fit.columns = {.inputs = {"a", "naïve \"b\""}, .targets = {"c", "d", ""}, .target_at = {0, 2, 4}, .ignored = {"id"}};
  fit.input_range = {.low = Vector{{-1, 5e-324}}, .high = Vector{{0.1, 1e300}}};
  return fit;
}

Fit parsed(std::string_view text) {
  const TemporaryFolder folder;
  return read_fit(folder.write("m.json", text));
}

/// The error message for a file with this text, after the file name.
std::string model_error(std::string_view text) {
  const std::string message = test::message_of<DataError>([&] { parsed(text); });
  const std::string name = "m.json: ";
  EXPECT_THAT(message, HasSubstr(name));
  return message.substr(std::min(message.find(name), message.size() - name.size()) + name.size());
}

/// A valid model with additional fields; a later field replaces an earlier one of the same name.
std::string model_with(const std::string& fields) {
  return R"({"format": "resunit", "version": 1, "kind": "unit", "A": [[1, 2], [3, 4]], "B": [[1, 0], [0, 1]])" +
         (fields.empty() ? "" : ", " + fields) + "}";
}

TEST(ModelFile, ReadsBackAFitBitForBit) {
  const TemporaryFolder folder;
  const Fit fit = finished_fit();
  write_model(folder / "m.json", fit);
  const Fit back = read_fit(folder / "m.json");
  EXPECT_THAT(folder.names(), ElementsAre("m.json"));
  EXPECT_TRUE(same_bits(back.unit.A, fit.unit.A));
  EXPECT_TRUE(same_bits(back.unit.B, fit.unit.B));
  EXPECT_EQ(model_json(back, true), model_json(fit, true)) << "every field, through its shortest digits";
  EXPECT_EQ(back.method, fit.method);
  EXPECT_EQ(back.status, fit.status);
  EXPECT_EQ(back.reason, fit.reason);
  EXPECT_EQ(back.warnings, fit.warnings);
  EXPECT_EQ(back.training_loss, fit.training_loss);
  EXPECT_EQ(back.certificate.holds, fit.certificate.holds);
  EXPECT_EQ(back.certificate.layer2_rows, fit.certificate.layer2_rows);
  EXPECT_EQ(back.certificate.layer1_rows, fit.certificate.layer1_rows);
  EXPECT_EQ(back.certificate.scale_rows, fit.certificate.scale_rows);
  EXPECT_EQ(back.layer2_rows[0].objective, 5e-324);
  EXPECT_TRUE(std::signbit(back.layer2_rows[0].optimality));
  EXPECT_EQ(back.layer1_rows[0].status, RowStatus::stalled);
  EXPECT_EQ(back.curve[1].loss, fit.curve[1].loss);
  EXPECT_EQ(back.seconds, fit.seconds) << "in order";
  EXPECT_EQ(back.columns.inputs, fit.columns.inputs);
  EXPECT_EQ(back.columns.targets, fit.columns.targets);
  EXPECT_EQ(back.columns.target_at, fit.columns.target_at);
  EXPECT_EQ(back.columns.ignored, fit.columns.ignored);
  EXPECT_EQ(back.input_range.low, fit.input_range.low);
  EXPECT_EQ(back.input_range.high, fit.input_range.high);
}

TEST(ModelFile, RejectsColumnsThatDoNotMatchTheWeights) {
  EXPECT_THAT(parsed(model_with("")).columns.inputs, IsEmpty());
  EXPECT_EQ(model_error(model_with(R"("inputs": ["a"])")), "the inputs have 1 name, expected 2");
  EXPECT_EQ(model_error(model_with(R"("outputs": ["a", "b", "c"])")), "the targets have 3 names, expected 2");
  EXPECT_EQ(model_error(model_with(R"("inputs": 2)")), "inputs is of type number, expected an array");
  EXPECT_EQ(model_error(model_with(R"("output_columns": [1, 5])")), "target position 5, expected 1 to 4");
  EXPECT_EQ(model_error(model_with(R"("input_range": {"low": [0, 1]})")), "input_range has no \"high\"");
  EXPECT_EQ(model_error(model_with(R"("input_range": {"low": [0, 1], "high": [1]})")),
            "the range of the inputs has 2 and 1 entries, expected 2");
  EXPECT_EQ(model_error(model_with(R"("input_range": {"low": [0, 1], "high": [1, 0]})")),
            "a range of the inputs is empty");
}

TEST(ModelFile, ReadsBackRandomBits) {
  const TemporaryFolder folder;
  const Unit unit = unit_of_random_bits(20, 33);
  write_model(folder / "teacher.json", unit);
  const Fit back = read_fit(folder / "teacher.json");
  EXPECT_TRUE(same_bits(back.unit.A, unit.A));
  EXPECT_TRUE(same_bits(back.unit.B, unit.B));
}

TEST(ModelFile, OfATeacherHasWeightsOnly) {
  const TemporaryFolder folder;
  write_model(folder / "teacher.json", unit_of_random_bits(2, 2));
  const auto document = nlohmann::json::parse(folder.read("teacher.json"));
  EXPECT_EQ(document.size(), 5u) << "format, version, kind, A, B";
  EXPECT_EQ(read_fit(folder / "teacher.json").status, FitStatus::not_run);
}

TEST(ModelFile, SupportsEveryStatusAndMethod) {
  const TemporaryFolder folder;
  Fit fit = finished_fit();
  for (int status = 0; status <= static_cast<int>(FitStatus::diverged); ++status) {
    for (int method = 0; method <= static_cast<int>(Method::sgd); ++method) {
      fit.status = static_cast<FitStatus>(status);
      fit.method = static_cast<Method>(method);
      fit.layer1_rows[0].status = static_cast<RowStatus>(status % (static_cast<int>(RowStatus::stalled) + 1));
      write_model(folder / "m.json", fit);
      const Fit back = read_fit(folder / "m.json");
      EXPECT_EQ(back.status, fit.status);
      EXPECT_EQ(back.method, fit.method);
      EXPECT_EQ(back.layer1_rows[0].status, fit.layer1_rows[0].status);
    }
  }
}

TEST(ModelFile, WritesReportedNumbersThatAreNotFiniteAsNull) {
  const TemporaryFolder folder;
  Fit fit = finished_fit();
  fit.layer2_rows[0].optimality = std::numeric_limits<double>::infinity();
  write_model(folder / "m.json", fit);
  EXPECT_TRUE(std::isnan(read_fit(folder / "m.json").layer2_rows[0].optimality));
}

TEST(ModelFile, RejectsWritingWeightsThatAreNotFinite) {
  const TemporaryFolder folder;
  Fit fit = finished_fit();
  fit.unit.A(0, 1) = NAN;
  EXPECT_THROW(write_model(folder / "m.json", fit), DataError);
  EXPECT_THROW(write_model(folder / "m.json", fit.unit), DataError);
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(ModelFile, HasOneLinePerFieldAndRow) {
  const std::string text = model_json(finished_fit(), true);
  EXPECT_THAT(text, HasSubstr("\n  \"method\": \"lp-noisy\",\n"));
  EXPECT_THAT(text, HasSubstr("\n  \"A\": [\n    ["));
  EXPECT_THAT(text, HasSubstr("\n  \"warnings\": ["));
}

TEST(ModelJson, OmitsTheWeightsOnRequest) {
  const auto document = nlohmann::json::parse(model_json(finished_fit(), false));
  EXPECT_FALSE(document.contains("A"));
  EXPECT_FALSE(document.contains("B"));
  EXPECT_EQ(document.at("status"), to_string(FitStatus::inexact));
  EXPECT_EQ(document.at("seconds").at("layer 2"), 0.5);
}

TEST(ModelJson, IsValidForAnyBytesInTheWarnings) {
  Fit fit = finished_fit();
  fit.warnings = {"\xFF\xFE", "line\nbreak"};
  EXPECT_TRUE(nlohmann::json::accept(model_json(fit, true)));
}

TEST(ModelFile, IgnoresUnknownFields) {
  const Fit fit = parsed(model_with(R"("noise_std": 0.5, "later": {"nested": [[[1]]]})"));
  EXPECT_EQ(fit.unit.A(1, 0), 3);
}

TEST(ModelFile, RejectsInvalidJson) {
  EXPECT_THAT(model_error("1,2\n3,4\n"), HasSubstr("not a model file: parse error at line 1, column 2"));
  EXPECT_THAT(model_error(model_with("") + "x"), HasSubstr("parse error at line 1, column"));
  EXPECT_THAT(model_error(model_with("\"reason\": \"\xFF\"")), HasSubstr("parse error"));
  EXPECT_THAT(test::message_of<DataError>([] { parsed(""); }), EndsWith("the file is empty"));
}

TEST(ModelFile, RejectsEveryTruncation) {
  const std::string whole = model_json(finished_fit(), true);
  for (std::size_t size = 1; size + 2 < whole.size(); ++size) {
    EXPECT_THAT(model_error(whole.substr(0, size)), HasSubstr("not a model file: parse error at line")) << size;
  }
}

TEST(ModelFile, RejectsDeepNestingBeforeParsing) {
  EXPECT_EQ(model_error(std::string(1'000'000, '[')), "not a model file: nested deeper than 64 levels");
  EXPECT_EQ(model_error(R"({"A": )" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}"),
            "not a model file: nested deeper than 64 levels");
  std::string objects;
  for (int k = 0; k < 100'000; ++k) objects += R"({"a":)";
  EXPECT_EQ(model_error(objects), "not a model file: nested deeper than 64 levels");
}

/// Each name is compared with all names before it: a million of them would take a quarter of an hour.
TEST(ModelFile, RejectsObjectsWithTooManyFields) {
  std::string fields = R"("f": 0)";
  for (int k = 0; k < 1'000'000; ++k) fields += fmt::format(R"(,"{}":0)", k);
  EXPECT_EQ(model_error(model_with(fields)), "not a model file: more than 1000 fields in one object");
}

TEST(ModelFile, ReadsALongCurveInTimeProportionalToItsLength) {
  Fit fit = finished_fit();
  for (int k = 0; k < 100'000; ++k) fit.curve.push_back({.epoch = k, .seconds = 0.5, .loss = 2});
  EXPECT_EQ(parsed(model_json(fit, true)).curve.size(), fit.curve.size());
}

TEST(ModelFile, AcceptsBracketsAndColonsInStrings) {
  const std::string brackets = std::string(100, '[') + R"(\"{)" + std::string(2000, ':') + R"(\\)";
  EXPECT_EQ(parsed(model_with(R"("reason": ")" + brackets + "\"")).reason.size(), 100 + 2 + 2000 + 1);
}

TEST(ModelFile, RejectsOtherDocuments) {
  const std::string not_ours = "not a model file: no \"format\": \"resunit\"";
  EXPECT_EQ(model_error("[1, 2]"), not_ours);
  EXPECT_EQ(model_error("{}"), not_ours);
  EXPECT_EQ(model_error(R"({"format": 1})"), not_ours);
  EXPECT_EQ(model_error(R"({"format": "onnx", "version": 1})"), not_ours);
}

TEST(ModelFile, RejectsOtherVersions) {
  EXPECT_EQ(model_error(R"({"format": "resunit", "version": 2})"),
            "version 2 of the format is not supported, expected version 1");
  EXPECT_EQ(model_error(R"({"format": "resunit"})"), "the model has no \"version\"");
  EXPECT_EQ(model_error(R"({"format": "resunit", "version": "1"})"), "version is of type string, expected an integer");
  EXPECT_EQ(model_error(R"({"format": "resunit", "version": 99999999999})"),
            "version is 99999999999, too large for an integer");
}

TEST(ModelFile, NamesAllKindsIfTheKindIsUnknown) {
  EXPECT_EQ(model_error(R"({"format": "resunit", "version": 1, "kind": "forest"})"),
            "a model of kind \"forest\", expected \"unit\", \"network\" or \"regressor\"");
  EXPECT_EQ(model_error(R"({"format": "resunit", "version": 1, "kind": 1})"),
            "kind is of type number, expected a string");
}

TEST(ModelFile, RejectsMissingAndRaggedWeights) {
  const std::string head = R"({"format": "resunit", "version": 1, "kind": "unit")";
  EXPECT_EQ(model_error(head + R"(, "B": [[1]]})"), "the model has no \"A\"");
  EXPECT_EQ(model_error(head + R"(, "A": [[1]]})"), "the model has no \"B\"");
  EXPECT_EQ(model_error(head + R"(, "A": [[1, 2], [3]], "B": [[1]]})"), "A[1] has length 1, A[0] has length 2");
  EXPECT_EQ(model_error(head + R"(, "A": [[1, 2], 3], "B": [[1]]})"), "A[1] is of type number, expected an array");
  EXPECT_EQ(model_error(head + R"(, "A": "1", "B": [[1]]})"), "A is of type string, expected an array");
}

TEST(ModelFile, RejectsWeightsOfWrongShape) {
  const auto shapes = [](const char* A, const char* B) {
    return model_error(fmt::format(R"({{"format": "resunit", "version": 1, "kind": "unit", "A": {}, "B": {}}})", A, B));
  };
  EXPECT_THAT(shapes("[[1, 2]]", "[[1, 2]]"), HasSubstr("A is 1 x 2")) << "A not square";
  EXPECT_THAT(shapes("[[1]]", "[[1, 2], [3, 4]]"), HasSubstr("A is 1 x 1, B is 2 x 2")) << "not as wide";
  EXPECT_THAT(shapes("[[1, 2], [3, 4]]", "[[1, 2]]"), HasSubstr("B is 1 x 2")) << "m < d";
  EXPECT_THAT(shapes("[]", "[]"), HasSubstr("A is 0 x 0"));
  EXPECT_THAT(shapes("[[]]", "[[]]"), HasSubstr("A is 1 x 0"));
}

TEST(ModelFile, RejectsWeightsThatAreNotNumbers) {
  const auto entry = [](const char* value) {
    return model_error(
        fmt::format(R"({{"format": "resunit", "version": 1, "kind": "unit", "A": [[{}]], "B": [[1]]}})", value));
  };
  EXPECT_EQ(entry("\"1\""), "A[0][0] is of type string, expected a number");
  EXPECT_EQ(entry("null"), "A[0][0] is of type null, expected a number");
  EXPECT_EQ(entry("true"), "A[0][0] is of type boolean, expected a number");
  EXPECT_THAT(entry("1e999"), HasSubstr("1e999"));
  EXPECT_THAT(entry("NaN"), HasSubstr("parse error at line 1"));
}

TEST(ModelFile, RejectsOtherFieldsOfWrongType) {
  EXPECT_EQ(model_error(model_with(R"("method": 3)")), "method is of type number, expected a string");
  EXPECT_THAT(model_error(model_with(R"("method": "magic")")), HasSubstr("magic"));
  EXPECT_EQ(
      model_error(model_with(R"("status": "fine")")),
      "status is \"fine\", expected one of not run, solved, suspect, inexact, undetermined, not exact, infeasible, "
      "rank deficient, too few samples, too few one-signed, unrelated, diverged");
  EXPECT_EQ(model_error(model_with(R"("reason": null)")), "reason is of type null, expected a string");
  EXPECT_EQ(model_error(model_with(R"("warnings": "one")")), "warnings is of type string, expected an array");
  EXPECT_EQ(model_error(model_with(R"("warnings": ["one", 2])")), "warnings[1] is of type number, expected a string");
  EXPECT_EQ(model_error(model_with(R"("training_loss": "0")")), "training_loss is of type string, expected a number");
  EXPECT_EQ(model_error(model_with(R"("certificate": {"holds": 1})")),
            "certificate.holds is of type number, expected true or false");
  EXPECT_EQ(model_error(model_with(R"("certificate": {"holds": true, "layer2_rows": [0, 1]})")),
            "certificate.layer2_rows[0] is of type number, expected true or false");
  EXPECT_EQ(model_error(model_with(R"("certificate": {"holds": true})")), "certificate has no \"layer2_rows\"");
  EXPECT_EQ(model_error(model_with(R"("layer2_rows": [1, 2])")),
            "layer2_rows[0] is of type number, expected an object");
  EXPECT_EQ(model_error(model_with(R"("layer1_rows": [{"status": "solved"}])")),
            "layer1_rows[0] has no \"iterations\"");
  EXPECT_EQ(model_error(model_with(R"("curve": [{"epoch": 1.5}])")),
            "curve[0].epoch is of type number, expected an integer");
  EXPECT_EQ(model_error(model_with(R"("seconds": [1])")), "seconds is of type array, expected an object");
  EXPECT_EQ(model_error(model_with(R"("seconds": {"fit": "1"})")), "seconds.fit is of type string, expected a number");
}

TEST(ModelFile, RejectsReportsWithAnotherNumberOfRows) {
  EXPECT_EQ(
      model_error(model_with(
          R"("certificate": {"holds": true, "layer2_rows": [true, true], "layer1_rows": [], "scale_rows": [true]})")),
      "certificate.scale_rows has length 1, but A has 2 rows");
}

TEST(ModelFile, KeepsTheGrowthOfTheNoise) {
  Fit fit = finished_fit();
  fit.method = Method::noisy;
  EXPECT_THAT(model_json(fit, true), Not(HasSubstr("noise_growth")));
  fit.uncertainty.noise_growth = {.p_value = 1e-9,
                                  .detected = true,
                                  .weighted = true,
                                  .share = 0.75,
                                  .power = 2,
                                  .mean_size = 3.5,
                                  .input_weight = Vector{{0.5, 0}}};
  const std::string whole = model_json(fit, true);
  const NoiseGrowth read = parsed(whole).uncertainty.noise_growth;
  EXPECT_TRUE(read.detected && read.weighted);
  EXPECT_EQ(read.p_value, 1e-9);
  EXPECT_EQ(read.share, 0.75);
  EXPECT_EQ(read.power, 2);
  EXPECT_EQ(read.mean_size, 3.5);
  EXPECT_EQ(read.input_weight, fit.uncertainty.noise_growth.input_weight);
  nlohmann::json document = nlohmann::json::parse(whole);
  document["noise_growth"]["input_weight"] = {1};
  EXPECT_EQ(model_error(document.dump()), "noise_growth.input_weight is 1 x 1, expected 2 x 1");
}

TEST(ModelFile, RejectsStandardErrorsOfWrongShape) {
  const Dataset data = draw_samples(draw_teacher({.inputs = 2, .seed = 1}), {.samples = 60, .noise = 0.1, .seed = 2});
  const std::string whole = model_json(fit(data, {.method = Method::noisy}), true);
  const auto changed = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json document = nlohmann::json::parse(whole);
    document.at(nlohmann::json::json_pointer(pointer)) = value;
    return model_error(document.dump());
  };
  const nlohmann::json wide = {{1, 2, 3}};
  EXPECT_EQ(changed("/noise_covariance", wide), "noise_covariance is 1 x 3, expected 2 x 2");
  EXPECT_EQ(changed("/A_stderr", wide), "A_stderr is 1 x 3, expected 2 x 2");
  EXPECT_EQ(changed("/B_stderr", wide), "B_stderr is 1 x 3, expected 2 x 2");
  EXPECT_EQ(changed("/covariance/input_scale/1", -1), "covariance has a scale that is not positive");
  EXPECT_EQ(changed("/covariance/output_scale/0", 0), "covariance has a scale that is not positive");
  EXPECT_EQ(changed("/covariance/A", wide), "covariance.A is 1 x 3, expected 4 x 4");
  EXPECT_EQ(changed("/covariance/beta", nlohmann::json::array()), "covariance.beta has length 0, expected 2");
}

}  // namespace
}  // namespace resunit
