// SPDX-License-Identifier: BSD-3-Clause
// Arbitrary text as a model file of a unit, a network or a regressor: the result is a model that can be printed, used for
// predictions and read back unchanged after it is written, or a DataError.
#include "model_files/model_json.hpp"
#include "require.hpp"
#include "resunit/error.hpp"

namespace {

using namespace resunit;

/// Weights are not bounded, so the outputs may overflow.
void use(const Fit& fit) {
  const Matrix X = Matrix::Ones(2, fit.unit.inputs()), yhat = predict(fit.unit, X);
  fuzz::require(yhat.rows() == 2 && yhat.cols() == fit.unit.outputs());
}

void use(const NetworkFit& fit) {
  const Matrix X = Matrix::Ones(2, fit.network.inputs()), yhat = predict(fit, X);
  fuzz::require(yhat.rows() == 2 && yhat.cols() == fit.network.outputs());
}

void use(const Regression& regression) {
  const Matrix X = Matrix::Ones(2, regression.regressor.input_count());
  fuzz::require(predict(regression.regressor, X).allFinite());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto describe_and_write = [](const auto& model) {
    use(model);
    fuzz::require(!model.brief().empty() && !model.full().empty());
    return model_json(model, true);
  };
  try {
    const std::string written = std::visit(describe_and_write, parse_model(std::string(fuzz::text(data, size))));
    fuzz::require(std::visit(describe_and_write, parse_model(written)) == written);
  } catch (const DataError&) {
  }
  return 0;
}
