// SPDX-License-Identifier: BSD-3-Clause
// The columns of a model are found in a table by name, or by position if there are no names.
#include "io/columns.hpp"

#include <gtest/gtest.h>

#include "resunit/error.hpp"
#include "support/message_of.hpp"

namespace resunit::test {
namespace {

const Columns kNamed{.inputs = {"a", "b"}, .targets = {"c"}, .ignored = {"id"}};
const Columns kBare{.target_at = {1}};

ModelColumns model(const Columns& columns) {
  return {.columns = columns, .inputs = 2, .outputs = 1};
}

std::string error_of(const Columns& columns, const Table& table) {
  return message_of<DataError>([&] { select_inputs(model(columns), table); });
}

TEST(SelectColumns, ByNameInAnyOrder) {
  const Table table{.values = Matrix{{1, 2, 3, 4}}, .names = {"c", "b", "id", "a"}};
  EXPECT_EQ(select_inputs(model(kNamed), table), (Matrix{{4, 2}}));
  EXPECT_EQ(select_targets(model(kNamed), table), (Matrix{{1}}));
  const Table inputs{.values = Matrix{{1, 2}}, .names = {"b", "a"}};
  EXPECT_EQ(select_inputs(model(kNamed), inputs), (Matrix{{2, 1}}));
}

TEST(SelectColumns, ByPositionWithoutNames) {
  EXPECT_EQ(select_inputs(model(kNamed), {.values = Matrix{{1, 2}}}), (Matrix{{1, 2}}));
  EXPECT_EQ(select_inputs(model(kBare), {.values = Matrix{{1, 2}}, .names = {"x", "y"}}), (Matrix{{1, 2}}));
  EXPECT_EQ(select_inputs(model(kBare), {.values = Matrix{{1, 2, 3}}}), (Matrix{{1, 3}})) << "the training table";
  EXPECT_EQ(select_targets(model(kBare), {.values = Matrix{{1, 2, 3}}}), (Matrix{{2}}));
  EXPECT_EQ(select_targets(model({}), {.values = Matrix{{7}}}), (Matrix{{7}}));
}

TEST(SelectColumns, NamesWhatIsMissingOrUnexpected) {
  EXPECT_EQ(error_of(kNamed, {.values = Matrix{{1, 2}}, .names = {"a", "c"}}),
            "the table has no column 'b', which the model requires");
  EXPECT_EQ(error_of(kNamed, {.values = Matrix{{1, 2, 3}}, .names = {"a", "b", "e"}}),
            "the table has a column 'e' that the model was not trained on");
  EXPECT_EQ(error_of(kNamed, {.values = Matrix{{1, 2}}, .names = {"a", "a"}}),
            "columns 1 and 2 of the table are both named 'a'");
  EXPECT_EQ(error_of(kNamed, {.values = Matrix{{1}}}),
            "the table has 1 column and no header, the model requires 2 input columns");
  EXPECT_EQ(error_of({}, {.values = Matrix{{1}}, .names = {"a"}}),
            "the table has 1 column, the model has no column names and requires 2 input columns");
  EXPECT_EQ(message_of<DataError>([&] {
              select_targets(model({}), {.values = Matrix{{1, 2}}});
            }),
            "the table has 2 columns and no header, the model requires 1 output column");
}

}  // namespace
}  // namespace resunit::test
