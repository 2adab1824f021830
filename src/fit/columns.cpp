// SPDX-License-Identifier: BSD-3-Clause
// The columns of a table that a fitted unit or network requires.
#include "io/columns.hpp"

#include "resunit/fit.hpp"

namespace resunit {
namespace {

ModelColumns columns_of(const Fit& fit) {
  return {.columns = fit.columns, .inputs = fit.unit.inputs(), .outputs = fit.unit.outputs()};
}
ModelColumns columns_of(const NetworkFit& fit) {
  return {.columns = fit.columns, .inputs = fit.network.inputs(), .outputs = fit.network.outputs()};
}

}  // namespace

Matrix inputs_of(const Fit& fit, const Table& table) {
  return select_inputs(columns_of(fit), table);
}

Matrix outputs_of(const Fit& fit, const Table& table) {
  return select_targets(columns_of(fit), table);
}

Matrix inputs_of(const NetworkFit& fit, const Table& table) {
  return select_inputs(columns_of(fit), table);
}

Matrix outputs_of(const NetworkFit& fit, const Table& table) {
  return select_targets(columns_of(fit), table);
}

}  // namespace resunit
