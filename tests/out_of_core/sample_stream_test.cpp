// SPDX-License-Identifier: BSD-3-Clause
// Passes over files: every sample once, in order, for any layout; errors for files that change or are truncated.
#include "out_of_core/sample_stream.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "out_of_core/subset.hpp"
#include "out_of_core/world.hpp"
#include "resunit/error.hpp"
#include "support/message_of.hpp"
#include "support/random.hpp"

namespace resunit::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

Dataset numbered(Index n) {
  Matrix X(n, 2), Y(n, 3);
  for (Index i = 0; i < n; ++i) {
    X.row(i).setConstant(static_cast<double>(i));
    Y.row(i).setConstant(static_cast<double>(-i));
  }
  return {X, Y};
}

Dataset collected(SampleStream& stream) {
  Dataset all{Matrix(stream.count(), stream.inputs()), Matrix(stream.count(), stream.outputs())};
  stream.pass([&](Index first, const Samples& chunk) {
    all.X.middleRows(first, chunk.count()) = chunk.X;
    all.Y.middleRows(first, chunk.count()) = chunk.Y;
  });
  return all;
}

TEST(SampleStream, VisitsEverySampleOncePerPass) {
  const Files files(numbered(101));
  for (const Index rows : {1, 7, 100, 101, 5000}) {
    SampleStream stream(files.x(), files.y(), {.chunk_bytes = static_cast<std::uint64_t>(rows * 5 * 8)});
    EXPECT_EQ(stream.chunk_rows(), std::min<Index>(rows, 101));
    for (int pass = 1; pass <= 2; ++pass) {
      const Dataset all = collected(stream);
      EXPECT_EQ(all.X, files.data.X);
      EXPECT_EQ(all.Y, files.data.Y);
      EXPECT_EQ(stream.passes(), pass);
    }
  }
}

TEST(SampleStream, AppendsTheConstantOfABiasWithoutScalingIt) {
  const Files files(numbered(10));
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 100, .constant = true});
  Dataset all = collected(stream);
  EXPECT_EQ(all.X.leftCols(2), files.data.X);
  EXPECT_EQ(all.Y.leftCols(3), files.data.Y);
  stream.standardize(all);
  const Dataset scaled = collected(stream);
  EXPECT_EQ(all.X, scaled.X);
  EXPECT_EQ(all.Y, scaled.Y);
  EXPECT_NE(scaled.Y.leftCols(3), files.data.Y);
  EXPECT_TRUE((scaled.X.col(2).array() == 1).all());
  EXPECT_TRUE((scaled.Y.col(3).array() == 1).all());
}

/// Writes a NumPy header followed by the numbers.
void write_array(const std::filesystem::path& file, const std::string& dtype, const std::string& order, Index rows,
                 Index cols, const std::string& numbers) {
  std::string header = "{'descr': '" + dtype + "', 'fortran_order': " + order + ", 'shape': (" + std::to_string(rows) +
                       ", " + std::to_string(cols) + "), }\n";
  std::ofstream(file, std::ios::binary) << std::string("\x93NUMPY\x01\0", 8) << static_cast<char>(header.size()) << '\0'
                                        << header << numbers;
}

TEST(SampleStream, ReadsSinglePrecisionAndFortranOrder) {
  const Files files(numbered(23));
  const Eigen::MatrixXf by_columns = files.data.X.cast<float>();  // column-major
  write_array(files.x(), "<f4", "True", 23, 2, {reinterpret_cast<const char*>(by_columns.data()), 23 * 2 * 4});
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 200});
  EXPECT_EQ(collected(stream).X, files.data.X);
}

TEST(SampleStream, ReportsWhereANumberIsNotFinite) {
  Dataset data = numbered(100);
  const Files files(data);
  data.Y(77, 1) = 1e200;
  const Files large(data);
  SampleStream stream(large.x(), large.y(), {.chunk_bytes = 400});
  EXPECT_EQ(message_of<DataError>([&] { collected(stream); }),
            "Y is 1e+200 in row 78, column 2: too large to be squared safely");
  std::fstream file(files.x(), std::ios::in | std::ios::out | std::ios::binary);
  const double infinite = std::numeric_limits<double>::infinity();
  file.seekp(-static_cast<int>(sizeof infinite), std::ios::end).write(reinterpret_cast<const char*>(&infinite), 8);
  file.close();
  SampleStream broken(files.x(), files.y(), {.chunk_bytes = 400});
  EXPECT_THAT(message_of<DataError>([&] { collected(broken); }),
              EndsWith("x.npy, row 100, column 2: inf is not a finite number"));
}

TEST(SampleStream, ReportsAFileThatShrank) {
  const Files files(numbered(100));
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 400});
  std::filesystem::resize_file(files.y(), 1000);
  EXPECT_THAT(message_of<DataError>([&] { collected(stream); }),
              HasSubstr("y.npy: the file became shorter while it was read"));
}

TEST(SampleStream, RejectsShapesThatDoNotMatch) {
  const Files files(numbered(10)), fewer(numbered(9));
  const auto message = [](const auto& X, const auto& Y) {
    return message_of<DataError>([&] { SampleStream(X, Y, {}); });
  };
  EXPECT_EQ(message(files.x(), fewer.y()), "X has 10 rows, Y has 9");
  EXPECT_THAT(message(files.y(), files.x()), HasSubstr("Y has 2 columns, X has 3"));
}

TEST(SampleStream, PropagatesExceptionsOfAPass) {
  const Files files(numbered(100));
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 400});
  EXPECT_THROW(stream.pass([](Index first, const Samples&) {
    if (first > 20) throw std::runtime_error("enough");
  }),
               std::runtime_error);
}

TEST(Subset, HasDistinctSamplesWithTheirOutputs) {
  const Files files(numbered(1000));
  SampleStream stream(files.x(), files.y(), {.chunk_bytes = 400});
  const Dataset subset = draw_subset(stream, 100, 1), other = draw_subset(stream, 100, 2);
  EXPECT_EQ(subset.X.rows(), 100);
  EXPECT_EQ(subset.X.col(0), -subset.Y.col(0));
  EXPECT_EQ(std::set<double>(subset.X.col(0).begin(), subset.X.col(0).end()).size(), 100);
  EXPECT_NE(subset.X, other.X) << "another seed";
  EXPECT_NEAR(subset.X.col(0).mean(), 500, 100) << "from the whole file";
  EXPECT_EQ(draw_subset(stream, 5000, 1).X, files.data.X) << "all if there are fewer";
}

}  // namespace
}  // namespace resunit::test
