// SPDX-License-Identifier: BSD-3-Clause
// NumPy's array files: all layouts that are supported, and the error messages for the others.
#include "io/npy.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "resunit/error.hpp"
#include "resunit/table.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace resunit {
namespace {

using test::same_bits;
using test::TemporaryFolder;
using ::testing::EndsWith;
using ::testing::HasSubstr;

/// A file as NumPy writes it, from the three entries of its header.
std::string npy(const std::string& descr, const std::string& order, const std::string& shape,
                const std::string& numbers, char version = 1) {
  const std::string dictionary =
      fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}\n", descr, order, shape);
  std::string bytes = std::string("\x93NUMPY") + version + '\0';
  for (int k = 0; k < (version == 1 ? 2 : 4); ++k) bytes += static_cast<char>(dictionary.size() >> (8 * k) & 0xFF);
  return bytes + dictionary + numbers;
}

/// The bytes of numbers in the order of this machine (little-endian on all machines we test on), or in the opposite
/// one.
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers, bool swapped = false) {
  std::string bytes;
  for (const Number& number : numbers) {
    std::string one(reinterpret_cast<const char*>(&number), sizeof number);
    if (swapped) std::reverse(one.begin(), one.end());
    bytes += one;
  }
  return bytes;
}

Matrix read(const std::string& bytes) {
  const TemporaryFolder folder;
  return read_table(folder.write("data.bin", bytes)).values;
}

std::string npy_error(const std::string& bytes) {
  return test::message_of<DataError>([&] { read(bytes); });
}

const std::vector<double> kDoubles = {1, 2.5, -3, 4, 5, 6};
const std::vector<float> kFloats = {1, 2.5, -3, 4, 5, 6};
const Matrix kByRows{{1, 2.5, -3}, {4, 5, 6}};
const Matrix kByColumns{{1, -3, 5}, {2.5, 4, 6}};

TEST(Npy, ReadsBothPrecisionsInBothByteOrders) {
  EXPECT_TRUE(same_bits(read(npy("'<f8'", "False", "(2, 3)", bytes_of(kDoubles))), kByRows));
  EXPECT_TRUE(same_bits(read(npy("'<f4'", "False", "(2, 3)", bytes_of(kFloats))), kByRows));
  EXPECT_TRUE(same_bits(read(npy("'>f8'", "False", "(2, 3)", bytes_of(kDoubles, true))), kByRows));
  EXPECT_TRUE(same_bits(read(npy("'>f4'", "False", "(2, 3)", bytes_of(kFloats, true))), kByRows));
}

TEST(Npy, ReadsFortranOrder) {
  EXPECT_TRUE(same_bits(read(npy("'<f8'", "True", "(2, 3)", bytes_of(kDoubles))), kByColumns));
  EXPECT_TRUE(same_bits(read(npy("'>f4'", "True", "(2, 3)", bytes_of(kFloats, true))), kByColumns));
}

TEST(Npy, ReadsAllVersions) {
  for (const char version : {1, 2, 3}) {
    EXPECT_TRUE(same_bits(read(npy("'<f8'", "False", "(2, 3)", bytes_of(kDoubles), version)), kByRows));
  }
}

TEST(Npy, ReadsAVectorAsOneColumn) {
  const Matrix column = read(npy("'<f8'", "False", "(6,)", bytes_of(kDoubles)));
  EXPECT_TRUE(same_bits(column, Matrix{{1}, {2.5}, {-3}, {4}, {5}, {6}}));
}

TEST(Npy, RejectsOtherTypesByName) {
  EXPECT_THAT(npy_error(npy("'<i8'", "False", "(2, 3)", bytes_of(kDoubles))),
              EndsWith("data.bin: the numbers have type '<i8', expected float32 or float64"));
  EXPECT_THAT(npy_error(npy("'<c16'", "False", "(3,)", bytes_of(kDoubles))), HasSubstr("'<c16'"));
  EXPECT_THAT(npy_error(npy("'|O'", "False", "(3,)", bytes_of(kDoubles))), HasSubstr("'|O'"));
  EXPECT_THAT(npy_error(npy("[('a', '<f8')]", "False", "(6,)", bytes_of(kDoubles))), HasSubstr("structured array"));
}

TEST(Npy, RejectsOtherShapesByName) {
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "()", bytes_of(kDoubles))), HasSubstr("0 dimensions, expected 1 or 2"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(1, 2, 3)", bytes_of(kDoubles))), HasSubstr("3 dimensions"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(0, 3)", "")), EndsWith("the array is empty: 0 x 3"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(3, 0)", "")), EndsWith("the array is empty: 3 x 0"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(-2, 3)", bytes_of(kDoubles))), HasSubstr("shape (-2, 3)"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(99999999999999999999, 3)", "")), HasSubstr("invalid shape"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(2.5, 3)", bytes_of(kDoubles))), HasSubstr("invalid shape"));
}

TEST(Npy, ComparesTheHeaderWithTheSizeOfTheFile) {
  const std::string numbers = bytes_of(kDoubles);
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(2, 3)", numbers.substr(1))),
              EndsWith("the header declares 2 x 3 numbers of 8 bytes, but 47 bytes follow"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(2, 3)", numbers + '!')), HasSubstr("but 49 bytes follow"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(1000000000000, 4)", numbers)), HasSubstr("declares 1000000000000 x 4"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(4611686018427387904, 4)", numbers)), HasSubstr("declares"))
      << "the product is 0 modulo 2^64";
}

TEST(Npy, RejectsMalformedHeaders) {
  EXPECT_THAT(npy_error("\x93NUMPY"), EndsWith("header is truncated"));
  EXPECT_THAT(npy_error(std::string("\x93NUMPY\1\0\x76", 9)), EndsWith("header is truncated"));
  EXPECT_THAT(npy_error(std::string("\x93NUMPY\1\0\xFF\xFF{'descr': '<f8'", 25)), EndsWith("header is truncated"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(2, 3)", "", 4)),
              EndsWith(".npy version 4.0, expected 1.0, 2.0 or 3.0"));
  EXPECT_THAT(npy_error(npy("'<f8'", "Perhaps", "(2, 3)", "")), HasSubstr("fortran_order"));
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "2, 3", "")), HasSubstr("'shape'"));
  EXPECT_THAT(npy_error(std::string("\x93NUMPY\1\0\3\0{ }", 13)), EndsWith("the .npy header has no 'descr'"));
}

TEST(Npy, RejectsEveryTruncation) {
  const std::string whole = npy("'<f8'", "False", "(2, 3)", bytes_of(kDoubles));
  for (std::size_t size = 6; size < whole.size(); ++size) {
    EXPECT_THAT(npy_error(whole.substr(0, size)), HasSubstr("data.bin: ")) << size;
  }
}

TEST(Npy, RejectsNumbersThatAreNotFinite) {
  EXPECT_THAT(npy_error(npy("'<f8'", "False", "(2, 3)", bytes_of<double>({1, 2, 3, 4, NAN, 6}))),
              EndsWith("data.bin, row 2, column 2: nan is not a finite number"));
  EXPECT_THAT(npy_error(npy("'<f4'", "True", "(2, 3)", bytes_of<float>({1, 2, 3, 4, -INFINITY, 6}))),
              EndsWith("data.bin, row 1, column 3: -inf is not a finite number"));
}

TEST(Npy, WritesNumbersThatReadBackBitForBit) {
  const TemporaryFolder folder;
  const Matrix M = test::random_bits(300, 11, 3);
  write_table(folder / "m.npy", M);
  EXPECT_TRUE(same_bits(read_table(folder / "m.npy").values, M));
}

TEST(Npy, WritesBlocksOfALargerMatrixAlignedAsNumPyDoes) {
  const TemporaryFolder folder;
  const Matrix M = test::random_bits(6, 5, 4);
  write_table(folder / "m.npy", M.block(1, 2, 4, 2));
  EXPECT_TRUE(same_bits(read_table(folder / "m.npy").values, M.block(1, 2, 4, 2)));
  EXPECT_EQ(folder.read("m.npy").size() % 64, 4 * 2 * sizeof(double) % 64);
}

TEST(Table, IsRecognizedByContentNotByName) {
  const TemporaryFolder folder;
  EXPECT_TRUE(same_bits(read_table(folder.write("text.npy", "1,2\n3,4\n")).values, Matrix{{1, 2}, {3, 4}}));
}

TEST(Table, RejectsWritingWhatItWouldNotRead) {
  const TemporaryFolder folder;
  EXPECT_THAT(test::message_of<DataError>([&] {
                write_table(folder / "m.csv", Matrix{{1, 2}, {NAN, 4}});
              }),
              EndsWith("m.csv, row 2, column 1: nan is not a finite number"));
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace resunit
