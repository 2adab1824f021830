// SPDX-License-Identifier: BSD-3-Clause
// Model files written by version 0.1.0 are still read: tests/model_files/version_0.1.0 has one of each kind. The
// expected outputs are those of version 0.1.0.
#include <gtest/gtest.h>

#include <filesystem>

#include "model_files/model_json.hpp"
#include "resunit/intervals.hpp"
#include "resunit/model_file.hpp"

namespace resunit::test {
namespace {

Model read_old(const char* name) {
  return read_model(std::filesystem::path(RESUNIT_SOURCE) / "tests/model_files/version_0.1.0" / name);
}

Fit read_old_fit(const char* name) {
  return std::get<Fit>(read_old(name));
}

/// The tolerance allows for rounding error: other CPUs add in another order.
void expect_close(const Matrix& found, const Matrix& expected) {
  ASSERT_EQ(found.rows(), expected.rows());
  ASSERT_EQ(found.cols(), expected.cols());
  EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-13 * expected.cwiseAbs().maxCoeff());
}

const Matrix kInputsOfUnits{{-0.3359594332235142, 0.36321870107488097}, {-0.7823871883835593, -1.2560151738825667}};

TEST(Version010, UnitsPredictAsBefore) {
  expect_close(predict(read_old_fit("teacher.json"), kInputsOfUnits),
               Matrix{{0.6634700487317766, -0.15156795908693121}, {-1.8335819163265703, -0.23541530585224285}});
  expect_close(predict(read_old_fit("exact.json"), kInputsOfUnits),
               Matrix{{0.6634700487317768, -0.15156795908693108}, {-1.83358191632657, -0.23541530585224282}});
  expect_close(predict(read_old_fit("noisy.json"), kInputsOfUnits),
               Matrix{{0.6641115566259025, -0.1686712278335558}, {-1.8014491461360702, -0.18469405032290978}});
  expect_close(predict(read_old_fit("qp.json"), kInputsOfUnits),
               Matrix{{0.6765652829424866, -0.12099780227419916}, {-1.8263346780194996, -0.26244271330436336}});
}

TEST(Version010, StatusesCertificatesAndErrorsAreKept) {
  EXPECT_EQ(read_old_fit("teacher.json").status, FitStatus::not_run);
  const Fit exact = read_old_fit("exact.json");
  EXPECT_EQ(exact.method, Method::exact);
  EXPECT_TRUE(exact.usable());
  EXPECT_TRUE(exact.certificate.holds);
  const Fit noisy = read_old_fit("noisy.json");
  EXPECT_EQ(noisy.method, Method::noisy);
  EXPECT_GT(noisy.uncertainty.noise_std, 0);
  EXPECT_EQ(interval_half_width(noisy, kInputsOfUnits, 0.95).rows(), 2);
  EXPECT_EQ(read_old_fit("qp.json").layer1_rows.size(), 2U);
  EXPECT_EQ(read_old_fit("sgd.json").curve.size(), 4U);
  EXPECT_TRUE(read_old_fit("bias.json").unit.bias);
}

TEST(Version010, RegressorsPredictAsBefore) {
  const Regression old = std::get<Regression>(read_old("regressor.json"));
  EXPECT_EQ(old.regressor.columns.inputs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(old.cross_validation.folds, 2);
  EXPECT_TRUE(predict(old.regressor, kInputsOfUnits).allFinite());
}

TEST(Version010, FilesReadBackAsTheyAreWrittenNow) {
  for (const char* name :
       {"teacher.json", "exact.json", "noisy.json", "qp.json", "sgd.json", "bias.json", "regressor.json"}) {
    const Model old = read_old(name);
    const std::string written = std::visit([](const auto& model) { return model_json(model, true); }, old);
    const std::string again =
        std::visit([](const auto& model) { return model_json(model, true); }, parse_model(written));
    EXPECT_EQ(again, written) << name;
  }
}

}  // namespace
}  // namespace resunit::test
