// SPDX-License-Identifier: BSD-3-Clause
#include "query_log.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "resunit/error.hpp"
#include "terminal.hpp"

namespace resunit::cli {
namespace {

std::string bytes_of(const double* x, Index count) {
  return {reinterpret_cast<const char*>(x), static_cast<std::size_t>(count) * sizeof(double)};
}

/// The numbers of a line; empty if it has a field that is not a number.
std::vector<double> numbers(const std::string& line) {
  std::vector<double> values;
  const char *at = line.data(), *const end = at + line.size();
  while (at < end) {
    double value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc{} || (stop < end && *stop != ',')) return {};
    values.push_back(value);
    at = stop < end ? stop + 1 : stop;
  }
  return values;
}

std::string header(Index inputs, Index outputs) {
  std::string text = "x1";
  for (Index k = 2; k <= inputs; ++k) text += fmt::format(",x{}", k);
  for (Index k = 1; k <= outputs; ++k) text += fmt::format(",y{}", k);
  return text;
}

}  // namespace

QueryLog::QueryLog(std::filesystem::path file, Index inputs) : file_(std::move(file)), inputs_(inputs) {
  if (std::filesystem::exists(file_)) read();
  out_.open(file_, std::ios::app);
  if (!out_) throw DataError(fmt::format("{}: cannot write the log", file_.string()));
}

void QueryLog::read() {
  std::ifstream in(file_);
  if (!in) throw DataError(fmt::format("{}: cannot read the log", file_.string()));
  std::uintmax_t complete = 0;  // bytes of complete lines
  Index number = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) break;  // no newline: incomplete
    throw_if_interrupted();
    complete += line.size() + 1;
    if (++number == 1) {
      read_header(line);
      continue;
    }
    const std::vector<double> values = numbers(line);
    if (std::ssize(values) != inputs_ + outputs_)
      throw DataError(
          fmt::format("{}: line {} is not a row of {} numbers", file_.string(), number, inputs_ + outputs_));
    answers_[bytes_of(values.data(), inputs_)] = Eigen::Map<const Vector>(values.data() + inputs_, outputs_);
  }
  in.close();
  std::error_code failed;
  if (complete < std::filesystem::file_size(file_)) std::filesystem::resize_file(file_, complete, failed);
  if (failed) throw DataError(fmt::format("{}: cannot write the log", file_.string()));
}

void QueryLog::read_header(const std::string& line) {
  const auto count = [&](char letter) {
    Index found = 0;
    for (std::size_t k = 0; k < line.size(); ++k) found += line[k] == letter && (k == 0 || line[k - 1] == ',');
    return found;
  };
  outputs_ = count('y');
  const Index inputs = count('x');
  if (outputs_ == 0 || line != header(inputs, outputs_))
    throw DataError(fmt::format("{}: not a log of queries, which begins with a line x1,...,y1,...", file_.string()));
  if (inputs != inputs_)
    throw DataError(
        fmt::format("{}: the log has {} inputs, expected {}; choose another file", file_.string(), inputs, inputs_));
}

Matrix QueryLog::answer(const MatrixView& X, const Oracle& oracle) {
  std::vector<Index> missing;
  std::vector<const Vector*> known(static_cast<std::size_t>(X.rows()));
  for (Index i = 0; i < X.rows(); ++i) {
    const auto found = answers_.find(bytes_of(X.row(i).data(), inputs_));
    if (found != answers_.end())
      known[static_cast<std::size_t>(i)] = &found->second;
    else
      missing.push_back(i);
  }
  reused_ += X.rows() - std::ssize(missing);
  Matrix asked(std::ssize(missing), inputs_), answers;
  for (std::size_t k = 0; k < missing.size(); ++k) asked.row(static_cast<Index>(k)) = X.row(missing[k]);
  if (!missing.empty()) answers = oracle(asked);
  const Index outputs = outputs_ > 0 ? outputs_ : answers.cols();
  if (!missing.empty() && answers.cols() != outputs)
    throw DataError(fmt::format("{}: the log has {} outputs, but the oracle returns {}; choose another file",
                                file_.string(), outputs, answers.cols()));
  Matrix Y(X.rows(), outputs);
  for (Index i = 0; i < X.rows(); ++i)
    if (const Vector* y = known[static_cast<std::size_t>(i)]) Y.row(i) = *y;
  for (std::size_t k = 0; k < missing.size(); ++k) Y.row(missing[k]) = answers.row(static_cast<Index>(k));
  if (!missing.empty()) append(asked, answers);
  return Y;
}

void QueryLog::append(const Matrix& X, const Matrix& Y) {
  std::string text;
  if (outputs_ == 0) {
    outputs_ = Y.cols();
    text = header(inputs_, outputs_) + "\n";
  }
  for (Index i = 0; i < X.rows(); ++i) {
    for (Index k = 0; k < X.cols(); ++k) fmt::format_to(std::back_inserter(text), "{},", X(i, k));
    for (Index k = 0; k < Y.cols(); ++k)
      fmt::format_to(std::back_inserter(text), "{}{}", Y(i, k), k + 1 < Y.cols() ? ',' : '\n');
    answers_[bytes_of(X.row(i).data(), inputs_)] = Y.row(i);
  }
  out_ << text << std::flush;
  if (!out_) throw DataError(fmt::format("{}: cannot write the log", file_.string()));
}

}  // namespace resunit::cli
