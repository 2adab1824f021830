// SPDX-License-Identifier: BSD-3-Clause
// CSV files that are accepted, and the error messages for those that are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "io/table_writer.hpp"
#include "resunit/error.hpp"
#include "resunit/table.hpp"
#include "support/bits.hpp"
#include "support/message_of.hpp"
#include "support/temporary_folder.hpp"

namespace resunit {
namespace {

using test::same_bits;
using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Table read(std::string_view text) {
  const TemporaryFolder folder;
  return read_table(folder.write("data.csv", text));
}

/// The error message for a file with this text, from the file name on.
std::string csv_error(std::string_view text) {
  const TemporaryFolder folder;
  const std::string message = test::message_of<DataError>([&] { read_table(folder.write("data.csv", text)); });
  const std::size_t name = message.find("data.csv");
  return name == std::string::npos ? message : message.substr(name);
}

Matrix two_by_three() {
  return Matrix{{1, 2.5, -3}, {4, 5e-3, 6}};
}

TEST(Csv, ReadsCommaSemicolonAndTab) {
  EXPECT_TRUE(same_bits(read("1,2.5,-3\n4,5e-3,6\n").values, two_by_three()));
  EXPECT_TRUE(same_bits(read("1;2.5;-3\n4;5e-3;6\n").values, two_by_three()));
  EXPECT_TRUE(same_bits(read("1\t2.5\t-3\n4\t5e-3\t6\n").values, two_by_three()));
}

TEST(Csv, AllowsAMissingLastNewlineAndTrailingBlankLines) {
  EXPECT_TRUE(same_bits(read("1,2.5,-3\n4,5e-3,6").values, two_by_three()));
  EXPECT_TRUE(same_bits(read("1,2.5,-3\n4,5e-3,6\n\n  \n\n").values, two_by_three()));
}

TEST(Csv, ReadsWindowsFilesWithByteOrderMark) {
  const Table table = read(
      "\xEF\xBB\xBF"
      "a,b,c\r\n1,2.5,-3\r\n4,5e-3,6\r\n\r\n");
  EXPECT_TRUE(same_bits(table.values, two_by_three()));
  EXPECT_THAT(table.names, ElementsAre("a", "b", "c"));
}

TEST(Csv, AllowsBlanksAndPlusSigns) {
  EXPECT_TRUE(same_bits(read(" 1 ,  +2.5, -3\n4,+5E-3 , 6 \n").values, two_by_three()));
  EXPECT_TRUE(same_bits(read("1\t 2.5 \t-3\n4\t5e-3\t6\n").values, two_by_three()));
}

TEST(Csv, ReadsOneColumn) {
  const Table table = read("height\n1\n2\n3\n");
  EXPECT_TRUE(same_bits(table.values, Matrix{{1}, {2}, {3}}));
  EXPECT_THAT(table.names, ElementsAre("height"));
  EXPECT_TRUE(same_bits(read("7").values, Matrix{{7}}));
}

TEST(Csv, DetectsAHeaderIfTheFirstLineHasNamesAndNoNumbers) {
  EXPECT_THAT(read("1,2\n3,4\n").names, IsEmpty());
  EXPECT_THAT(read("x,\"2020\"\n3,4\n").names, ElementsAre("x", "2020"));
}

TEST(Csv, AcceptsAHeaderWithAnEmptyName) {
  EXPECT_THAT(read(",height\n0,4\n1,5\n").names, ElementsAre("", "height")) << "as pandas writes its index";
}

TEST(Csv, ReportsWrongQuotes) {
  EXPECT_EQ(csv_error("a,b\n1,\"2.5\"\n"),
            "data.csv, line 2, column 2 (\"b\"): \"2.5\" is in quotes; numbers must not be quoted");
  EXPECT_EQ(csv_error("2019,y\n1,2\n"),
            "data.csv, line 1, column 2: \"y\" is not a number; in a header, quote names that look like numbers");
}

TEST(CsvHeader, IsNumericIfPandasWroteIt) {
  const Table table = read("0,1,2\n0.5,-1.25,1e-05\n3.0,2.0,1.0\n");
  EXPECT_THAT(table.names, ElementsAre("0", "1", "2"));
  EXPECT_EQ(table.first_line, FirstLine::numeric_names);
  EXPECT_TRUE(same_bits(table.values, Matrix{{0.5, -1.25, 1e-5}, {3, 2, 1}}));
  EXPECT_THAT(read("0,1\n0.5,1.5\n").names, ElementsAre("0", "1")) << "two columns";
  EXPECT_THAT(read("2,0,1\n0.5,1.5,2.5\n").names, ElementsAre("2", "0", "1")) << "reordered columns";
  EXPECT_THAT(read("1;2;3\r\n0.5;1.5;2.5\r\n").names, ElementsAre("1", "2", "3")) << "counted from 1";
}

TEST(CsvHeader, IsNotDetectedInIntegersThatMayBeASample) {
  const auto expect_sample = [](std::string_view text, FirstLine kind) {
    const Table table = read(text);
    EXPECT_THAT(table.names, IsEmpty()) << text;
    EXPECT_EQ(table.first_line, kind) << text;
  };
  expect_sample("0,1,2\n1,0,2\n2,1,0\n", FirstLine::doubtful_sample);  // permutations
  expect_sample("0,1,2\n0.5,1.5,2\n", FirstLine::doubtful_sample);     // 2 is written without a decimal point
  expect_sample("0,1\n0.5,1\n", FirstLine::sample);                    // time and a constant
  expect_sample("1,2\n0.5,1.5\n", FirstLine::doubtful_sample);
  expect_sample("7,3\n0.5,1.5\n", FirstLine::doubtful_sample);
  expect_sample("0\n0.1\n0.2\n", FirstLine::doubtful_sample);  // one column: a grid, or pandas
  expect_sample("1\n0.5\n0.25\n", FirstLine::sample);
  expect_sample("0,1,2\n", FirstLine::sample);               // nothing else in the file
  expect_sample("0,1,1\n0.5,1.5,2.5\n", FirstLine::sample);  // names are distinct
  expect_sample("0,-1,2\n0.5,1.5,2.5\n", FirstLine::sample);
  expect_sample("0.0,1.0,2.0\n0.5,1.5,2.5\n", FirstLine::sample);
}

TEST(CsvHeader, CanBeGiven) {
  const TemporaryFolder folder;
  const auto file = folder.write("data.csv", "0,1,2\n0.5,1.5,2.5\n");
  EXPECT_EQ(read_table(file, {.header = Header::no}).values.rows(), 2);
  EXPECT_EQ(read_table(file, {.header = Header::yes}).first_line, FirstLine::names);
  const Table table = read_table(folder.write("years.csv", "2019,y\n1,2\n"), {.header = Header::yes});
  EXPECT_THAT(table.names, ElementsAre("2019", "y"));
  EXPECT_TRUE(same_bits(table.values, Matrix{{1, 2}}));
  EXPECT_EQ(
      test::message_of<DataError>([&] { read_table(folder.write("names.csv", "a,b\n1,2\n"), {.header = Header::no}); }),
      (folder / "names.csv").string() + ", line 1, column 1: \"a\" is not a number");
}

TEST(CsvHeader, OfARowIndexIsReported) {
  EXPECT_EQ(csv_error(",0,1\n0,0.5,1.5\n"),
            "data.csv, line 1, column 1: the value is missing; if it is the name of a row index, omit the index "
            "(pandas: index=False)");
}

TEST(Csv, UnquotesNames) {
  const Table table = read("\"fixed acidity\";\"a;b\";\"say \"\"pH\"\"\"\n1;2.5;-3\n4;5e-3;6\n");
  EXPECT_THAT(table.names, ElementsAre("fixed acidity", "a;b", "say \"pH\""));
  EXPECT_TRUE(same_bits(table.values, two_by_three()));
}

TEST(Csv, ConvertsNamesThatAreNotUtf8FromLatin1) {
  const auto name = [](const std::string& bytes) { return read(bytes + ",b\n1,2\n").names.at(0); };
  EXPECT_EQ(name("caf\xC3\xA9"), "café");
  EXPECT_EQ(name("caf\xE9"), "café");
  EXPECT_EQ(name("\xF0\x9F\x8C\xB3"), "\xF0\x9F\x8C\xB3");
  for (const std::string wrong : {"\xC1\xB1", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80",
                                  "\x80", "\xE2\x82", "\xC3("})
    EXPECT_GT(name(wrong).size(), wrong.size()) << "each byte is one character";
}

TEST(Csv, PrefersTheSemicolonToDecimalCommas) {
  EXPECT_EQ(
      csv_error("a;b\n1,5;2\n"),
      "data.csv, line 2, column 1 (\"a\"): \"1,5\" is not a number; decimal commas are not supported: replace them by "
      "points, for example sed 's/,/./g'");
  EXPECT_EQ(csv_error("1 2\n3 4\n"),
            "data.csv, line 2, column 1 (\"1 2\"): \"3 4\" is not a number; numbers must be separated by commas, "
            "semicolons or "
            "tabs, for example tr -s ' ' ','");
}

TEST(Csv, RoundsExactly) {
  EXPECT_TRUE(same_bits(read("0.1,9007199254740993,2.2250738585072011e-308,1e-400,-0\n").values,
                        Matrix{{0.1, 9007199254740992.0, 2.2250738585072011e-308, 0.0, -0.0}}));
}

TEST(Csv, RejectsMissingFilesAndFolders) {
  const TemporaryFolder folder;
  EXPECT_THAT(test::message_of<DataError>([&] { read_table(folder / "none.csv"); }),
              EndsWith("none.csv: No such file or directory"));
  EXPECT_THAT(test::message_of<DataError>([&] { read_table(folder.path()); }), EndsWith(": Is a directory"));
}

TEST(Csv, RejectsFilesWithoutNumbers) {
  EXPECT_EQ(csv_error(""), "data.csv: the file is empty");
  EXPECT_EQ(csv_error("\n \r\n"), "data.csv: the file has no numbers");
  EXPECT_EQ(csv_error("\xEF\xBB\xBF"), "data.csv: the file has no numbers");
  EXPECT_EQ(csv_error("a,b,c\n"), "data.csv: the file has a header but no numbers");
}

TEST(Csv, RejectsRaggedRows) {
  EXPECT_EQ(csv_error("a,b\n1,2\n3,4\n5\n"), "data.csv, line 4: 1 field, expected 2");
  EXPECT_EQ(csv_error("1,2\n3,4,5\n"), "data.csv, line 2: 3 fields, expected 2");
  EXPECT_EQ(csv_error("1,2\n3\n4,5,6\n"), "data.csv, line 2: 1 field, expected 2") << "one too few, one too many";
  EXPECT_EQ(csv_error("1,2\n\n3,4\n"), "data.csv, line 2: 1 field, expected 2") << "a blank line between rows";
}

TEST(Csv, CountsFieldsBeforeAllocatingMemory) {
  std::string text = "0";
  for (int k = 1; k < 1'000'000; ++k) text += ",0";
  for (int k = 0; k < 1'000'000; ++k) text += "\n0";
  EXPECT_EQ(csv_error(text), "data.csv, line 2: 1 field, expected 1000000") << "without 8 TB of memory";
}

/// About 3 MB, which several threads read in parts.
std::string long_table(Index rows) {
  std::string text = "a,b,c\n";
  for (Index i = 0; i < rows; ++i) text += std::to_string(i) + ".25,-7e-3,1\n";
  return text;
}

TEST(Csv, ReadsLongTablesIdenticallyOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const auto file = folder.write("data.csv", long_table(200'000));
  const Matrix one = read_table(file, 1).values;
  ASSERT_EQ(one.rows(), 200'000);
  for (const Index i : {0, 1, 70'000, 199'999}) EXPECT_EQ(one(i, 0), static_cast<double>(i) + 0.25);
  EXPECT_TRUE((one.col(1).array() == -7e-3).all());
  for (const int threads : {0, 2, 3}) EXPECT_TRUE(same_bits(read_table(file, threads).values, one));
}

TEST(Csv, ReportsTheFirstOfSeveralInvalidLines) {
  std::string text = long_table(200'000);
  for (const char* line : {"\n90000.25,", "\n150000.25,", "\n199000.25,"}) text.replace(text.find(line) + 1, 1, "x");
  for (int attempt = 0; attempt < 5; ++attempt)
    EXPECT_EQ(csv_error(text), "data.csv, line 90002, column 1 (\"a\"): \"x0000.25\" is not a number");
}

TEST(Csv, RejectsTextInPlaceOfNumbers) {
  EXPECT_EQ(csv_error("a,alcohol\n1,2\n3,strong\n"),
            "data.csv, line 3, column 2 (\"alcohol\"): \"strong\" is not a number");
  EXPECT_EQ(csv_error("1,2\n3,4x\n"), "data.csv, line 2, column 2: \"4x\" is not a number");
  EXPECT_EQ(csv_error("1,2\n3 3,4\n"), "data.csv, line 2, column 1: \"3 3\" is not a number");
  EXPECT_EQ(csv_error("1,2\n+-3,4\n"), "data.csv, line 2, column 1: \"+-3\" is not a number");
  EXPECT_EQ(csv_error("1,2\n0x10,4\n"), "data.csv, line 2, column 1: \"0x10\" is not a number");
  EXPECT_EQ(csv_error("1,2\n1e,4\n"), "data.csv, line 2, column 1: \"1e\" is not a number");
  EXPECT_EQ(csv_error("1,2\n\"3,3\",4\n"), "data.csv, line 2, column 1: \"\"3,3\"\" is not a number");
}

TEST(Csv, ShortensLongAndUnprintableTextInMessages) {
  EXPECT_EQ(csv_error("1\n" + std::string(1000, 'x')),
            "data.csv, line 2, column 1: \"" + std::string(40, 'x') + "...\" is not a number");
  EXPECT_EQ(csv_error("1\na\x1b[31mb\n"), "data.csv, line 2, column 1: \"a?[31mb\" is not a number");
  EXPECT_EQ(csv_error("1\n" + std::string(39, 'x') + "\xC3\xA9\xC3\xA9\n"),
            "data.csv, line 2, column 1: \"" + std::string(39, 'x') + "...\" is not a number");
}

TEST(Csv, RejectsMissingValues) {
  EXPECT_EQ(csv_error("a,b\n1,\n"), "data.csv, line 2, column 2 (\"b\"): the value is missing");
  EXPECT_EQ(csv_error("1,2\n ,4\n"), "data.csv, line 2, column 1: the value is missing");
  EXPECT_EQ(csv_error("1,2\n3,NA\n"), "data.csv, line 2, column 2: the value is missing (NA)");
  EXPECT_EQ(csv_error("1,,3\n4,5,6\n"), "data.csv, line 1, column 2: the value is missing") << "not a header";
  EXPECT_EQ(csv_error("1,2,abc\n4,5,6\n"),
            "data.csv, line 1, column 3: \"abc\" is not a number; in a header, quote names that look like numbers")
      << "not a header";
}

TEST(Csv, RejectsNumbersThatAreNotFinite) {
  EXPECT_EQ(csv_error("1,2\n3,nan\n"), "data.csv, line 2, column 2: \"nan\" is not a finite number");
  EXPECT_EQ(csv_error("1,2\n-inf,4\n"), "data.csv, line 2, column 1: \"-inf\" is not a finite number");
  EXPECT_EQ(csv_error("1,2\n3,Infinity\n"), "data.csv, line 2, column 2: \"Infinity\" is not a finite number");
  EXPECT_EQ(csv_error("NaN,2\n3,4\n"), "data.csv, line 1, column 1: \"NaN\" is not a finite number") << "not a header";
  EXPECT_EQ(csv_error("1,2\n3,1e999\n"), "data.csv, line 2, column 2: \"1e999\" is too large for a double");
}

TEST(Csv, RejectsBinaryFiles) {
  EXPECT_THAT(csv_error(std::string("\x7f"
                                    "ELF\0\1\n\0\0",
                                    9)),
              HasSubstr("is not a number"));
}

TEST(Csv, WritesNumbersThatReadBackBitForBit) {
  const TemporaryFolder folder;
  const Matrix M = test::random_bits(500, 7, 1);
  write_table(folder / "m.csv", M);
  EXPECT_TRUE(same_bits(read_table(folder / "m.csv").values, M));
}

TEST(Csv, WritesTablesOfManyPiecesInOrder) {
  const TemporaryFolder folder;
  for (const Index columns : {1, 3, 40000}) {
    const Matrix M = test::random_bits(columns == 40000 ? 9 : 90000, columns, 1);
    write_table(folder / "m.csv", M);
    EXPECT_TRUE(same_bits(read_table(folder / "m.csv").values, M)) << columns << " columns";
  }
}

struct CancelRequest {};

TEST(Csv, WritingCanBeCancelled) {
  const TemporaryFolder folder;
  const auto stop = [](std::string_view, double) { throw CancelRequest{}; };
  EXPECT_THROW(write_table(folder / "m.csv", two_by_three(), {}, stop), CancelRequest);
  EXPECT_THROW(write_table(folder / "m.npy", two_by_three(), {}, stop), CancelRequest);
  int calls = 0;  // the second table stops both
  const Dataset data{two_by_three(), two_by_three()};
  const auto stop_late = [&](std::string_view, double) {
    if (++calls > 2) throw CancelRequest{};
  };
  EXPECT_THROW(write_samples(folder / "x.csv", folder / "y.csv", data, stop_late), CancelRequest);
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Csv, ReadingCanBeCancelled) {
  const TemporaryFolder folder;
  for (const char* const name : {"m.csv", "m.npy"}) {
    write_table(folder / name, two_by_three());
    EXPECT_THROW(read_table(folder / name, 1, [](std::string_view, double) { throw CancelRequest{}; }), CancelRequest);
  }
}

TEST(Csv, WritesAHeaderThatReadsBack) {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& names :
       std::vector<std::vector<std::string>>{{"plain", "with, comma", "say \"pH\""},
                                             {"2020", "-1e5", ".5"},
                                             {"nan", "Inf", "nan(1)"},
                                             {"NA", "?", " y "},
                                             {"\xEF\xBB\xBF name", "b\rc", "\""}}) {
    write_table(folder / "m.csv", two_by_three(), names);
    const Table table = read_table(folder / "m.csv");
    EXPECT_EQ(table.names, names);
    EXPECT_TRUE(same_bits(table.values, two_by_three()));
  }
}

TEST(Csv, KeepsNamesWithLineBreaksOnOneLine) {
  const TemporaryFolder folder;
  write_table(folder / "m.csv", two_by_three(), {"mass\n(kg)", "b", "\n"});
  EXPECT_THAT(read_table(folder / "m.csv").names, ElementsAre("mass (kg)", "b", " "));
}

TEST(Csv, WritesBlocksOfALargerMatrix) {
  const TemporaryFolder folder;
  const Matrix M = test::random_bits(6, 5, 2);
  write_table(folder / "m.csv", M.block(1, 2, 4, 2));
  EXPECT_TRUE(same_bits(read_table(folder / "m.csv").values, M.block(1, 2, 4, 2)));
}

}  // namespace
}  // namespace resunit
