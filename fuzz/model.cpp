// SPDX-License-Identifier: BSD-3-Clause
// Any text as a model file, of a unit or a regressor: a model that can be described, used and written so that it reads
// back the same, or a DataError.
#include "model_files/model_json.hpp"
#include "promise.hpp"
#include "resunit/error.hpp"

namespace {

using namespace resunit;

/// Weights may be as large as they like, so the outputs may overflow.
void use(const Fit& fit) {
  const Matrix X = Matrix::Ones(2, fit.unit.inputs()), yhat = predict(fit.unit, X);
  fuzz::promise(yhat.rows() == 2 && yhat.cols() == fit.unit.outputs());
}

void use(const Regression& regression) {
  const Matrix X = Matrix::Ones(2, regression.regressor.input_count());
  fuzz::promise(predict(regression.regressor, X).allFinite());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto describe_and_write = [](const auto& model) {
    use(model);
    fuzz::promise(!model.brief().empty() && !model.full().empty());
    return model_json(model, true);
  };
  try {
    const std::string written = std::visit(describe_and_write, parse_model(std::string(fuzz::text(data, size))));
    fuzz::promise(std::visit(describe_and_write, parse_model(written)) == written);
  } catch (const DataError&) {
  }
  return 0;
}
